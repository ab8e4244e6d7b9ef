"""The generated files of cloudwatch/: up to date, valid, put through CloudWatch's API and read back.

The standard library is enough for the first part. What needs cfn-lint, jsonschema and moto runs where they are, and the
schema of the CloudWatch agent is looked for beside the project; what is skipped says so.
"""

import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import unittest

import agent
import alarms
import chosen
import dashboard
import emitted
import evaluate
import generate
import templates

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = pathlib.Path(os.environ.get("SNARL_SHARED_DATA", ROOT.parent / "shared/data")) / "cloudwatch-agent-schema.json"
APPLICATION = "orders"


def needs(module):
    there = importlib.util.find_spec(module) is not None
    if not there:
        print(f"*** SKIPPED: {module} is not installed (ensure_cloudwatch in scripts/lib/env.sh)", file=sys.stderr)
    return unittest.skipUnless(there, f"{module} is not installed")


def alarm_stack(**more):
    return templates.Stack(alarms.template(), Application=APPLICATION, **more)


class Generated(unittest.TestCase):
    def test_the_files_are_those_that_generate_writes(self):
        self.assertEqual(generate.stale(), [])

    def test_the_default_set_is_what_the_docs_say(self):
        names = [one.name for one in chosen.metrics()]
        self.assertIn(chosen.FINDINGS, names)
        self.assertLessEqual(len(names) - 1 + 8, 20)
        self.assertTrue(all(one.dimensions[0] == "application" for one in chosen.metrics()))

    def test_every_warning_and_critical_finding_has_its_alarm(self):
        found = chosen.findings()
        self.assertIn(("pool-deadlock", "critical"), found)
        self.assertIn(("heap-pressure", "warning"), found)
        self.assertIn(("heap-pressure", "critical"), found)
        self.assertNotIn(("fan-out-wait", "warning"), found)
        self.assertLessEqual(alarms.EVENTS, {rule for rule, _ in found})
        dimensions = [emitted.dimensions(one) for one in alarm_stack().of(templates.ALARM).values()]
        for rule, severity in found:
            self.assertIn({"application": APPLICATION, "rule": rule, "severity": severity}, dimensions)

    def test_every_alarm_watches_a_metric_of_the_default_set_with_its_dimensions(self):
        known = {one.name: one for one in chosen.metrics()}
        declared = {
            (selector.strip("^$"), tuple(names))
            for one in agent.declarations()
            for selector in one["metric_selectors"]
            for names in one["dimensions"]
        }
        for name, alarm in alarm_stack().of(templates.ALARM).items():
            metric = known[alarm["MetricName"]]
            keys = tuple(one["Name"] for one in alarm["Dimensions"])
            self.assertEqual(sorted(keys), sorted(metric.dimensions), name)
            self.assertIn((alarm["MetricName"], metric.dimensions), declared, name)
            self.assertEqual(alarm["Namespace"], agent.config("r", "p", "g")["logs"]["metrics_collected"]["prometheus"]["emf_processor"]["metric_namespace"])

    def test_composites_hold_every_alarm_once_and_stay_within_the_limits(self):
        stack = alarm_stack()
        single = {one["AlarmName"] for one in stack.of(templates.ALARM).values()}
        held = []
        for one in stack.of(templates.COMPOSITE).values():
            names = re.findall(r'ALARM\("([^"]+)"\)', one["AlarmRule"])
            self.assertLessEqual(len(names), 100)
            self.assertLessEqual(len(one["AlarmRule"]), 10_240)
            held += names
        self.assertEqual(sorted(held), sorted(single))

    def test_who_is_told_is_a_parameter(self):
        topic = "arn:aws:sns:eu-central-1:123456789012:pager"
        for one in alarm_stack(TopicArn=topic).of(templates.COMPOSITE).values():
            self.assertEqual((one["AlarmActions"], one["OKActions"]), ([topic], [topic]))
        for one in alarm_stack().of(templates.COMPOSITE).values():
            self.assertNotIn("AlarmActions", one)
        self.assertRegex(topic, alarms.parameters()["TopicArn"]["AllowedPattern"])

    def test_the_dashboard_shows_the_whole_default_set(self):
        body = templates.Stack(dashboard.template(), Application=APPLICATION).of(templates.DASHBOARD)["Dashboard"]["DashboardBody"]
        widgets = json.loads(body)["widgets"]
        shown = json.dumps(widgets)
        for one in chosen.metrics():
            self.assertIn(one.name, shown)
        for one in widgets:
            self.assertLessEqual(one["x"] + one["width"], 24)
        self.assertIn("${PROP('Dim.rule')}", shown)
        self.assertNotIn("${Application}", shown)

    def test_no_configuration_asks_the_instance_for_anything(self):
        for name, config in agent.files().items():
            if name.endswith(".json"):
                self.assertTrue(config["agent"]["region"], name)
                self.assertNotIn("${aws:", json.dumps(config), name)
                self.assertNotIn("append_dimensions", json.dumps(config), name)
                host = config["metrics"]["metrics_collected"]
                self.assertEqual({"cpu", "mem", "disk", "netstat", "procstat"}, set(host), name)
                self.assertIn("num_fds", host["procstat"][0]["measurement"], name)


class Judged(unittest.TestCase):
    def setUp(self):
        self.alarms = {name.split(" ", 2)[2]: one for name, one in ((a["AlarmName"], a) for a in alarm_stack().of(templates.ALARM).values())}

    def state(self, name, *values):
        return evaluate.state(self.alarms[name], list(values))

    def test_a_critical_finding_alarms_with_its_first_minute(self):
        self.assertEqual(self.state("pool-deadlock critical", None, None, 1), evaluate.ALARM)
        self.assertEqual(self.state("pool-deadlock critical", None, None, None), evaluate.OK)

    def test_a_warning_alarms_once_it_has_lasted_and_not_for_a_moment(self):
        self.assertEqual(self.state("pool-saturated warning", None, None, None, 1, None), evaluate.OK)
        self.assertEqual(self.state("pool-saturated warning", None, 1, None, 1, 1), evaluate.ALARM)
        self.assertEqual(self.state("tasks-rejected warning", None, None, 1, None, None), evaluate.ALARM)

    def test_silence_alarms_and_one_minute_without_data_does_not(self):
        self.assertEqual(self.state("silent", None, None, None, None, None), evaluate.ALARM)
        self.assertEqual(self.state("silent", None, None, 6, None, None), evaluate.OK)

    def test_one_error_of_the_agent_alarms_and_a_moment_of_dropping_does_not(self):
        self.assertEqual(self.state("agent dropping", 7, None, 3), evaluate.OK)
        self.assertEqual(self.state("agent dropping", 7, 1, 3), evaluate.ALARM)
        self.assertEqual(self.state("agent errors", 0), evaluate.OK)
        self.assertEqual(self.state("agent errors", 1), evaluate.ALARM)


class Extracted(unittest.TestCase):
    def test_a_scraped_page_yields_what_is_declared_and_no_label_more(self):
        page = (
            'snarl_findings{application="a",rule="heap-pressure",severity="warning",site="x \\"y\\""} 1.0\n'
            'snarl_findings{application="a",rule="fan-out-wait",severity="info",site="x"} 1.0\n'
            'snarl_gc_occupancy_ratio{application="a",space="old"} 0.5\n'
            'snarl_gc_occupancy_ratio{application="a",space="eden"} 0.5\n'
            'snarl_pool_deadlocks{application="a"} 0.0\nsomething_else{application="a"} 1\n# HELP snarl_pool_deadlocks x\n'
        )
        processor = agent.config("r", "p", "g")["logs"]["metrics_collected"]["prometheus"]["emf_processor"]
        self.assertEqual(
            emitted.by_scraping(page, processor, agent.JOB),
            {
                emitted.identity("Snarl", "snarl_findings", {"application": "a", "rule": "heap-pressure", "severity": "warning"}),
                emitted.identity("Snarl", "snarl_gc_occupancy_ratio", {"application": "a", "space": "old"}),
                emitted.identity("Snarl", "snarl_pool_deadlocks", {"application": "a"}),
            },
        )
        self.assertEqual(emitted.by_scraping(page, processor, "other"), set())


class Valid(unittest.TestCase):
    @needs("cfnlint")
    def test_cfn_lint_finds_nothing(self):
        files = [str(ROOT / "cloudwatch" / name) for name in ("alarms.template.json", "dashboard.template.json")]
        done = subprocess.run([pathlib.Path(sys.executable).with_name("cfn-lint"), *files], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    @needs("jsonschema")
    def test_configurations_are_valid_by_the_schema_of_the_cloudwatch_agent(self):
        if not SCHEMA.exists():
            print(f"*** SKIPPED: no {SCHEMA.name} in {SCHEMA.parent}", file=sys.stderr)
            self.skipTest("the schema is not here")
        import jsonschema

        schema = json.loads(SCHEMA.read_text())
        validator = jsonschema.validators.validator_for(schema)(schema)
        for name, config in agent.files().items():
            if name.endswith(".json"):
                self.assertEqual([error.message for error in validator.iter_errors(config)], [], name)
        broken = agent.config("r", "p", "g")
        broken["logs"]["metrics_collected"]["prometheus"]["no_such"] = 1
        self.assertTrue(list(validator.iter_errors(broken)))


@needs("moto")
class Put(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        import moto_server

        cls.server = moto_server.Server()
        cls.client = cls.server.cloudwatch()

    @classmethod
    def tearDownClass(cls):
        cls.server.end()

    def test_alarms_are_read_back_as_they_were_put(self):
        stack = alarm_stack(TopicArn="arn:aws:sns:eu-central-1:123456789012:pager")
        self.assertEqual(templates.put_alarms(self.client, stack), [])
        there = self.client.describe_alarms(AlarmNames=["snarl orders silent"])["MetricAlarms"]
        self.assertEqual([(one["Statistic"], one["TreatMissingData"]) for one in there], [("SampleCount", "breaching")])

    def test_composite_alarms_are_what_the_api_takes(self):
        from botocore.exceptions import ParamValidationError

        templates.check_composites(self.client, alarm_stack())
        wrong = alarm_stack()
        wrong.template["Resources"]["Critical"]["Properties"]["NoSuch"] = "x"
        with self.assertRaises(ParamValidationError):
            templates.check_composites(self.client, wrong)

    def test_the_dashboard_is_read_back_as_it_was_put(self):
        self.assertTrue(templates.put_dashboard(self.client, templates.Stack(dashboard.template(), Application=APPLICATION), "snarl"))

    def test_an_alarm_is_judged_by_what_was_put(self):
        alarm = alarm_stack().of(templates.ALARM)["PoolDeadlockCritical"]
        now = time.time()
        self.assertEqual(evaluate.state(alarm, evaluate.values(self.client, alarm, now)), evaluate.OK)
        self.client.put_metric_data(
            Namespace=alarm["Namespace"],
            MetricData=[{"MetricName": alarm["MetricName"], "Dimensions": alarm["Dimensions"], "Timestamp": now - 5, "Values": [1.0], "Counts": [6.0]}],
        )
        self.assertEqual(evaluate.state(alarm, evaluate.values(self.client, alarm, now)), evaluate.ALARM)


if __name__ == "__main__":
    unittest.main(verbosity=2)
