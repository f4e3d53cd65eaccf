"""``python -m tests.fuzz``: runs fuzzers, prints a table of outcomes and every fault; fails if there is one."""

from __future__ import annotations

import argparse
import sys
import time

from tests.fuzz.driver import run
from tests.fuzz.fuzzer import MODULES, fuzzer


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, help="cases of each fuzzer (default: its long run)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--only", default=",".join(MODULES), help=f"of {', '.join(MODULES)}")
    chosen = parser.parse_args()
    faults = 0
    for name in chosen.only.split(","):
        if name not in MODULES:
            parser.error(f"there is no fuzzer {name!r}; there are {', '.join(MODULES)}")
        one, began = fuzzer(name), time.monotonic()
        cases = one.long if chosen.cases is None else chosen.cases
        report = run(one, chosen.seed, cases, chosen.first, tell=lambda fault: print(fault, flush=True))
        counts = ", ".join(f"{count} {word}" for word, count in report.outcomes.most_common())
        took = time.monotonic() - began
        print(f"{name}: seed {chosen.seed}, {cases} cases in {took:.0f} s: {counts or 'none went well'}; "
              f"{len(report.faults)} faults", flush=True)  # fmt: skip
        faults += len(report.faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
