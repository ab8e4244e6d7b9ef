"""The default set of metrics and the findings that can be sent, read from the docs.

Tests of the agent compare the table of docs/cloudwatch.md with the code row by row, and each finding's page with its rule.
"""

import pathlib
import re
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
FINDINGS = "snarl_findings"


@dataclass(frozen=True)
class Chosen:
    name: str
    dimensions: tuple
    label: str
    values: tuple
    unit: str
    statistic: str
    meaning: str


def metrics():
    """In the order of the docs."""
    rows = []
    for line in (ROOT / "docs/cloudwatch.md").read_text().split("\n## What it costs")[0].splitlines():
        if line.startswith("| `"):
            name, dimensions, where, unit, statistic, meaning = (cell.strip() for cell in line.strip().strip("|").split("|"))
            label, _, values = where.partition("=")
            rows.append(
                Chosen(name.strip("`"), tuple(dimensions.split(", ")), label, tuple(values.split()), unit, statistic, meaning)
            )
    return rows


def histograms():
    """Names of those that a scraping CloudWatch agent drops."""
    lines = (ROOT / "docs/metrics.md").read_text().splitlines()
    return {line.split("`")[1] for line in lines if line.startswith("| `") and line.split("|")[2].strip() == "histogram"}


def findings():
    """(rule, severity) of all that alarm, critical ones first."""
    found = []
    for page in sorted((ROOT / "docs/findings").glob("*.md")):
        head = page.read_text().splitlines()[0]
        rule = re.fullmatch(r"# `([a-z-]+)` · (.*)", head)
        if rule:
            found += [(rule[1], severity) for severity in ("critical", "warning") if severity in rule[2]]
    return sorted(found, key=lambda one: (one[1], one[0]))
