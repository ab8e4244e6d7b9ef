"""The corpus is labelled consistently, and its score counts what its README says."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import corpus

RULES = (
    "async-blocking-pair",
    "blocking-io-pool",
    "client-per-call",
    "code-cache-full",
    "common-pool-blocking",
    "connection-pool-exhausted",
    "blocking-in-coroutine",
    "executor-per-call",
    "fan-out-wait",
    "fd-limit",
    "heap-pressure",
    "jit-warm-up",
    "metaspace-limit",
    "nested-scope",
    "pool-deadlock",
    "pool-saturated",
    "pool-starvation",
    "serial-blocking",
    "submit-and-wait",
    "tasks-rejected",
    "thread-per-task",
    "unbounded-queue",
    "virtual-thread-pinned",
)


def found(program, rule, severity, line, identity="1"):
    site = f"{program.name}.main({program.path.name}:{line})"
    return {"id": identity, "rule": rule, "severity": severity, "site": site, "title": "t"}


class Labels(unittest.TestCase):
    def setUp(self):
        self.programs = [corpus.read_program(p) for p in corpus.corpus_files()]

    def test_every_rule_has_a_positive(self):
        expected = {e.rule for p in self.programs for _, e in p.expect}
        self.assertEqual(expected, set(RULES))

    def test_every_rule_has_a_twin(self):
        twins = {p.twin_of for p in self.programs if p.twin_of}
        self.assertEqual(twins, set(RULES) | {"every rule"})

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


class Sample(unittest.TestCase):
    def setUp(self):
        self.programs = [corpus.read_program(p) for p in corpus.corpus_files()]
        self.sample = corpus.sample(self.programs, 21)

    def test_each_folder_keeps_what_is_found_and_what_is_silent(self):
        for silent in (False, True):
            groups = {p.group for p in self.programs if bool(p.twin_of) == silent and corpus.covers(p.jdk, 21)}
            self.assertEqual({p.group for p in self.sample if bool(p.twin_of) == silent}, groups)

    def test_nothing_that_differs_by_jdk_is_left_out(self):
        differing = {p.name for p in self.programs if p.jdk != "17.." and corpus.covers(p.jdk, 21)}
        self.assertLess(differing, {p.name for p in self.sample})
        self.assertLess(len(self.sample), len(self.programs) / 2)


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

    def test_ranges_of_jdks(self):
        self.assertTrue(corpus.covers("..24", 21))
        self.assertFalse(corpus.covers("..24", 25))
        self.assertFalse(corpus.covers("21..", 17))


if __name__ == "__main__":
    unittest.main()
