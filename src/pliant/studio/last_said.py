"""What the engine has said that still holds: all that a tab needs to be told when it joins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Said = dict[str, Any]


@dataclass
class Known:
    """The last of each kind of message, as data; nothing if there is no scene, or no engine."""

    scene: Said | None = None  # with the parameters of now
    hands: Said | None = None
    status: Said | None = None
    ill: Said | None = None  # why the simulation stopped, while it stands

    def note(self, message: Said) -> None:
        """Something was said."""
        match message["type"]:
            case "scene":
                self.scene = {**message, "reframe": True}
            case "changed" if self.scene is not None:
                self.scene |= {key: message[key] for key in ("scene", "obstacles", "anchors", "loads")}
            case "hands":
                self.hands = message
            case "status":
                self.status = message
                if message["state"] != "stopped":
                    self.ill = None
            case "trouble" if message["kind"] == "health":
                self.ill = message

    def for_a_new_tab(self) -> list[Said]:
        """What to say to a tab that joins, in this order; statuses go to all, with what is theirs."""
        return [message for message in (self.scene, self.hands, self.ill) if message is not None]
