"""python3 -m unittest discover -s scripts/lib -p 'test_*.py'"""

import pathlib
import types
import unittest

import demo_report
import report

ROOT = pathlib.Path(__file__).resolve().parents[2]
GATLING = """
---- Global Information ---------------------------------|---Total---|-----OK----|----KO----
> request count                                          |     1,200 |     1,188 |        12
> mean response time (ms)                                |       240 |       252 |         1
> response time 50th percentile (ms)                     |       240 |       243 |         1
> response time 95th percentile (ms)                     |       310 |       314 |         1
> response time 99th percentile (ms)                     |       330 |       331 |         1
> mean throughput (rps)                                  |      9.77 |      9.70 |      0.07
"""


def scrape(seconds, starts, held):
    text = f"""# TYPE snarl_thread_starts_total counter
snarl_thread_starts_total{{application="a",site="a.B.c(D.java:1)"}} {starts}
snarl_thread_starts_total{{application="a",site="x}} 7"}} 1.0
snarl_double_blocked_seconds_total{{site="a",worker_site="b"}} {held}
"""
    return report.Scrape(seconds, text)


def options(shape="plain", jdk=17):
    return types.SimpleNamespace(root=ROOT, shape=shape, jdk=jdk, seconds=60, visitors=12)


def run(profile, findings, starts=601.0, held=150.0):
    return demo_report.Run(
        profile=profile,
        times=demo_report.response_times(GATLING),
        scrapes=(scrape(100.0, 1.0, 0.0), scrape(160.0, starts, held)),
        findings=findings,
    )


def findings_that_are_expected(opts, severity="warning"):
    return [
        {"rule": rule, "severity": severity, "site": site, "title": "t", "evidence": {"workerSite": worker}}
        for rule, site, worker in demo_report.expected(opts)
    ]


class ResponseTimesTest(unittest.TestCase):
    def test_are_those_of_the_requests_that_succeeded(self):
        times = demo_report.response_times(GATLING)
        self.assertEqual((252.0, 243.0, 314.0, 331.0), (times.mean, times.p50, times.p95, times.p99))
        self.assertEqual(99.0, times.success_percent)

    def test_are_absent_when_no_request_succeeded(self):
        failed = GATLING.replace("1,188", "-").replace("252", "-")
        times = demo_report.response_times(failed)
        self.assertEqual((None, 0.0), (times.mean, times.success_percent))
        self.assertIn("mean -", demo_report.describe(times))

    def test_a_report_without_a_summary_is_refused(self):
        with self.assertRaises(report.Unreadable):
            demo_report.response_times("Simulation started…")


class CountersTest(unittest.TestCase):
    def test_are_summed_over_labels_and_taken_over_the_load_only(self):
        measured = run("before-plain", [])
        self.assertEqual(10.0, measured.thread_starts_per_second)
        self.assertEqual(150.0, measured.double_held_seconds)


class VerdictTest(unittest.TestCase):
    def test_is_good_when_the_fault_was_found_before_and_nothing_after(self):
        for shape in ("plain", "pooled"):
            for jdk in (17, 21, 25):
                opts = options(shape, jdk)
                before = run("before", findings_that_are_expected(opts))
                self.assertEqual([], demo_report.complaints(before, run("after", []), opts), (shape, jdk))

    def test_thread_per_task_is_asked_for_up_to_24_only(self):
        self.assertIn("thread-per-task", [rule for rule, _, _ in demo_report.expected(options(jdk=21))])
        self.assertNotIn("thread-per-task", [rule for rule, _, _ in demo_report.expected(options(jdk=25))])
        self.assertIn("does not apply on Java 25", demo_report.verdict([], options(jdk=25)))

    def test_is_bad_when_a_line_is_wrong(self):
        findings = findings_that_are_expected(options())
        findings[0]["site"] = findings[0]["site"].replace("(RunController.java:", "(RunController.java:1")
        self.assertEqual(1, len(demo_report.complaints(run("before", findings), run("after", []), options())))

    def test_is_bad_when_the_fault_was_information_only(self):
        before = run("before", findings_that_are_expected(options(), severity="info"))
        self.assertEqual(2, len(demo_report.complaints(before, run("after", []), options())))

    def test_is_bad_when_something_is_found_after(self):
        findings = findings_that_are_expected(options())
        lines = demo_report.complaints(run("before", findings), run("after", findings[:1]), options())
        self.assertEqual(1, len(lines))

    def test_information_after_is_no_complaint(self):
        before = run("before", findings_that_are_expected(options()))
        after = run("after", findings_that_are_expected(options(), severity="info"))
        self.assertEqual([], demo_report.complaints(before, after, options()))


class TableTest(unittest.TestCase):
    def test_stands_side_by_side(self):
        opts = options()
        text = demo_report.table(run("before", findings_that_are_expected(opts)), run("after", [], 1.0, 0.0), opts)
        self.assertRegex(text, r"thread starts +10\.00/s +0\.00/s")
        self.assertRegex(text, r"success +99\.00 % +99\.00 %")
        self.assertIn("async-blocking-pair at before.RunController.run(RunController.java:", text)
        self.assertIn("Findings after: none", text)


if __name__ == "__main__":
    unittest.main()
