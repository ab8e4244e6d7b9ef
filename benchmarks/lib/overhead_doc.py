"""docs/overhead.md, from what scripts/bench has measured: pure functions of its JSON files.

A number beside a number says little; so each row also has the noise, which is what two rows without an agent differ by, and
a rank in which differences below the noise are none.
"""

import dataclasses
import json
import statistics

from machine import Comparison
from peers import AGAIN, AGENTS, FLOOR, NONE, SNARL

NO_REASON = "no reason is written down in benchmarks/overhead-reasons.json"


@dataclasses.dataclass(frozen=True)
class Metric:
    """How a number is called and written. `share`: the difference is said in per cent of that without an agent."""

    title: str
    unit: str
    digits: int = 0
    higher: bool = False
    share: bool = False
    # What the tool that measures it does not resolve, whatever the rounds say.
    resolves: float = 0.0


METRICS = {
    "ns": Metric("time", "ns", 1),
    "bytes": Metric("allocated", "B", 0, resolves=0.5),
    "throughput": Metric("throughput, saturated", "/s", 0, higher=True, share=True),
    "saturated_cpu": Metric("CPU for each, saturated", "µs", 1, share=True),
    "p50": Metric("p50 at the fixed rate", "ms", 2, share=True),
    "p99": Metric("p99 at the fixed rate", "ms", 2, share=True),
    "p999": Metric("p99.9 at the fixed rate", "ms", 2, share=True),
    "cpu": Metric("CPU for each at the fixed rate", "µs", 1, share=True),
    "failed": Metric("refused or failed at the fixed rate", "%", 1, resolves=0.1),
    "rss": Metric("resident memory", "MB", 0),
    "main": Metric("until `main`", "ms", 0),
    "first": Metric("until the first response", "ms", 0),
    "cold": Metric("CPU, cold", "s", 2, share=True),
    "warm": Metric("CPU, warm", "s", 2, share=True),
    "minute": Metric("CPU of the first minute", "s", 2),
    "after": Metric("CPU of the second minute, of one core", "%", 2),
    "stop": Metric("longest stop", "ms", 1),
    "hiccup": Metric("longest hiccup", "ms", 1),
    "request": Metric("p99 of requests meanwhile", "ms", 1),
    "scrape": Metric("a scrape", "ms", 1, resolves=1.0),
    "scrape_cpu": Metric("CPU of a scrape", "ms", 1, resolves=1.0),
    "idle_cpu": Metric("CPU between scrapes, of one core", "%", 2),
    "series": Metric("series", "", 0),
}
# What tells nothing about cost is shown and not ranked.
UNRANKED = {"series"}


@dataclasses.dataclass(frozen=True)
class Cell:
    """`spread` is half of what the rounds span."""

    median: float
    spread: float
    difference: float
    rank: int


class Row:
    """One metric of one case: the medians over the rounds, the noise and the ranks."""

    def __init__(self, case, key, samples):
        self.case, self.key, self.metric = case, key, METRICS[key]
        plain, again = samples[NONE], samples[AGAIN]
        self.base = statistics.median(plain + again)
        self.noise = max(Comparison(plain, plain, again).noise, self.metric.resolves)
        medians = {name: statistics.median(taken) for name, taken in samples.items() if name not in (NONE, AGAIN)}
        self.cells = {
            name: Cell(median, (max(samples[name]) - min(samples[name])) / 2, median - self.base, self._rank(median, medians))
            for name, median in medians.items()
        }

    def _rank(self, mine, medians):
        """Nobody is ahead by less than the noise."""
        sign = -1 if self.metric.higher else 1
        return 1 + sum(sign * (mine - other) > self.noise for name, other in medians.items() if name != FLOOR)

    @property
    def ranked(self):
        return self.key not in UNRANKED and len(self.rivals) > 1

    @property
    def rivals(self):
        """Who is ranked, and how."""
        return {name: cell for name, cell in self.cells.items() if name != FLOOR}

    def share(self, amount):
        return 100 * amount / self.base if self.base else 0.0

    def amount(self, value, signed=False):
        sign = "+" if signed else ""
        if self.metric.share:
            return f"{self.share(value):{sign}.1f} %"
        return f"{value:{sign},.{self.metric.digits}f}"

    def cell(self, name):
        """The difference with its spread, and the rank."""
        found = self.cells.get(name)
        if not found:
            return "–"
        if self.key in UNRANKED:
            return f"{found.median:,.{self.metric.digits}f}"
        rank = f" **{found.rank}**" if self.ranked and name != FLOOR else ""
        return f"{self.amount(found.difference, True)} ±{self.amount(found.spread)}{rank}"


def rows_of(section):
    """The rows of one section's JSON that have both rows without an agent."""
    for case in section["cases"]:
        for key in case["metrics"]:
            samples = {name: taken for name, taken in case["metrics"][key].items() if taken}
            if NONE in samples and AGAIN in samples:
                yield Row(case, key, samples)


def columns_of(section):
    """The agents in the order of the table that were measured in this section."""
    measured = {name for case in section["cases"] for taken in case["metrics"].values() for name in taken}
    return [agent.name for agent in AGENTS if agent.name in measured and agent.name not in (NONE, AGAIN)]


def table(section, key_title="operation"):
    names = columns_of(section)
    lines = [
        f"| {key_title} | none | noise | " + " | ".join(names) + " |",
        "|---|--:|--:|" + "--:|" * len(names),
    ]
    for row in rows_of(section):
        title = f"{row.case['title']}: {row.metric.title}, {row.metric.unit}".rstrip(", ")
        base = f"{row.base:,.{row.metric.digits}f}"
        lines.append(f"| {title} | {base} | {row.amount(row.noise)} | " + " | ".join(map(row.cell, names)) + " |")
    return "\n".join(lines)


def standing(sections):
    """In how many rows each agent is first, of those in which it is measured."""
    first, all_rows = {}, {}
    for section in sections:
        for row in rows_of(section):
            for name, cell in row.rivals.items():
                if row.ranked:
                    first[name] = first.get(name, 0) + (cell.rank == 1)
                    all_rows[name] = all_rows.get(name, 0) + 1
    lines = ["| | first or no slower than the first | rows |", "|---|--:|--:|"]
    lines += [f"| {agent.name} | {first[agent.name]} | {all_rows[agent.name]} |" for agent in AGENTS if agent.name in first]
    return "\n".join(lines)


def behind(sections, reasons):
    """A line for each row in which Snarl is not first."""
    lines = []
    for section in sections:
        for row in rows_of(section):
            snarl = row.cells.get(SNARL)
            if not snarl or not row.ranked or snarl.rank == 1:
                continue
            sign = -1 if row.metric.higher else 1
            best = min(row.rivals, key=lambda name: sign * row.cells[name].median)
            why = reasons.get(f"{row.case['id']}:{row.key}") or reasons.get(row.case["id"]) or reasons.get(row.key) or NO_REASON
            lines.append(
                f"- **{row.case['title']}: {row.metric.title}**: {snarl.rank}. of {len(row.rivals)}, "
                f"{row.amount(snarl.difference, True)} {'' if row.metric.share else row.metric.unit} where {best} has "
                f"{row.amount(row.cells[best].difference, True)}: {why}.".replace("  ", " ")
            )
    return "\n".join(lines) or "None."


def missing(sections):
    """A line for each agent that is not in the table, or not in each of its rows, with the reason."""
    lines = []
    for section in sections:
        measured = {case["title"] for case in section["cases"]}
        for run in section["runs"]:
            lines += [f"- All, {title}: not measured yet, for lack of time." for title in run["left_out"] if title not in measured]
            lines += [f"- {name}, {section['name']}: {why}." for name, why in run["absent"].items()]
        for case in section["cases"]:
            for name, why in case.get("absent", {}).items():
                lines.append(f"- {name}, {case['title']}: {why}.")
    return "\n".join(dict.fromkeys(lines)) or "None."


TITLES = {
    "micro": ("One operation", "operation"),
    "macro": ("Services under load", "service"),
    "startup": ("Start", "program"),
    "cold": ("Cold start, CPU of the first minute", "program"),
    "attach": ("Attaching to a running JVM", "program"),
    "scrape": ("A scrape", "program"),
}


def chapter(section):
    title, key = TITLES[section["name"]]
    runs = "\n".join(
        f"- `{run['command']}`, {run['rounds']} rounds in {run['seconds']:,.0f} s, begun {run['began']}, load average before it "
        f"{run['load']:.2f}: {'; '.join(run['machines'])}"
        for run in section["runs"]
    )
    return f"## {title}\n\n{section['about']}\n\n{runs}\n\n{table(section, key)}\n"


def document(sections, reasons):
    order = [name for name in TITLES]
    sections = sorted(sections, key=lambda section: order.index(section["name"]))
    versions = {name: version for section in sections for run in section["runs"] for name, version in run["versions"].items()}
    listed = ", ".join(f"{name} {version}" for name, version in versions.items())
    chapters = "\n".join(map(chapter, sections))
    return f"""# Overhead, side by side

What Snarl costs beside other agents, measured alternating on one machine. `scripts/bench` measures again and writes this page. The
raw numbers of every round are in [benchmarks/results](../benchmarks/results); `scripts/bench --table` writes the page from them.

How to read a cell: **the difference from no agent, as the median over the rounds ± half their range, and the rank**. Each round measures every
agent once, in rotating order, and no agent twice. The difference between these two identical runs is the noise: the larger of the difference of their medians and
the median difference within a round. Agents that differ by less than the noise have the same rank. Services are compared in per cent of the value without an agent.

Versions: {listed}. None of them sends anything: exporters are off, the collectors' addresses are closed ports of this
machine, remote configuration and telemetry are off (`benchmarks/lib/peers.py`). With a collector that accepts their data they cost more.
Micrometer's wrapper and kotlinx-coroutines-debug are compared where they do something. jmx_exporter and BlockHound do not
observe executors at all; their rows show the cost of an agent that does not. An empty agent, whose `premain` does nothing, is shown without a rank
where the JVM makes any agent cost something.

{standing(sections)}

## Where Snarl is not first

{behind(sections, reasons)}

## Missing

{missing(sections)}

{chapters}"""


def write(out, results, reasons_file):
    """Reads overhead-*.json of the folder and writes the page."""
    sections = [json.loads(file.read_text()) for file in sorted(results.glob("overhead-*.json"))]
    reasons = json.loads(reasons_file.read_text()) if reasons_file.exists() else {}
    out.write_text(document(sections, reasons))
