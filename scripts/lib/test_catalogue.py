#!/usr/bin/env python3
"""The alerts and recording rules name what is in the catalogue, for every finding there is one, and the check can fail."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import catalogue

ROOT = catalogue.ROOT
RULES = sorted((ROOT / "alerts").glob("*.rules.yml"))
FINDINGS = catalogue.rules()


def expressions(file):
    """The expressions of a file of rules, and the queries in its texts."""
    text = re.sub(r"^\s*#.*$", "", file.read_text(), flags=re.MULTILINE)
    for plain, folded in re.findall(r"^\s+expr: (?:>-\n((?:.|\n)*?)(?=\n\s+(?:for|labels|- record|annotations):|\Z)|(.*)$)", text, re.MULTILINE):
        yield (plain or folded).strip()
    for query in re.findall(r'query \(printf "((?:[^"\\]|\\.)*)"', text):
        yield query.replace('\\"', '"').replace("%q", '""')


class TheCheck(unittest.TestCase):
    def test_it_reads_the_catalogue(self):
        metrics = catalogue.read()
        self.assertGreater(len(metrics), 100)
        self.assertEqual(metrics["snarl_findings"].labels, {"rule", "severity", "site"})
        self.assertEqual(metrics["snarl_executor_run_seconds"].type, "histogram")

    def test_it_passes_what_is_right(self):
        for expr in (
            'snarl_findings{application="a", severity=~"x|y"} == 1',
            "histogram_quantile(0.95, sum by (name, le) (rate(snarl_executor_run_seconds_bucket[5m])))",
            'count(up{job=~"a"} == 0) or vector(0)',
            "topk(20, application_site_worker_site:snarl_double_blocked_seconds:rate5m{site!=\"\"} > 0)",
            "executor_queued_tasks and on (job, instance) snarl_agent_info",
        ):
            self.assertEqual(catalogue.complaints(expr), [], expr)

    def test_it_finds_what_is_wrong(self):
        for expr in (
            "sum(snarl_finding)",
            "rate(snarl_blocked_seconds[5m])",
            'snarl_findings{pool="a"}',
            "sum by (nonsense) (snarl_findings)",
            "application:snarl_nothing:count",
            "snarl_executor_run_seconds",
        ):
            self.assertNotEqual(catalogue.complaints(expr), [], expr)


class Rules(unittest.TestCase):
    def test_every_expression_names_what_is_there(self):
        seen = 0
        for file in RULES:
            for expr in expressions(file):
                seen += 1
                self.assertEqual(catalogue.complaints(expr), [], f"{file.name}: {expr}")
        self.assertGreaterEqual(seen, 30)

    def test_the_operators_rules_are_those_of_prometheus(self):
        done = subprocess.run([ROOT / "alerts/generate", "--check"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_every_runbook_is_there(self):
        for file in RULES:
            for page in re.findall(r"runbook_url: (\S+?)(?:#(\S+))?$", file.read_text(), re.MULTILINE):
                if "{{" not in page[0]:
                    text = (ROOT / page[0]).read_text()
                    self.assertIn(f'id="{page[1]}"' if page[1] else "#", text, page)

    def test_every_alert_is_documented(self):
        docs = (ROOT / "alerts/README.md").read_text()
        for file in RULES:
            for name in re.findall(r"- alert: (\w+)", file.read_text()):
                self.assertIn(f"`{name}`", docs)
                self.assertRegex("".join(test.read_text() for test in (ROOT / "alerts/tests").glob("*.yml")), rf"alertname: {name}\n")

    @unittest.skipUnless(shutil.which("promtool"), "promtool is not installed")
    def test_every_finding_of_severity_warning_or_critical_alerts_with_its_page(self):
        self.assertGreaterEqual(len(FINDINGS), 25)
        tests = [self.case(rule, severity) for rule in FINDINGS for severity in ("warning", "critical", "info")]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "every.yml"
            text = {"rule_files": [str(ROOT / "alerts/snarl.rules.yml")], "evaluation_interval": "15s", "tests": tests}
            file.write_text(json.dumps(text))
            done = subprocess.run(["promtool", "test", "rules", file], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def case(self, rule, severity):
        deadlock = rule == "pool-deadlock"
        name = {"warning": "SnarlFindingWarning", "critical": "SnarlPoolDeadlock" if deadlock else "SnarlFindingCritical"}
        labels = {"application": "a", "rule": rule, "severity": severity, "site": "s"}
        series = "snarl_findings{" + ", ".join(f'{key}="{value}"' for key, value in labels.items()) + ', instance="i:1"}'
        checks = []
        for alert in ("SnarlPoolDeadlock", "SnarlFindingCritical", "SnarlFindingWarning"):
            fires = name.get(severity) == alert or (deadlock and severity != "critical" and alert == "SnarlPoolDeadlock")
            checks.append({"eval_time": "2m", "alertname": alert, "exp_alerts": [self.expected(alert, labels)] if fires else []})
        return {"name": f"{rule} {severity}", "interval": "15s", "input_series": [{"series": series, "values": "1x20"}], "alert_rule_test": checks}

    def expected(self, alert, labels):
        deadlock = alert == "SnarlPoolDeadlock"
        kept = {key: labels[key] for key in ("application", "site") + (() if deadlock else ("rule",))}
        what = "thread pools wait for themselves" if deadlock else labels["rule"]
        tail = (
            " the whole cycle in /api/findings and on standard error. It does not resolve by itself: the process needs a"
            " restart, the code a change."
            if deadlock
            else " /api/findings, with the remedy."
        )
        return {
            "exp_labels": kept | {"severity": "critical" if deadlock else labels["severity"]},
            "exp_annotations": {
                "summary": f"a: {what} at s",
                "description": "True in 1 of its JVMs, such as i:1. See" + tail,
                "runbook_url": f"docs/findings/{labels['rule']}.md",
            },
        }


if __name__ == "__main__":
    unittest.main()
