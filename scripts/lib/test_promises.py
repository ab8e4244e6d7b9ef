#!/usr/bin/env python3
"""Each promise of docs/safety.md has its tests and an edit that would break it, and so has each protocol under jcstress."""

import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import jcstress  # noqa: E402
import promises  # noqa: E402


class Promises(unittest.TestCase):
    def test_each_has_its_tests_and_its_edit_and_the_page_is_in_step(self):
        self.assertEqual(promises.check(), [])

    def test_the_edits_change_something(self):
        for promise in promises.promises():
            self.assertNotEqual(promise["find"], promise["put"], promise["id"])

    def test_the_results_know_each_promise(self):
        rows = (promises.ROOT / "benchmarks/results/promises.md").read_text()
        for promise in promises.promises():
            self.assertIn(f"| {promise['id']} |", rows)

    def test_a_missing_test_is_seen(self):
        with self.assertRaises(SystemExit):
            promises.signature("dev.snarl.publish.HttpApiTest#thereIsNoSuchTest")


class Protocols(unittest.TestCase):
    def test_each_can_be_broken(self):
        sources = (promises.ROOT / "agent/stress/src/main/java/dev/snarl/observe").rglob("*.java")
        tests = {file.stem for file in sources if "@JCStressTest" in file.read_text()}
        self.assertEqual({entry["test"] for entry in jcstress.breaks()}, tests)
        for entry in jcstress.breaks():
            self.assertEqual((promises.ROOT / entry["file"]).read_text().count(entry["find"]), 1, entry["test"])

    def test_what_jcstress_prints_is_added_up(self):
        log = (
            ".......... [OK] dev.snarl.observe.Some\n\n  RESULT  SAMPLES     FREQ      EXPECT  DESCRIPTION\n"
            "     a, b    1,234   99.9%  Acceptable  Fine.\n     b, b        1   <0.01%   Forbidden  Bad.\n"
            "...... [FAILED] dev.snarl.observe.Some\n     a, b    1   99.9%  Acceptable  Fine.\nRUN RESULTS:\n"
            ".......... [OK] dev.snarl.observe.Some\n     a, b    9   99.9%  Acceptable  Fine.\n"
        )
        seen, runs = jcstress.read(log)
        self.assertEqual(seen["Some"][("a, b", "Acceptable", "Fine.")], 1235)
        self.assertEqual(jcstress.forbidden(seen), 1)
        self.assertEqual(runs["Some"], 2)
        self.assertRegex(jcstress.table(seen, runs), re.compile("1,236 meetings in 2 forked JVMs, 1 with a forbidden outcome"))


if __name__ == "__main__":
    unittest.main()
