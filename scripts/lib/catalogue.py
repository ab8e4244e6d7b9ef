"""The catalogues of metrics and of rules for everything that is not Java: read from docs/metrics.md and docs/findings, which
tests of the agent compare with the code. Knows which metrics and labels a PromQL expression may name.
"""

import pathlib
import re
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What Prometheus adds to each target, and to buckets.
TARGET_LABELS = {"application", "instance", "job"}
SUFFIXES = {"histogram": {"_bucket": {"le"}, "_sum": set(), "_count": set()}, "summary": {"_sum": set(), "_count": set()}}
WORDS = {"and", "or", "unless", "by", "without", "on", "ignoring", "group_left", "group_right", "offset", "bool", "le"}


@dataclass(frozen=True)
class Metric:
    name: str
    type: str
    unit: str
    labels: frozenset
    help: str
    source: str


def read(text=None):
    """Metrics by name, in the order of the docs."""
    text = text if text is not None else (ROOT / "docs/metrics.md").read_text()
    metrics = {}
    for line in text.split("\n## ")[0].splitlines():
        if line.startswith("| `"):
            name, kind, unit, labels, meaning, source = (cell.strip() for cell in line.strip("|").split("|"))
            metrics[name.strip("`")] = Metric(
                name.strip("`"), kind, unit, frozenset(re.findall(r"`(\w+)`", labels)), meaning, source
            )
    return metrics


def rules():
    """The severities that findings may have, by rule: the first line of each rule's page."""
    found = {}
    for page in sorted((ROOT / "docs/findings").glob("[a-z]*.md")):
        rule, words = re.fullmatch(r"# `([a-z-]+)` · (.*)", page.read_text().splitlines()[0]).groups()
        found[rule] = {severity for severity in ("critical", "warning", "info") if severity in words}
    return found


def recorded(text=None):
    """Names and labels of what the recording rules write."""
    text = text if text is not None else (ROOT / "alerts/snarl-recording.rules.yml").read_text()
    names = re.findall(r"- record: (\S+)", text)
    known = {label for metric in read().values() for label in metric.labels} | TARGET_LABELS
    return {name: labels_of_level(name.split(":")[0], known) for name in names}


def labels_of_level(level, known):
    """`application_worker_site` is application and worker_site: the longest known label each time."""
    labels = set()
    while level:
        label = max((one for one in known if level == one or level.startswith(one + "_")), key=len)
        labels.add(label)
        level = level[len(label) + 1 :]
    return labels


def series():
    """Labels by the name of each series that may be asked for."""
    names = {"up": {"instance", "job"}}
    for metric in read().values():
        labels = set(metric.labels) | TARGET_LABELS
        for suffix, more in SUFFIXES.get(metric.type, {"": set()}).items():
            names[metric.name + suffix] = labels | more
    return names | recorded()


def complaints(expr, known=None):
    """What an expression names that is not there: series, labels of a selector, labels of a grouping."""
    known = known or series()
    said = []
    for name, selector in re.findall(r"([a-zA-Z_:][\w:]*)\{(.*?)\}(?![\w.\"])", expr):
        if name not in known:
            said.append(f"no such metric: {name}")
            continue
        for label in re.findall(r"(\w+)\s*(?:=~|!~|!=|=)\s*\"", selector):
            if label not in known[name]:
                said.append(f"{name} has no label {label}")
    every = set().union(*known.values())
    for group in re.findall(r"\b(?:by|on|without|ignoring)\s*\(([^)]*)\)", expr):
        for label in filter(None, re.split(r"[\s,]+", group)):
            if label not in every:
                said.append(f"nothing has a label {label}")
    for name in bare_names(expr):
        if name not in known and f"no such metric: {name}" not in said:
            said.append(f"no such metric: {name}")
    return said


def bare_names(expr):
    """Names that are neither functions, words of the language, labels nor text."""
    plain = re.sub(r"\{.*?\}(?![\w.\"])", " ", expr)
    plain = re.sub(r"\"[^\"]*\"|\[[^\]]*\]|\$\w+|\b(?:by|on|without|ignoring|group_left|group_right)\s*\([^)]*\)", " ", plain)
    return [name for name in re.findall(r"\b([a-zA-Z_:][\w:]*)\b(?!\s*\()", plain) if name not in WORDS and not re.fullmatch(r"\d\w*", name)]
