"""Findings and metrics as records and text. Starts nothing and reads only what it is given."""

import dataclasses
import functools
import json
import pathlib
import re
import textwrap

LOUD = ("warning", "critical")
IDLE = "idle"
ARROW = " → "
# Below this share of the waiting, a chain is gone.
GONE = 0.05
# From this part of another on, a chain is as wide.
ALIKE = 0.8
WIDTH = 118


class Unreadable(Exception):
    """A file or an answer that is not what it should be."""


@dataclasses.dataclass
class Scrape:
    """One answer of /metrics."""

    seconds: float
    text: str

    def total(self, name, /, **labels):
        """The sum over all label sets of a metric that have these labels; 0 while it has none."""
        total = 0.0
        for found, value in re.findall(rf"^{re.escape(name)}(\{{.*\}})? ([0-9.eE+-]+)", self.text, re.MULTILINE):
            if all(f'{key}="{wanted}"' in found for key, wanted in labels.items()):
                total += float(value)
        return total

    def labels(self, name, key):
        """The values of one label of a metric."""
        pattern = rf'^{re.escape(name)}\{{(?:.*,)?{re.escape(key)}="([^"]*)"'
        return sorted(set(re.findall(pattern, self.text, re.MULTILINE)))


@dataclasses.dataclass
class Chains:
    """Where the time of waiting threads went.

    `explained` is the share that ends in a known cause. `paths` are thread-seconds by chain, each a tuple of its frames and
    last its end. `unexplained_ends` are the ends that are no known cause.
    """

    explained: float
    paths: dict
    unexplained_ends: list

    @property
    def seconds(self):
        """Without what is idle by design."""
        return sum(self.busy.values())

    @functools.cached_property
    def busy(self):
        return {path: seconds for path, seconds in self.paths.items() if path[-1] != IDLE}

    def unexplained(self):
        open_ends = {}
        for path, seconds in self.paths.items():
            if path[-1] in self.unexplained_ends:
                open_ends[path[-2:]] = open_ends.get(path[-2:], 0) + seconds
        return sorted(open_ends.items(), key=lambda item: -item[1])


@dataclasses.dataclass(frozen=True)
class Culprit:
    """The chain that a case is about, by a regular expression of its frames and its end, joined by ARROW.

    LINE in it stands for the only line of a source file that holds this code; the source is a path in the case's folder.
    """

    path: str
    source: str = ""
    code: str = ""

    def pattern(self, folder):
        file = folder / self.source
        line = re.escape(f"({file.name}:{line_of(file, self.code)})") if self.source else ""
        return self.path.replace("LINE", line)

    def missing(self, folder, chains):
        """Why it is not the widest, one line; empty if it is, or if its threads wait for those of the widest, as long as these."""
        widest = max(chains.busy, key=chains.busy.get) if chains else ("none",)
        alike = [widest]
        for path, seconds in chains.busy.items() if chains else ():
            if path[-len(widest) :] == widest and seconds >= ALIKE * chains.busy[widest]:
                alike.append(path)
        found = any(re.search(self.pattern(folder), ARROW.join(path)) for path in alike)
        return [] if found else [f"the widest chain is not {self.pattern(folder)}, but {ARROW.join(widest)}"]

    def left(self, folder, chains):
        """Which share of the waiting is in such chains still, one line; empty if it is next to nothing."""
        found = [seconds for path, seconds in chains.busy.items() if re.search(self.pattern(folder), ARROW.join(path))] if chains else []
        share = sum(found) / chains.seconds if found else 0
        return [f"{100 * share:.0f} % of the waiting is in chains like {self.pattern(folder)} still"] if share > GONE else []


def chains(text):
    """Reads an answer of /api/chains, without the endpoints of its first frames; None if no thread waited."""
    answer = json.loads(text)
    paths = {}

    def walk(frame, above):
        for end, seconds in frame.get("ends", {}).items():
            paths[(*above, end)] = paths.get((*above, end), 0) + seconds
        for child in frame["items"]:
            walk(child, above if "route" in child else (*above, child["frame"]))

    walk(answer, ())
    found = Chains(answer["explainedRatio"], paths, answer["unexplainedEnds"])
    return found if found.busy else None


def read_findings(file):
    """The last line of each finding, in the order in which they were first found. No file: nothing was found."""
    file = pathlib.Path(file)
    if not file.exists():
        return []
    findings = {}
    for line in file.read_text().splitlines():
        try:
            finding = json.loads(line)
            known = findings.get(finding["id"])
            if known and LOUD.count(known["severity"]) and not LOUD.count(finding["severity"]):
                finding["severity"] = known["severity"]
            findings[finding["id"]] = finding
        except (ValueError, KeyError) as e:
            raise Unreadable(f"{file} holds a line that is no finding ({e}): {line[:200]}") from e
    return list(findings.values())


def loud(findings):
    return [finding for finding in findings if finding["severity"] in LOUD]


def milliseconds(value):
    return "-" if value is None else f"{value:.0f} ms"


def columns(rows):
    """Rows of a label and a cell for each variant, aligned."""
    label = max(len(row[0]) for row in rows) + 2
    widths = [max(12, *map(len, column)) + 2 for column in list(zip(*rows))[1:]]
    return [
        "  " + f"{row[0]:<{label}}" + "".join(f"{text:>{width}}" for text, width in zip(row[1:], widths))
        for row in rows
    ]


def findings_in_brief(name, findings, short):
    lines = [f"  Findings {name}:" + ("" if findings else " none")]
    return lines + [f"    {found['severity']:<8} {found['rule']} at {short(found['site'])}" for found in findings]


def chains_in_brief(name, chains, most=3):
    """How much of the waiting ends in a known cause, the widest chains, and what is left to explain by its last frame."""
    if not chains:
        return [f"  Where threads waited {name}: none did"]
    whole = chains.seconds
    lines = [f"  Where threads waited {name} ({whole:.0f} thread-seconds, {100 * chains.explained:.1f} % explained):"]
    for path, seconds in sorted(chains.busy.items(), key=lambda item: -item[1])[:most]:
        lines += wrapped(f"{100 * seconds / whole:3.0f} % " + ARROW.join(path), "    ")
    for path, seconds in chains.unexplained()[:most]:
        lines += wrapped(f"unexplained {100 * seconds / whole:.1f} %: " + ARROW.join(path), "    ")
    return lines


def findings_in_full(name, findings):
    if not findings:
        return ""
    lines = [f"What Snarl says about '{name}':", ""]
    for finding in findings:
        lines += [f"{finding['severity'].upper()} {finding['rule']}", f"  at {finding['site']}"]
        lines += wrapped(finding["title"], "  ")
        for key, value in finding.get("evidence", {}).items():
            several = isinstance(value, list)
            lines += wrapped(f"{key}:" if several else f"{key}: {value}", "    ")
            for item in value if several else ():
                lines += wrapped(str(item), "      ")
        if finding.get("remedy"):
            lines += wrapped("What to change: " + finding["remedy"], "  ")
        if finding.get("doc"):
            lines.append(f"  See {finding['doc']}")
        lines.append("")
    return "\n".join(lines)


def wrapped(text, indent):
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ", break_long_words=False
    )


def line_of(path, code):
    """The number of the only line of a source file that holds this code."""
    lines = [number for number, line in enumerate(path.read_text().splitlines(), 1) if code in line]
    if len(lines) != 1:
        raise Unreadable(f"{path} has {len(lines)} lines with '{code}', not 1")
    return lines[0]
