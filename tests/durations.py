"""How long files of tests take, so that those that take longest begin first: `python -m tests.durations REPORT`.

REPORT is what `pytest --junitxml=REPORT` wrote; the seconds of each file go to `durations.json` beside this file.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree

KEPT = Path(__file__).with_suffix(".json")
ROOT = KEPT.parents[1]
TOGETHER = "tests/studio/browser/"  # they share a browser and a server


def known() -> dict[str, float]:
    """Seconds by file, relative to the root of the repository."""
    return json.loads(KEPT.read_text(encoding="utf-8"))


def scope(test: str) -> str:
    """What runs in one process, one after the other: the file of a test, or a folder of files."""
    return TOGETHER if test.startswith(TOGETHER) else test.partition("::")[0]


def by_scope() -> dict[str, float]:
    """Seconds by what runs in one process."""
    seconds = defaultdict[str, float](float)
    for file, time in known().items():
        seconds[scope(file)] += time
    return seconds


def of_report(report: Path) -> dict[str, float]:
    """The seconds of every file in a report, the longest first; what takes less than a second is left out."""
    seconds = defaultdict[str, float](float)
    for case in ElementTree.parse(report).iter("testcase"):
        name = case.get("classname", "").replace(".", "/")
        seconds[f"{name}.py"] += float(case.get("time", 0.0))
    longest = sorted(seconds.items(), key=lambda item: -item[1])
    return {file: round(time) for file, time in longest if time >= 1.0 and (ROOT / file).is_file()}


if __name__ == "__main__":
    KEPT.write_text(json.dumps(of_report(Path(sys.argv[1])), indent=1) + "\n", encoding="utf-8")
