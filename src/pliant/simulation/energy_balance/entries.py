"""Where energy came from and where it is: the entries of the energy balance, all in joules.

    initial + work = kinetic + elastic + potential + contact + dissipated                                    (1)

| entry | what it is |
|---|---|
| `initial` | kinetic and stored energy when the energy balance was opened |
| `work` | done from outside: hands, pushes, streams, moving obstacles, changes of parameters and of temperature |
| `kinetic` | of the nodes |
| `elastic` | stored in the matter, with what hardening stores |
| `potential` | of gravity, of springs to points and of the springs of hands |
| `contact` | stored in the penalties of obstacles, and between bodies that touch: half of it in each |
| `viscous`, `plastic` | dissipated by matter that flows |
| `damping` | dissipated by damping in the matter and of contact, dampers of springs and hands, drag, streams |
| `friction` | dissipated by what rubs |
| `impact` | lost where obstacles or other bodies stop a body, push it out or throw it back |
| `fracture` | set free by links that break |
| `numerical` | what is left over in (1): the error of the integrator |
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

STORED = ("kinetic", "elastic", "potential", "contact")
DISSIPATED = ("viscous", "plastic", "damping", "friction", "impact", "fracture", "numerical")
ENTRIES = ("initial", "work", *STORED, *DISSIPATED)
PAIR_ENTRIES = ("contact", "friction", "impact", "damping")


@dataclass
class Account:
    """What is added up for one body from step to step [J]; part of the state."""

    initial: float
    last: float  # kinetic and stored energy at the end of the last step
    forfeited: float = 0.0  # what barriers held then of nodes that had been thrown back: nobody gets it
    released: float = 0.0  # by breaking, when the energy balance was last written
    steps: int = 0
    work: float = 0.0
    viscous: float = 0.0
    plastic: float = 0.0
    damping: float = 0.0
    friction: float = 0.0
    impact: float = 0.0
    fracture: float = 0.0

    def meet(self, energy: float, released: float) -> None:
        """What has changed since the last step happened at once: it was broken, or done from outside."""
        broken = released - self.released
        if self.steps:
            self.fracture += broken
            self.work += energy - self.last + broken
        else:
            self.initial = energy
        self.last, self.released = energy, released

    @property
    def numerical(self) -> float:
        """What was left over at the end of the last step."""
        return self.initial + self.work - self.last - sum(getattr(self, name) for name in DISSIPATED[:-1])


@dataclass
class PairAccount:
    """What is added up for two bodies that touch, or one and itself or an obstacle, from step to step [J]."""

    stored: float = 0.0  # at the end of the last step, between skins
    friction: float = 0.0
    impact: float = 0.0
    damping: float = 0.0
    given: tuple[float, float, float] = (0.0, 0.0, 0.0)  # by a moving mesh in the last step: see `contacts`


@dataclass(frozen=True)
class PairBalance:
    """What is stored between two bodies that touch, and what that has taken [J]; bodies have these in theirs."""

    contact: float = 0.0
    friction: float = 0.0
    impact: float = 0.0
    damping: float = 0.0

    def entries(self) -> dict[str, float]:
        """All entries by name, in the order of `PAIR_ENTRIES`."""
        return {name: getattr(self, name) for name in PAIR_ENTRIES}


@dataclass(frozen=True)
class Balance:
    """The energy balance of one body, or of all `bodies` together [J]: see the top of this file."""

    initial: float = 0.0
    work: float = 0.0
    kinetic: float = 0.0
    elastic: float = 0.0
    potential: float = 0.0
    contact: float = 0.0
    viscous: float = 0.0
    plastic: float = 0.0
    damping: float = 0.0
    friction: float = 0.0
    impact: float = 0.0
    fracture: float = 0.0
    bodies: dict[str, Balance] = field(default_factory=dict)
    pairs: dict[tuple[str, str], PairBalance] = field(default_factory=dict)  # that have touched, by name

    @property
    def energy(self) -> float:
        """What there is: kinetic and stored."""
        return sum(getattr(self, name) for name in STORED)

    @property
    def numerical(self) -> float:
        """What is left over."""
        known = sum(getattr(self, name) for name in DISSIPATED[:-1])
        return self.initial + self.work - self.energy - known

    @property
    def dissipated(self) -> float:
        """All that is gone, the numerical entry included."""
        return sum(getattr(self, name) for name in DISSIPATED)

    def entries(self) -> dict[str, float]:
        """All entries by name, in the order of `ENTRIES`."""
        return {name: getattr(self, name) for name in ENTRIES}


def balance(account: Account, stored: dict[str, float]) -> Balance:
    """The energy balance of one body with what is stored at present."""
    kept = {item.name for item in fields(Account)} & set(ENTRIES)
    entries = {name: getattr(account, name) for name in kept} | stored
    return Balance(**entries)  # type: ignore[arg-type]


def pair_balance(account: PairAccount, stored: float) -> PairBalance:
    """That of two bodies with what is stored between them at present."""
    return PairBalance(stored, account.friction, account.impact, account.damping)


def total(bodies: dict[str, Balance], pairs: dict[tuple[str, str], PairBalance]) -> Balance:
    """The energy balance of all bodies together."""
    names = [name for name in ENTRIES if name != "numerical"]
    sums = {name: sum(getattr(one, name) for one in bodies.values()) for name in names}
    return Balance(bodies=bodies, pairs=pairs, **sums)
