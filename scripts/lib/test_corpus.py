"""The corpus is labelled consistently, and its score counts what its README says."""

import contextlib
import io
import pathlib
import subprocess
import sys
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import catalogue
import confined
import corpus

# RuleDocsTest holds that these are the rules, and that each has a program and a twin.
RULES = set(catalogue.rules())


def found(program, rule, severity, line, identity="1"):
    site = f"{program.name}.main({program.path.name}:{line})"
    return {"id": identity, "rule": rule, "severity": severity, "site": site, "title": "t"}


class Labels(unittest.TestCase):
    def setUp(self):
        self.programs = [corpus.read_program(p) for p in corpus.corpus_files()]

    def test_labels_name_rules(self):
        for program in self.programs:
            named = {e.rule for _, e in program.expect} | {rule for rule, _ in program.allow}
            self.assertLessEqual(named, RULES, program.name)
            self.assertIn(program.twin_of, RULES | {"", "every rule"}, program.name)

    def test_names_are_unique_and_twins_of_a_rule_expect_nothing_above_a_note(self):
        names = [p.name for p in self.programs]
        self.assertEqual(len(names), len(set(names)))
        for program in self.programs:
            if program.twin_of:
                self.assertTrue(all(e.severity == "info" for _, e in program.expect), program.name)

    def test_programs_are_short(self):
        for program in self.programs:
            limit = 110 if program.libraries else 80  # some bring a server for their library
            self.assertLessEqual(len(program.path.read_text().splitlines()), limit, program.name)

    def test_perfect_findings_score_perfectly(self):
        for program in self.programs:
            for jdk in (j for j in corpus.TESTED if corpus.covers(program.jdk, j)):
                lines = [
                    found(program, e.rule, e.severity, e.lines[0], str(i))
                    if e.lines
                    else {"id": str(i), "rule": e.rule, "severity": e.severity, "site": e.place, "title": "t"}
                    for i, e in enumerate(program.expected(jdk))
                ]
                outcome = corpus.score(program, jdk, lines, [], 0)
                self.assertEqual((outcome.misses, outcome.false_alarms), ([], []), program.name)


class Spread(unittest.TestCase):
    def setUp(self):
        self.programs = [corpus.read_program(p) for p in corpus.corpus_files()]

    def test_each_program_runs_on_a_jdk_that_it_is_for(self):
        for program in self.programs:
            for versions in ([17, 21, 25], [17, 25]):
                able = [version for version in versions if corpus.covers(program.jdk, version)]
                chosen = corpus.chosen(program, versions)
                self.assertTrue(set(chosen) <= set(able), program.name)
                self.assertEqual(bool(chosen), bool(able), program.name)

    def test_each_jdk_has_its_part(self):
        runs = [version for program in self.programs for version in corpus.chosen(program, [17, 21, 25])]
        self.assertLess(len(runs), len(self.programs) * 1.2)
        for version in (17, 21, 25):
            self.assertGreater(runs.count(version), len(runs) / 5)

    def test_labels_that_differ_by_jdk_are_tried_on_each(self):
        differing = [p for p in self.programs if any(within != ".." for within, _ in p.expect)]
        self.assertTrue(differing)
        for program in differing:
            able = [version for version in (17, 25) if corpus.covers(program.jdk, version)]
            self.assertEqual(corpus.chosen(program, [17, 25]), able)


class Score(unittest.TestCase):
    def setUp(self):
        self.program = corpus.read_program(corpus.CORPUS / "pool-deadlock" / "DeadlockOwnPool.java")
        self.line = self.program.expect[0][1].lines[0]

    def score(self, *lines):
        outcome = corpus.score(self.program, 17, lines, [], 0)
        return len(outcome.hits), len(outcome.misses), len(outcome.false_alarms)

    def test_silence_is_a_miss(self):
        self.assertEqual(self.score(), (0, 1, 0))

    def test_the_wrong_line_is_a_miss_and_a_false_alarm(self):
        self.assertEqual(self.score(found(self.program, "pool-deadlock", "critical", self.line + 1)), (0, 1, 1))

    def test_the_wrong_severity_is_a_miss_and_a_false_alarm(self):
        self.assertEqual(self.score(found(self.program, "pool-deadlock", "warning", self.line)), (0, 1, 1))

    def test_updates_of_a_finding_count_once_at_their_worst(self):
        first = found(self.program, "pool-deadlock", "warning", self.line)
        second = found(self.program, "pool-deadlock", "critical", self.line)
        self.assertEqual(self.score(first, second, first), (1, 0, 0))

    def test_a_second_finding_of_another_rule_is_a_false_alarm(self):
        right = found(self.program, "pool-deadlock", "critical", self.line)
        note = found(self.program, "unbounded-queue", "info", self.line, "2")
        self.assertEqual(self.score(right, note), (1, 0, 1))

    def test_evidence_must_name_the_line_of_its_label(self):
        program = corpus.read_program(corpus.CORPUS / "nested-scope" / "NestedScopePerFollower.kt")
        ((rule, key, line),) = program.evidence
        self.assertEqual((rule, key), ("nested-scope", "parentSite"))
        finding = {"rule": rule, "evidence": {key: f"publish({program.path.name}:{line})"}}
        self.assertEqual(corpus.untrue(program, [finding]), [])
        finding["evidence"] = {key: f"publish({program.path.name}:{line + 1})"}
        self.assertEqual(len(corpus.untrue(program, [finding])), 1)

    def test_ranges_of_jdks(self):
        self.assertTrue(corpus.covers("..24", 21))
        self.assertFalse(corpus.covers("..24", 25))
        self.assertFalse(corpus.covers("21..", 17))


class SecondRun(unittest.TestCase):
    def finish(self, missed):
        program = corpus.read_program(corpus.CORPUS / "pool-deadlock" / "DeadlockOwnPool.java")
        expected = [e for _, e in program.expect]
        misses, hits = (expected, []) if missed else ([], expected)
        outcome = corpus.Outcome(program, 17, 1, [], hits, misses, [], second=True)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            corpus.finish([outcome], [], False)
        return out.getvalue().splitlines()

    def test_a_miss_that_passed_again_is_named_before_the_sum(self):
        lines = self.finish(missed=False)
        self.assertEqual(lines[-2:], ["passed only when run again: DeadlockOwnPool on JDK 17", "1 passed, 0 failed, 0 skipped"])

    def test_a_second_miss_has_not_passed(self):
        self.assertNotIn("run again", "\n".join(self.finish(missed=True)))


class Places(unittest.TestCase):
    """What a program of the corpus can have for itself; skipped where the kernel does not give it."""

    def run_in(self, limits, network, *command):
        reason = confined.missing(limits, network)
        if reason:
            self.skipTest(reason)
        with confined.place("snarl-test-corpus", limits, network) as prefix:
            return subprocess.run([*prefix, *command], capture_output=True, text=True, check=True).stdout

    def test_a_control_group_holds_its_command_and_is_gone_afterwards(self):
        groups = self.run_in(("pids=20", "cpu=0.5"), False, "cat", "/proc/self/cgroup")
        self.assertIn("/snarl-test-corpus", groups)
        self.assertEqual([], list(confined.CONTROL.glob("**/snarl-test-corpus")))

    def test_a_network_of_its_own_has_a_loopback_that_is_up(self):
        connect = "import socket; s = socket.create_server(('127.0.0.1', 0)); socket.create_connection(s.getsockname())"
        self.run_in((), True, sys.executable, "-c", connect)
        interfaces = self.run_in((), True, "cat", "/proc/self/net/dev").splitlines()[2:]
        self.assertEqual(["lo"], [line.split(":")[0].strip() for line in interfaces])

    def test_where_it_cannot_be_had_the_reason_is_told(self):
        with unittest.mock.patch.object(confined, "CONTROL", pathlib.Path("/proc/self")):
            self.assertIn("/proc/self", confined.missing(("pids=20",), False))
        self.assertIsNone(confined.missing((), False))


if __name__ == "__main__":
    unittest.main()
