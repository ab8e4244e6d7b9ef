"""The sum of made-up reports, with the names of the tests that passed only at their second attempt."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import surefire

# Surefire counts only the second run of such a class in the head of its report.
FLAKY = """<testsuite name="dev.snarl.tests.QueueTimeTest" tests="1" errors="0" skipped="0" failures="0">
  <testcase name="meansAgree(Jdk)[1]" classname="dev.snarl.tests.QueueTimeTest" time="2.1">
    <flakyFailure message="expected: 1 but was: 2" type="AssertionError"><stackTrace>at x</stackTrace></flakyFailure>
  </testcase>
  <testcase name="refusedTasksAreNoWait" classname="dev.snarl.tests.QueueTimeTest" time="0.4">
    <flakyError message="gone" type="java.io.IOException"/>
  </testcase>
  <testcase name="steady" classname="dev.snarl.tests.QueueTimeTest" time="0.1"/>
</testsuite>"""
FAILED = """<testsuite name="dev.snarl.tests.AttachTest" tests="3" errors="1" skipped="1" failures="1">
  <testcase name="twice" classname="dev.snarl.tests.AttachTest"><failure/><rerunFailure/></testcase>
  <testcase name="broken" classname="dev.snarl.tests.AttachTest"><error/></testcase>
  <testcase name="elsewhere" classname="dev.snarl.tests.AttachTest"><skipped/></testcase>
</testsuite>"""


class Sum(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def report(self, module, name, text):
        folder = self.root / module / "target/surefire-reports"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"TEST-{name}.xml").write_text(text)

    def lines(self):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            surefire.main(self.root)
        return out.getvalue().splitlines()

    def test_each_test_counts_once_and_those_run_again_are_named(self):
        self.report("agent/tests", "dev.snarl.tests.QueueTimeTest", FLAKY)
        self.report("agent/tests", "dev.snarl.tests.AttachTest", FAILED)
        self.assertEqual(
            [
                "3 2 1",
                "passed only when run again: QueueTimeTest.meansAgree(Jdk)[1]",
                "passed only when run again: QueueTimeTest.refusedTasksAreNoWait",
            ],
            self.lines(),
        )

    def test_without_such_tests_of_ours_there_is_nothing_but_the_sum(self):
        self.report("agent/runtime", "dev.snarl.tests.AttachTest", FAILED)
        self.report(".cache/guava", "com.google.FlakyTest", FLAKY)
        self.assertEqual(["0 2 1"], self.lines())

    def test_without_a_report_nothing_passed(self):
        self.assertEqual(["0 0 0"], self.lines())


if __name__ == "__main__":
    unittest.main()
