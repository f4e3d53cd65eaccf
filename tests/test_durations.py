"""Long files of tests begin first when files run side by side."""

from __future__ import annotations

from pathlib import Path

from tests import durations

REPORT = """<testsuites><testsuite><testcase classname="tests.test_durations" name="a" time="1.4"/>
<testcase classname="tests.test_project" name="a" time="0.2"/><testcase classname="tests.test_docs" name="b" time="9"/>
<testcase classname="tests.test_durations" name="b" time="1.4"/><testcase classname="tests.gone" name="c" time="7"/>
</testsuite></testsuites>"""


def test_a_report_gives_the_seconds_of_files_that_are_there_the_longest_first(tmp_path: Path):
    report = tmp_path / "report.xml"
    report.write_text(REPORT)
    assert list(durations.of_report(report).items()) == [
        ("tests/test_docs.py", 9),
        ("tests/test_durations.py", 3),
    ]


def test_what_is_recorded_are_files_of_tests_the_longest_first():
    seconds = durations.known()
    assert len(seconds) > 20 and list(seconds.values()) == sorted(seconds.values(), reverse=True)


def test_what_shares_a_browser_runs_in_one_process_and_other_files_by_themselves():
    assert durations.scope("tests/studio/browser/test_hands.py::test_a[b/c::d]") == "tests/studio/browser/"
    assert durations.scope("tests/studio/test_live.py::test_a[b/c::d]") == "tests/studio/test_live.py"
    assert durations.by_scope()["tests/studio/browser/"] > 100
