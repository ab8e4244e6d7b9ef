"""The default set of metrics and the findings that can be sent, read from the docs.

Tests of the agent compare the table of docs/cloudwatch.md with the code row by row, and each finding's page with its rule.
"""

import pathlib
import sys
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/lib"))

import catalogue  # noqa: E402

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
    rules = catalogue.rules()
    return [(rule, severity) for severity in ("critical", "warning") for rule in rules if severity in rules[rule]]
