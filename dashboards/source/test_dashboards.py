#!/usr/bin/env python3
"""The dashboards are what their source writes, of Grafana's current schema, and ask for what is in the catalogue.

Needs Grafana's Foundation SDK: dashboards/generate --test runs it.
"""

import json
import pathlib
import re
import sys
import unittest

import generate
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models import dashboard as model

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/lib"))

import catalogue  # noqa: E402

# Grafana 11.6 has these, and none is deprecated: graph, singlestat, table-old and their like are gone.
PANELS = {"timeseries", "stat", "table", "state-timeline", "heatmap", "row"}
SCHEMA = 41
BUILT_IN = {"__rate_interval", "__range", "__value", "__interval"}


def read(one):
    return json.loads((ROOT / f"dashboards/{one.uid}.json").read_text())


def inside(what, key):
    """Every value of that key, at any depth."""
    if isinstance(what, dict):
        for name, value in what.items():
            if name == key:
                yield value
            yield from inside(value, key)
    elif isinstance(what, list):
        for value in what:
            yield from inside(value, key)


def lost(content, again, place=""):
    """Where `again` has not what `content` has; more it may have."""
    if isinstance(content, dict) and isinstance(again, dict):
        return [here for key, value in content.items() for here in lost(value, again.get(key), f"{place}/{key}")]
    if isinstance(content, list) and isinstance(again, list) and len(content) == len(again):
        return [here for i, value in enumerate(content) for here in lost(value, again[i], f"{place}/{i}")]
    return [] if content == again else [f"{place}: {content!r} became {again!r}"]


class Dashboards(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        register_default_plugins()

    def each(self):
        return [(one, read(one)) for one in generate.DASHBOARDS]

    def test_the_json_is_what_its_source_writes(self):
        for one in generate.DASHBOARDS:
            self.assertEqual((ROOT / f"dashboards/{one.uid}.json").read_text(), generate.text_of(one), f"run dashboards/generate: {one.uid}")

    def test_the_sdk_reads_it_and_loses_nothing(self):
        """But for the fields of Prometheus' annotations, which the SDK does not know."""
        for one, content in self.each():
            again = json.loads(json.dumps(model.Dashboard.from_json(json.loads(json.dumps(content))), cls=JSONEncoder))
            for annotation in content.get("annotations", {}).get("list", []):
                for field in ("step", "titleFormat", "textFormat", "tagKeys"):
                    annotation.pop(field)
            self.assertEqual(lost(content, again), [])

    def test_the_schema_is_the_current_one_and_no_panel_is_deprecated(self):
        for one, content in self.each():
            self.assertGreaterEqual(content["schemaVersion"], SCHEMA)
            self.assertLessEqual({panel["type"] for panel in content["panels"]}, PANELS)
            self.assertEqual(len({panel["id"] for panel in content["panels"]}), len(content["panels"]))

    def test_no_panel_lies_on_another(self):
        for one, content in self.each():
            taken = set()
            for place in (panel["gridPos"] for panel in content["panels"]):
                for x in range(place["x"], place["x"] + place["w"]):
                    for y in range(place["y"], place["y"] + place["h"]):
                        self.assertNotIn((x, y), taken)
                        self.assertLess(x, 24)
                        taken.add((x, y))

    def test_every_query_names_what_is_in_the_catalogue(self):
        known = catalogue.series()
        for one, content in self.each():
            queries = list(inside(content, "expr"))
            self.assertGreater(len(queries), 20)
            for expr in queries:
                self.assertEqual(catalogue.complaints(expr, known), [], expr)
            for variable in content["templating"]["list"]:
                if variable["type"] == "query":
                    name = re.fullmatch(r"label_values\(([\w:]+).*, \w+\)", variable["query"]["query"])[1]
                    self.assertIn(name, known)

    def test_the_fleet_reads_recorded_series_only(self):
        content = read(generate.fleet.DASHBOARD)
        for expr in inside(content, "expr"):
            for name in re.findall(r"\b([a-z_]+(?::\w+)*)\{", expr):
                self.assertTrue(":" in name or name == "up", expr)

    def test_every_variable_that_is_used_is_there(self):
        for one, content in self.each():
            known = {variable["name"] for variable in content["templating"]["list"]} | BUILT_IN
            self.assertLessEqual(set(re.findall(r"\$\{?(\w+)", json.dumps(content["panels"]))), known)
            self.assertEqual(set(inside(content["panels"], "uid")), {"${datasource}"})

    def test_findings_of_every_rule_lead_to_its_page_and_panels_to_those_of_theirs(self):
        for one, content in self.each():
            pages = [re.fullmatch(r"\$\{docs\}/findings/(.+)\.md", url)[1] for url in inside(content, "url")]
            self.assertEqual(any("rule" in panel.columns for _, row in one.rows for panel in row), "${__value.raw}" in pages)
            self.assertLessEqual(set(pages), {*catalogue.rules(), "${__value.raw}"})

    def test_all_jvms_are_those_with_snarl_and_not_the_same_ones_scraped_from_spring_boot(self):
        for one, content in self.each():
            for variable in content["templating"]["list"]:
                if variable["name"] in ("instance", "before", "after"):
                    self.assertTrue(variable["includeAll"])
                    self.assertNotIn("allValue", variable)
                    self.assertIn("snarl_agent_info", variable["query"]["query"])

    def test_findings_are_annotations(self):
        annotation = read(generate.service.DASHBOARD)["annotations"]["list"][0]
        self.assertIn("snarl_findings", annotation["expr"])
        self.assertEqual(catalogue.complaints(annotation["expr"]), [])

    def test_what_provisioning_names_is_there(self):
        folder = ROOT / "dashboards/provisioning"
        provider = (folder / "dashboards/snarl.yml").read_text()
        compose = (ROOT / "deploy/compose/compose.yaml").read_text()
        path = re.search(r"path: (\S+)", provider)[1]
        for one in generate.DASHBOARDS:
            self.assertIn(f"../../dashboards/{one.uid}.json:{path}/{one.uid}.json:ro", compose)
        self.assertIn("url: http://prometheus:9090", (folder / "datasources/prometheus.yml").read_text())


if __name__ == "__main__":
    unittest.main()
