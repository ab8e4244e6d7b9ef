"""python3 -m unittest discover -s scripts/lib -p 'test_*.py'"""

import contextlib
import io
import pathlib
import tempfile
import types
import unittest

import example
from examination import Examination, contradictions
from example import Expected, Outcome, Variant

RULE = "known-rule"
SOURCE = "src/Sender.java"


class Project(unittest.TestCase):
    """A project with one rule and one example of two lines."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)
        self.folder = self.root / "examples/sending"
        (self.folder / "src").mkdir(parents=True)
        (self.folder / SOURCE).write_text("class Sender {\n  send().get();\n}\n")
        (self.root / "docs/findings").mkdir(parents=True)
        (self.root / f"docs/findings/{RULE}.md").write_text("")

    def complaints(self, variant, findings, said=()):
        return example.complaints(variant, Outcome("", {}, findings, list(said)), self.folder)


def finding(rule=RULE, severity="warning", site="com.example.Sender.run(Sender.java:2)"):
    return {"rule": rule, "severity": severity, "site": site}


def variant(name="before", *expected):
    return Variant(name, "", lambda context: None, expected)


class ExaminationTest(unittest.TestCase):
    def setUp(self):
        self.examination = Examination("java", "jar", types.SimpleNamespace(process=types.SimpleNamespace(pid=1), running=False))
        self.addCleanup(self.examination.end)

    def test_keeps_the_last_answer_that_holds_most_true(self):
        for text, verdict in (("idle", "not seen"), ("load", "true"), ("more", "true"), ("after", "false")):
            self.examination.take(text, {"pool": verdict, "heap": "false"})
        self.assertEqual("more", self.examination.text)
        self.assertEqual({"pool": "true", "heap": "false"}, self.examination.verdicts)

    def test_what_was_true_once_is_true_and_contradicts_false(self):
        self.examination.take("both", {"pool": "true", "cpu": "true"})
        self.examination.take("heap", {"heap": "true", "pool": "false"})
        lines = contradictions({"heap": "true", "pool": "false", "files": "false"}, self.examination.verdicts)
        self.assertEqual(
            ["the doctor says true of pool, and should say false", "the doctor says nothing of files, and should say false"],
            lines,
        )


class ExpectedTest(Project):
    wanted = Expected(RULE, "warning", SOURCE, ".get()")

    def test_is_met_by_the_rule_at_the_line_that_holds_the_code(self):
        self.assertEqual([], self.complaints(variant("before", self.wanted), [finding()]))

    def test_is_not_met_at_another_line_or_by_another_rule_or_quieter(self):
        for other in (
            finding(site="com.example.Sender.run(Sender.java:22)"),
            finding(rule="other-rule"),
            finding(severity="info"),
        ):
            lines = self.complaints(variant("before", self.wanted), [other])
            self.assertEqual([f"no warning {RULE} at Sender.java:2"], lines)

    def test_is_met_by_something_louder(self):
        quiet = Expected(RULE, "info", SOURCE, ".get()")
        self.assertEqual([], self.complaints(variant("before", quiet), [finding(severity="critical")]))

    def test_without_a_source_is_met_anywhere(self):
        self.assertEqual([], self.complaints(variant("before", Expected(RULE)), [finding(site="A.b(C.java:9)")]))

    def test_of_a_rule_that_is_not_in_the_agent_is_not_asked_for_and_counted(self):
        later = variant("before", self.wanted, Expected("later-rule"))
        self.assertEqual([], self.complaints(later, [finding()]))
        self.assertIn("all 1 findings", example.verdict(later, [], 1))
        self.assertIn("1 not asked for yet", example.verdict(later, [], 1))


class VerdictTest(Project):
    def test_after_must_be_silent_but_for_information(self):
        self.assertEqual([], self.complaints(variant("after"), [finding(severity="info")]))
        self.assertEqual(
            [f"warning {RULE} at Sender.run(Sender.java:2)"], self.complaints(variant("after"), [finding()])
        )

    def test_before_may_hold_more_than_was_expected(self):
        self.assertEqual([], self.complaints(variant("before"), [finding()]))

    def test_what_the_run_itself_complains_of_fails_it(self):
        lines = self.complaints(variant("before"), [], ["nothing was sent"])
        self.assertEqual("FAILED\n  nothing was sent", example.verdict(variant("before"), lines, 0))


class ChoiceTest(unittest.TestCase):
    def test_of_a_step_that_does_not_exist_is_refused_with_those_that_do(self):
        variants = (variant("before"), Variant("before", "slow", lambda context: None))
        self.assertIs(variants[1], example.choose(variants, types.SimpleNamespace(variant="before", step="slow")))
        said = io.StringIO()
        with self.assertRaises(SystemExit) as refused, contextlib.redirect_stderr(said):
            example.choose(variants, types.SimpleNamespace(variant="before", step="fast"))
        self.assertEqual(2, refused.exception.code)
        self.assertEqual(1, len(said.getvalue().splitlines()))
        self.assertIn("slow", said.getvalue())


class SiteTest(unittest.TestCase):
    def test_is_shortened_to_its_class(self):
        self.assertEqual("Sender.run(Sender.java:2)", example.short("com.example.mail.Sender.run(Sender.java:2)"))


if __name__ == "__main__":
    unittest.main()
