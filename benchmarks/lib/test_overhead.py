"""The page of scripts/bench from numbers made up, and what scripts/bench refuses. Measures nothing."""

import contextlib
import io
import json
import os
import pathlib
import tempfile
import unittest

import overhead
import overhead_doc
import overhead_macro
import peers
from overhead_doc import Row
from peers import AGAIN, FLOOR, NONE, SNARL


def section(metrics, name="micro", absent=None, case_absent=None):
    run = {
        "command": "scripts/bench",
        "began": "2026-01-01 00:00 UTC",
        "seconds": 60.0,
        "rounds": 3,
        "load": 0.1,
        "machines": ["a machine"],
        "versions": {SNARL: "0.1.0"},
        "absent": absent or {},
        "left_out": ["`submit`"],
    }
    case = {"id": "execute-1", "title": "`execute`", "metrics": metrics, "absent": case_absent or {}, "run": 0}
    return {"name": name, "about": "About.", "order": ["execute-1", "submit-1"], "runs": [run], "cases": [case]}


def row(key="ns", **others):
    samples = {NONE: [100, 101, 99], AGAIN: [102, 100, 101], **{name.replace("_", " "): taken for name, taken in others.items()}}
    return Row({"id": "execute-1", "title": "`execute`"}, key, samples)


class RowTest(unittest.TestCase):
    def test_a_difference_is_that_of_the_medians_from_both_rows_without_an_agent(self):
        found = row(Snarl=[116, 115, 140])
        self.assertEqual(found.base, 100.5)
        self.assertEqual(found.cells[SNARL].difference, 15.5)
        self.assertEqual(found.cells[SNARL].spread, 12.5)

    def test_noise_is_what_two_rows_without_an_agent_differ_by(self):
        self.assertEqual(row(Snarl=[1, 1, 1]).noise, 2)

    def test_who_is_behind_by_no_more_than_the_noise_has_the_same_rank(self):
        found = row(Snarl=[112, 112, 112], Datadog=[110, 110, 110], Elastic=[113, 113, 113], Glowroot=[130, 130, 130])
        ranks = {name: cell.rank for name, cell in found.cells.items()}
        self.assertEqual(ranks, {"Snarl": 1, "Datadog": 1, "Elastic": 2, "Glowroot": 4})

    def test_more_is_better_where_it_is_throughput(self):
        found = row("throughput", Snarl=[90, 90, 90], Datadog=[70, 70, 70])
        self.assertEqual((found.cells[SNARL].rank, found.cells["Datadog"].rank), (1, 2))
        self.assertEqual(found.cell(SNARL), "-10.4 % ±0.0 % **1**")

    def test_an_empty_agent_is_shown_and_has_no_rank(self):
        found = row(Snarl=[110, 110, 110], Datadog=[120, 120, 120], **{FLOOR: [105, 105, 105]})
        self.assertEqual(found.cells[SNARL].rank, 1)
        self.assertEqual(found.cell(FLOOR), "+4.5 ±0.0")
        self.assertNotIn(FLOOR, found.rivals)

    def test_bytes_below_what_the_profiler_resolves_are_none(self):
        found = Row({"id": "x"}, "bytes", {NONE: [24, 24], AGAIN: [24, 24], SNARL: [24.3, 24.3], "Datadog": [24, 24]})
        self.assertEqual(found.cells[SNARL].rank, 1)


class PageTest(unittest.TestCase):
    numbers = {"ns": {NONE: [100, 100, 100], AGAIN: [100, 100, 100], SNARL: [120, 120, 120], "Datadog": [110, 110, 110]}}

    def test_each_row_in_which_snarl_is_not_first_is_named_with_its_reason(self):
        page = overhead_doc.document([section(self.numbers)], {"execute-1": "it times each task"})
        self.assertIn("- **`execute`: time**: 2. of 2, +20.0 ns where Datadog has +10.0: it times each task.", page)

    def test_a_row_without_a_reason_says_so(self):
        page = overhead_doc.document([section(self.numbers)], {})
        self.assertIn(overhead_doc.NO_REASON, page)

    def test_a_row_in_which_snarl_is_first_needs_none(self):
        numbers = {"ns": {**self.numbers["ns"], SNARL: [105, 105, 105]}}
        self.assertEqual(overhead_doc.behind([section(numbers)], {}), "None.")

    def test_who_is_missing_is_named_with_the_reason(self):
        found = section(self.numbers, absent={"Glowroot": "cannot be had"}, case_absent={"Elastic": "does not start"})
        lines = overhead_doc.missing([found])
        self.assertIn("- Glowroot, micro: cannot be had.", lines)
        self.assertIn("- Elastic, `execute`: does not start.", lines)
        self.assertIn("- All, `submit`: not measured yet, for lack of time.", lines)

    def test_cases_that_were_not_measured_again_stay_with_the_run_they_come_from(self):
        old, new = section(self.numbers), section(self.numbers)
        old["runs"][0]["command"], new["cases"][0]["id"] = "scripts/bench --rounds 9", "submit-1"
        both = overhead.merged(old, new)
        self.assertEqual([(case["id"], case["run"]) for case in both["cases"]], [("execute-1", 1), ("submit-1", 0)])
        self.assertEqual(both["runs"][1]["command"], "scripts/bench --rounds 9")
        again = overhead.merged(both, section(self.numbers))
        self.assertEqual(len(again["runs"]), 1, "a run of which nothing is left is forgotten")

    def test_the_table_has_a_dash_for_who_was_not_measured_in_a_row(self):
        two = section(self.numbers)
        two["cases"].append({**two["cases"][0], "title": "`launch`", "metrics": {"ns": {**self.numbers["ns"], "Datadog": []}}})
        self.assertIn("| `launch`: time, ns | 100.0 | 0.0 | +20.0 ±0.0 | – |", overhead_doc.table(two).replace(" **1**", ""))

    def test_the_page_is_written_from_the_files_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            results, page = pathlib.Path(folder), pathlib.Path(folder) / "overhead.md"
            for name in ("macro", "micro"):
                (results / f"overhead-{name}.json").write_text(json.dumps(section(self.numbers, name)))
            overhead_doc.write(page, results, results / "reasons.json")
            text = page.read_text()
        self.assertLess(text.index("## One operation"), text.index("## Services under load"))

    def test_each_section_of_the_script_has_a_chapter_and_each_number_a_name(self):
        self.assertEqual(set(overhead_doc.TITLES), set(overhead.SECTIONS))
        for name, (module, _, _) in overhead.SECTIONS.items():
            for case in module.cases(17, lambda version: pathlib.Path("java"), True):
                self.assertTrue(set(case.metrics) <= set(overhead_doc.METRICS), f"{name}: {case.metrics}")

    def test_the_committed_numbers_make_a_page_in_which_every_lost_row_has_a_reason(self):
        found = [json.loads(file.read_text()) for file in sorted(overhead.RESULTS.glob("overhead-*.json"))]
        if found:
            reasons = json.loads(overhead.REASONS.read_text())
            self.assertNotIn(overhead_doc.NO_REASON, overhead_doc.document(found, reasons))


class LoadTest(unittest.TestCase):
    def test_a_request_that_was_sent_late_counts_from_when_it_was_due(self):
        second = 10**9
        lines = [[str(at), "200", str(took), "", "", "", "", "", str(number)] for number, at, took in ((0, 0, 1000), (1, second, 500))]
        due, answered, status = overhead_macro.hits(lines, 10)[1]
        self.assertEqual((due, status), (0.1, 200))
        self.assertAlmostEqual(answered - due, 0.9, places=3)

    def test_a_first_request_that_was_late_does_not_make_the_others_early(self):
        second = 10**9
        lines = [[str(at), "200", "1000", "", "", "", "", "", str(number)] for number, at in ((0, second // 2), (1, second // 10))]
        times = [answered - due for due, answered, _ in overhead_macro.hits(lines, 10)]
        self.assertAlmostEqual(times[0], 0.5, places=3)
        self.assertAlmostEqual(times[1], 0, places=3)


class ScriptTest(unittest.TestCase):
    def refused(self, *words):
        said = io.StringIO()
        with self.assertRaises(SystemExit) as end, contextlib.redirect_stderr(said):
            overhead.arguments(words)
        self.assertEqual(end.exception.code, 2)
        self.assertEqual(said.getvalue().count("\n"), 1, said.getvalue())
        return said.getvalue()

    def test_a_wrong_option_gets_one_clear_line(self):
        self.assertIn("no section 'mikro'", self.refused("--only", "mikro"))
        self.assertIn("no agent 'newrelic'", self.refused("--agents", "newrelic"))
        self.assertIn("--rounds", self.refused("--rounds", "many"))
        self.assertIn("--rounds takes 1 to 100", self.refused("--rounds", "0"))
        self.assertIn("--minutes", self.refused("--minutes", "0"))
        self.assertIn("--jdk takes 17, 21 or 25", self.refused("--jdk", "11"))
        self.assertIn("--frob", self.refused("--frob"))

    def test_a_jar_is_built_again_once_a_source_has_changed(self):
        with tempfile.TemporaryDirectory() as folder:
            jar, source = pathlib.Path(folder) / "a.jar", pathlib.Path(folder) / "core/src/main/java/A.java"
            source.parent.mkdir(parents=True)
            source.touch()
            self.assertFalse(overhead.stale(jar, pathlib.Path(folder)), "there is none: it is built anyway")
            jar.touch()
            os.utime(jar, (source.stat().st_mtime + 1,) * 2)
            self.assertFalse(overhead.stale(jar, pathlib.Path(folder)))
            os.utime(source, (jar.stat().st_mtime + 1,) * 2)
            self.assertTrue(overhead.stale(jar, pathlib.Path(folder)))

    def test_no_agent_is_measured_twice_whichever_agents_are_chosen(self):
        self.assertEqual([agent.name for agent in peers.named(["snarl"])], [NONE, SNARL, AGAIN])

    def test_every_agent_of_maven_central_has_a_version_in_the_pom(self):
        pinned = peers.versions()
        for agent in peers.AGENTS:
            if agent.artifact:
                self.assertRegex(pinned[agent.property], r"^\d")

    def test_with_little_time_there_are_fewer_rows_and_not_fewer_rounds(self):
        cases = overhead.SECTIONS["macro"][0].cases(17, lambda version: pathlib.Path("java"), True)
        agents = peers.named(["snarl"])
        each = 3 * overhead.LEAST_ROUNDS * cases[0].seconds
        self.assertEqual(overhead.planned(cases, agents, 2 * each), cases[:2])
        self.assertEqual(overhead.planned(cases, agents, 1), cases[:1])


if __name__ == "__main__":
    unittest.main()
