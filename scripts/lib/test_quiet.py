"""python3 -m unittest discover -s scripts/lib -p 'test_*.py'"""

import json
import unittest

import quiet_programs


def declared(**program):
    whole = {"name": "store", "title": "Store 1.0", "kind": "database", "libraries": ["a:b:1"], "command": ["a.Main"], "ready": "up",
             "loads": "rows", "jdks": [17], "skipped": {"25": "it needs the security manager"}}
    return {**whole, **program}


WAITED = {"seconds": 12.5, "explained": 0.984, "unexplained": [["a-# in get() at a.B.c(B.java:1) → unknown", 0.016]]}


def result(phase="load", findings=(), **other):
    phases = {name: list(findings) if name == phase else [] for name in quiet_programs.PHASES}
    whole = {"jdk": 17, "date": "2026-11-23", "seconds": 15, "loaded": "9 rows", "exit": 143, "errors": 0.0, "status": "ok", "left_alone": [], "stray": [], "phases": phases, "waited": WAITED}
    return {**whole, **other}


REFUSAL = {"rule": "tasks-rejected", "severity": "warning", "site": "a.Store.put(Store.java:7)", "title": "6 tasks refused"}
RIGHT = {"rule": "tasks-rejected", "severity": "warning", "phases": ["load"], "site": "Store\\.put", "reason": "It loses writes."}


class Programs(unittest.TestCase):
    def test_each_declaration_is_well_formed(self):
        for program in quiet_programs.programs():
            self.assertEqual([], quiet_programs.misdeclared(program))
        names = [program["name"] for program in quiet_programs.programs()]
        self.assertEqual(len(names), len(set(names)))
        self.assertGreaterEqual(len(names), 15)

    def test_each_driver_is_used(self):
        words = {word for program in quiet_programs.programs() for word in (program["command"] + program.get("load", []))}
        drivers = {file.stem: file.read_text() for file in quiet_programs.SOURCES.glob("*.java")}
        shared = {name for name in drivers if any(f"{name}." in text for other, text in drivers.items() if other != name)}
        self.assertEqual(set(), drivers.keys() - words - shared)

    def test_a_wrong_declaration_is_seen(self):
        self.assertEqual([], quiet_programs.misdeclared(declared()))
        self.assertEqual(["store: reddy is no key of a program"], quiet_programs.misdeclared(declared(reddy="up")))
        self.assertEqual(["store must either run on 25 or say why it is skipped"], quiet_programs.misdeclared(declared(skipped={})))
        self.assertEqual(
            ["store: an expected finding has no reason"],
            quiet_programs.misdeclared(declared(expected=[{"rule": "tasks-rejected", "severity": "warning"}])),
        )

    def complaints(self, expected=(), **of_the_result):
        return quiet_programs.complaints({"program": [declared(expected=expected)]}, "store", result(**of_the_result))

    def test_a_warning_without_a_reason_fails(self):
        wrong = ["warning tasks-rejected at a.Store.put(Store.java:7) (load): 6 tasks refused"]
        self.assertEqual(wrong, self.complaints(findings=[REFUSAL]))
        self.assertEqual([], self.complaints(expected=[RIGHT], findings=[REFUSAL]))

    def test_a_reason_holds_for_its_rule_severity_site_and_phase_only(self):
        for key, value in (("rule", "thread-per-task"), ("severity", "info"), ("site", "Other"), ("phases", ["shutdown"])):
            self.assertNotEqual([], self.complaints(expected=[{**RIGHT, key: value}], findings=[REFUSAL]), key)

    def test_the_agents_own_errors_and_lines_and_a_wrong_end_fail(self):
        self.assertEqual(["snarl_agent_errors_total is 1, not 0"], self.complaints(errors=1.0))
        self.assertEqual(["/healthz says degraded"], self.complaints(status="degraded"))
        self.assertEqual(["on standard error: snarl: oops"], self.complaints(stray=["snarl: oops"]))
        self.assertEqual(["the program ended with 1"], self.complaints(exit=1))

    def test_lines_of_the_agent_that_are_no_findings_are_stray(self):
        for line in ("snarl: ready in 9 ms on http://127.0.0.1:1, 26 rules", "snarl: WARNING tasks-rejected at a", "snarl: jetty 9 is left alone, so", "snarl: scala has a P unlike that of the tested versions 2.13 to 3.10: what depends on it stays silent, everything else works"):
            self.assertRegex(line, quiet_programs.SAID)
        self.assertNotRegex("snarl: the hook of Thread failed", quiet_programs.SAID)

    def test_the_page_says_what_was_said_and_why(self):
        page = quiet_programs.page({"program": [declared(expected=[RIGHT])]}, {"store/17": result(findings=[REFUSAL])})
        self.assertIn("| Store 1.0 | database | rows | 17 | 9 rows | 98 % of 12 s | tasks-rejected (**warning**) |  |  |", page)
        self.assertIn("| 25 | not run: it needs the security manager |", page)
        self.assertIn("6 tasks refused. *Right:* It loses writes.", page)

    def test_where_threads_waited_much_95_percent_are_explained_as_chains_md_says(self):
        waited = {key: run["waited"] for key, run in json.loads(quiet_programs.RESULTS.read_text()).items() if run.get("waited")}
        low = {key: one for key, one in waited.items() if one["explained"] < 0.95}
        self.assertGreater(len(waited), len(low) + 15)
        because = {program["name"] for program in quiet_programs.programs() if "unexplained" in program}
        self.assertEqual(because, {key.split("/")[0] for key, one in low.items() if one["seconds"] >= 10})

    def test_the_page_is_what_declarations_and_results_say_and_nothing_lacks_a_reason(self):
        page = quiet_programs.PAGE.read_text()
        self.assertEqual(quiet_programs.written_page(), page, "run scripts/quiet --page")
        lacking = ("No reason is declared", "not measured yet")
        self.assertEqual([], [line for line in page.splitlines() if any(words in line for words in lacking)])


if __name__ == "__main__":
    unittest.main()
