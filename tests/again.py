"""Tests of the studio that failed in a busy moment, once more and alone: `python -m tests.again` after pytest.

They drive servers, engines and browsers against the clock, beside other tests on all cores. A few that fail there and
pass alone are named, so that somebody looks at them; failures of any other test, or of many, are failures.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LAST = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"  # where pytest keeps what failed last
WAITING = "tests/studio/"  # the folder of the tests that wait for other processes
MOST = 3


def failures() -> list[str]:
    """What failed in the last run."""
    return sorted(json.loads(LAST.read_text(encoding="utf-8"))) if LAST.exists() else []


def may_try_again(failed: list[str]) -> bool:
    return 0 < len(failed) <= MOST and all(name.startswith(WAITING) and "::" in name for name in failed)


def main() -> int:
    failed = failures()
    if not may_try_again(failed):
        return 1
    print(f"\nonce more, alone: {', '.join(failed)}", flush=True)
    code = pytest.main(["-q", "--no-header", *failed])
    if code == 0:
        print(f"passed alone, but not beside others: {', '.join(failed)}")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
