"""python3 -m unittest discover -s benchmarks/lib -p 'test_*.py'"""

import json
import pathlib
import re
import sys
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "scripts/lib"))

import changing  # noqa: E402
from changing import Findings, Found, Load, Phase, Result  # noqa: E402

PAIR = Found("async-blocking-pair", "(Runs.java:7)")


def finding(rule="async-blocking-pair", site="a.Runs.run(Runs.java:7)", severity="warning", **more):
    return {"id": f"{rule}@{site}", "rule": rule, "site": site, "severity": severity, "title": "2 threads for 1 job", **more}


def phases(*each):
    """Of (level, events, still open): an event is (seconds, finding)."""
    made = []
    for number, (level, events, still_open) in enumerate(each):
        phase = Phase(level, level > 0, now=100.0 * number)
        phase.events = [(phase.began + seconds, found) for seconds, found in events]
        phase.end({found["id"]: found for found in still_open})
        made.append(phase)
    return made


class TheJudgement(unittest.TestCase):
    def test_a_finding_must_be_open_whenever_the_load_calls_for_it(self):
        gone = finding(resolved=True)
        run = Result("E, before", [PAIR], phases(
            (0, [], []), (1, [(9, finding())], [finding()]), (1, [], [finding()]), (0, [(12, gone)], []), (1, [], []), (0, [], [])
        ))
        self.assertEqual([9, 0, None], run.times(PAIR))
        self.assertEqual((0, 2), run.after_the_load(PAIR))
        self.assertEqual(["async-blocking-pair at Runs.java:7 missed in 1 of 3 phases that call for it"], run.complaints)

    def test_one_that_stays_when_the_load_is_gone_is_wrong(self):
        run = Result("E, before", [PAIR], phases((1, [(3, finding())], [finding()]), (0, [], [finding()])))
        self.assertEqual(["async-blocking-pair at Runs.java:7 open still at the end of 1 of 1 phases without load"], run.complaints)

    def test_a_warning_at_another_line_is_wrong_and_one_of_severity_info_is_not(self):
        other = finding(site="a.Other.get(Other.java:9)")
        run = Result("E, before", [PAIR], phases((1, [(1, finding()), (2, other), (3, finding(rule="x", severity="info"))], [finding(), other])))
        self.assertEqual([(0, 2.0, other)], run.wrong)
        self.assertEqual(["warning async-blocking-pair at a.Other.get(Other.java:9), 2 s into phase 1: 2 threads for 1 job"], run.complaints)

    def test_a_right_one_is_wrong_where_nothing_was_asked_for(self):
        late = changing.OUTLASTS_SECONDS + 1
        run = Result("E, before", [PAIR], phases((0, [(5, finding()), (9, finding(resolved=True)), (late, finding())], [])))
        self.assertEqual([(0, late)], [(phase, seconds) for phase, seconds, _ in run.wrong])

    def test_after_the_fix_any_warning_is_wrong_and_a_new_line_of_an_open_one_is_no_new_one(self):
        run = Result("E, after", [], phases((1, [(1, finding()), (2, finding())], [finding()])))
        self.assertEqual(1, len(run.complaints))

    def test_the_page_says_how_many_were_right(self):
        run = Result("E, before", [PAIR], phases((1, [(3, finding())], [finding()]), (0, [(12, finding(resolved=True))], [])))
        page = changing.report([run, Result("E, after", [], phases((1, [], [])))], "benchmarks/hour E", 100, (1, 0), 0.1, "a machine")
        self.assertIn("| E, before | 0 (0) | async-blocking-pair at Runs.java:7 | 1 of 1 | 3 (3) | 1 of 1 | 0 |", page)
        self.assertIn("Recall 1 of 1; precision 1 of 1 warnings that opened.", page)


class TheDocs(unittest.TestCase):
    def test_say_what_was_measured(self):
        results = (ROOT / "benchmarks/results/hour.md").read_text()
        self.assertIn(re.search(r"^Recall .*$", results, re.M)[0], (ROOT / "docs/cases/README.md").read_text())


class WhatIsRead(unittest.TestCase):
    def test_lines_are_read_once_and_only_when_they_are_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "findings.jsonl"
            findings = Findings(file)
            self.assertEqual([], findings.read(1.0))
            line = json.dumps(finding())
            file.write_text(line + "\n" + line[:20])
            self.assertEqual([(2.0, finding())], findings.read(2.0))
            self.assertEqual([], findings.read(3.0))
            file.write_text(line + "\n" + json.dumps(finding(resolved=True)) + "\n")
            self.assertEqual(1, len(findings.read(4.0)))
            self.assertEqual({}, findings.open)


class TheLoad(unittest.TestCase):
    def test_a_failed_action_is_counted_and_the_load_goes_on(self):
        enough, numbers = threading.Event(), []

        def act(number):
            numbers.append(number)
            if number >= 9:
                enough.set()
            raise OSError("refused")

        under_load = Load(act)
        under_load.at(200)
        self.assertTrue(enough.wait(60))
        under_load.stop()
        under_load.pool.shutdown()
        self.assertEqual(sorted(numbers), list(range(len(numbers))))
        done, failed = under_load.count()
        self.assertEqual((len(numbers), len(numbers)), (done, failed))


if __name__ == "__main__":
    unittest.main()
