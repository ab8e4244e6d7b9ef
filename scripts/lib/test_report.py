"""python3 -m unittest discover -s scripts/lib -p 'test_*.py'"""

import json
import pathlib
import tempfile
import unittest

import report

METRICS = """# TYPE snarl_thread_starts_total counter
snarl_thread_starts_total{application="a",site="a.B.c(D.java:1)"} 5
snarl_thread_starts_total{application="a",site="x} 7"} 1.0
executor_queued_tasks{application="a",name="fcm-#"} 3
executor_queued_tasks{application="a",name="other"} 4
process_uptime_seconds 12.5
"""


class ScrapeTest(unittest.TestCase):
    scrape = report.Scrape(0.0, METRICS)

    def test_adds_up_the_samples_of_a_metric(self):
        self.assertEqual(6.0, self.scrape.total("snarl_thread_starts_total"))
        self.assertEqual(12.5, self.scrape.total("process_uptime_seconds"))

    def test_adds_up_only_samples_with_the_labels_asked_for(self):
        self.assertEqual(3.0, self.scrape.total("executor_queued_tasks", name="fcm-#"))

    def test_a_counter_without_samples_is_zero(self):
        self.assertEqual(0, self.scrape.total("snarl_pool_deadlocks"))

    def test_tells_the_values_of_a_label(self):
        self.assertEqual(["fcm-#", "other"], self.scrape.labels("executor_queued_tasks", "name"))


class FindingsFileTest(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "findings.jsonl"
            file.write_text(text)
            return report.read_findings(file)

    def test_a_finding_counts_once_with_its_last_line(self):
        lines = '{"id":"a","severity":"warning","count":3}\n{"id":"a","severity":"warning","count":9,"resolved":true}\n'
        self.assertEqual([9], [finding["count"] for finding in self.read(lines)])

    def test_a_finding_that_was_a_warning_once_stays_one(self):
        lines = '{"id":"a","severity":"warning"}\n{"id":"a","severity":"info"}\n'
        self.assertEqual(["warning"], [finding["severity"] for finding in self.read(lines)])

    def test_a_missing_file_holds_no_findings(self):
        self.assertEqual([], report.read_findings("/nowhere/findings.jsonl"))

    def test_a_broken_line_is_refused(self):
        with self.assertRaises(report.Unreadable):
            self.read('{"id":"a","severi\n')


class ColumnsTest(unittest.TestCase):
    def test_are_aligned_for_any_number_of_variants(self):
        lines = report.columns([("", "before", "after"), ("success", "99.00 %", "100.00 %")])
        self.assertEqual(1, len({len(line) for line in lines}))


class TheCulprit(unittest.TestCase):
    """The chain that a case is about, against chains of an agent."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        (self.folder / "A.java").write_text("class A {\n  f.get();\n}\n")
        self.culprit = report.Culprit(r"get\(\) at \S+LINE → b → socket$", "A.java", "f.get()")

    def chains(self, **seconds):
        waits = {"frame": "a-# in get() at x.A.run(A.java:2)", "ends": {}, "items": [{"frame": "b", "ends": {"socket": seconds["socket"]}, "items": []}]}
        other = {"frame": "c", "ends": {"process": seconds["process"], "idle": 1_000}, "items": []}
        return report.chains(json.dumps({"explainedRatio": 1, "unexplainedEnds": ["unknown"], "items": [waits, other]}))

    def test_an_endpoint_divides_no_chain(self):
        waits = {"frame": "a", "ends": {"socket": 4}, "items": []}
        routed = {"frame": "GET /run", "route": "GET /run", "ends": {}, "items": [waits]}
        read = report.chains(json.dumps({"explainedRatio": 1, "unexplainedEnds": [], "items": [routed, waits]}))
        self.assertEqual({("a", "socket"): 8}, read.paths)

    def test_is_the_widest_before_whatever_is_idle(self):
        self.assertEqual([], self.culprit.missing(self.folder, self.chains(socket=10, process=9)))
        self.assertIn("but c → process", self.culprit.missing(self.folder, self.chains(socket=9, process=10))[0])
        self.assertIn("but none", self.culprit.missing(self.folder, None)[0])

    def test_is_gone_after_if_hardly_anything_waits_there(self):
        self.assertEqual([], self.culprit.left(self.folder, self.chains(socket=4, process=96)))
        self.assertIn("6 % of the waiting", self.culprit.left(self.folder, self.chains(socket=6, process=94))[0])
        self.assertEqual([], self.culprit.left(self.folder, None))

    def test_its_line_must_be_there(self):
        with self.assertRaises(report.Unreadable):
            report.Culprit("LINE", "A.java", "gone()").missing(self.folder, None)


if __name__ == "__main__":
    unittest.main()
