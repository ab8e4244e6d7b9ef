"""What the demo measured, as records, a table and a verdict. Starts nothing and reads only what it is given."""

import dataclasses
import json
import pathlib
import re
import textwrap

LOUD = ("warning", "critical")
WIDTH = 118
PACKAGE = "com.example.runner"
SOURCES = "examples/code-runner/service/src/main/java"


class Unreadable(Exception):
    """A file or an answer that is not what it should be."""


@dataclasses.dataclass
class ResponseTimes:
    """Milliseconds over the requests that succeeded; None where none did."""

    requests: int
    succeeded: int
    per_second: float
    mean: float
    p50: float
    p95: float
    p99: float

    @property
    def success_percent(self):
        return 100.0 * self.succeeded / self.requests if self.requests else 0.0


@dataclasses.dataclass
class Scrape:
    """One answer of /metrics."""

    seconds: float
    text: str

    def total(self, name):
        """The sum over all label sets of a metric; 0 while it has none."""
        pattern = re.compile(rf"^{re.escape(name)}(?:\{{.*\}})? ([0-9.eE+-]+)", re.MULTILINE)
        return sum(float(value) for value in pattern.findall(self.text))


@dataclasses.dataclass
class Run:
    """One variant under load."""

    profile: str
    times: ResponseTimes
    scrapes: tuple
    findings: list

    def gained(self, metric):
        first, last = self.scrapes
        return last.total(metric) - first.total(metric)

    @property
    def thread_starts_per_second(self):
        first, last = self.scrapes
        return self.gained("snarl_thread_starts_total") / (last.seconds - first.seconds)

    @property
    def double_held_seconds(self):
        return self.gained("snarl_double_blocked_seconds_total")

    def loud(self):
        return [finding for finding in self.findings if finding["severity"] in LOUD]


def response_times(report):
    """Reads the 'Global Information' that Gatling prints when it has read its own log."""
    _, found, summary = report.rpartition("---- Global Information")
    if not found:
        raise Unreadable("Gatling's report has no 'Global Information'")

    def row(label):
        match = re.search(rf"> {re.escape(label)} +\|([^|]+)\|([^|\n]+)\|", summary)
        if not match:
            raise Unreadable(f"Gatling's report has no row '{label}'")
        return [number(cell) for cell in match.groups()]

    def number(cell):
        cell = cell.strip().replace(",", "")
        return None if cell == "-" else float(cell)

    requests, succeeded = row("request count")
    return ResponseTimes(
        requests=int(requests or 0),
        succeeded=int(succeeded or 0),
        per_second=row("mean throughput (rps)")[0],
        mean=row("mean response time (ms)")[1],
        p50=row("response time 50th percentile (ms)")[1],
        p95=row("response time 95th percentile (ms)")[1],
        p99=row("response time 99th percentile (ms)")[1],
    )


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


def describe(times):
    return (
        f"{times.requests} requests, {times.success_percent:.2f} % succeeded, "
        f"mean {milliseconds(times.mean)}, p50 {milliseconds(times.p50)}, "
        f"p95 {milliseconds(times.p95)}, p99 {milliseconds(times.p99)}"
    )


def milliseconds(value):
    return "-" if value is None else f"{value:.0f} ms"


def short(site):
    return site.removeprefix(PACKAGE + ".")


def table(before, after, options):
    def both(label, cell):
        return label, cell(before), cell(after)

    rows = [
        ("", "before", "after"),
        both("response time, mean", lambda run: milliseconds(run.times.mean)),
        both("response time, p50", lambda run: milliseconds(run.times.p50)),
        both("response time, p95", lambda run: milliseconds(run.times.p95)),
        both("response time, p99", lambda run: milliseconds(run.times.p99)),
        both("requests", lambda run: f"{run.times.requests} ({run.times.per_second:.1f}/s)"),
        both("success", lambda run: f"{run.times.success_percent:.2f} %"),
        both("thread starts", lambda run: f"{run.thread_starts_per_second:.2f}/s"),
        both("double-held thread-seconds", lambda run: f"{run.double_held_seconds:.1f} s"),
        both("findings, warning or worse", lambda run: str(len(run.loud())) if run.loud() else "none"),
    ]
    label, left = (max(len(row[column]) for row in rows) + 2 for column in (0, 1))
    left = max(left, 14)
    lines = [
        f"Code runner, shape {options.shape}, Java {options.jdk}, 2 cores: "
        f"{options.visitors} visitors for {options.seconds} s each",
        "",
    ]
    lines += [f"  {row[0]:<{label}}{row[1]:>{left}}{row[2]:>{left}}" for row in rows]
    for run, name in ((before, "before"), (after, "after")):
        lines += ["", f"  Findings {name}:" + ("" if run.findings else " none")]
        lines += [
            f"    {finding['severity']:<8} {finding['rule']} at {short(finding['site'])}" for finding in run.findings
        ]
    return "\n".join(lines) + "\n"


def findings_in_full(run):
    if not run.findings:
        return ""
    lines = [f"What Snarl says about '{run.profile}':", ""]
    for finding in run.findings:
        lines += [f"{finding['severity'].upper()} {finding['rule']}", f"  at {finding['site']}"]
        lines += wrapped(finding["title"], "  ")
        for key, value in finding.get("evidence", {}).items():
            lines += wrapped(f"{key}: {value}", "    ")
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


def site_of(root, name, method, code):
    """The site of the only line of a source file that holds this code: the demo asks for exactly that line."""
    path = root / SOURCES / (f"{PACKAGE}.{name}".replace(".", "/") + ".java")
    lines = [number for number, line in enumerate(path.read_text().splitlines(), 1) if code in line]
    if len(lines) != 1:
        raise Unreadable(f"{path} has {len(lines)} lines with '{code}', not 1")
    return f"{PACKAGE}.{name}.{method}({path.name}:{lines[0]})"


def expected(options):
    """What must be found before: (rule, site, worker site or None)."""
    wait = site_of(options.root, "Sandbox", "execute", "process.waitFor()")
    request = site_of(options.root, "before.RunController", "run", ".get()")
    pair = "async-blocking-pair"
    if options.shape == "plain":
        start = site_of(options.root, "before.plain.PlainExecutionService", "run", "supplyAsync(")
        needed = [(pair, request, wait)]
    else:
        start = site_of(options.root, "before.pooled.PooledExecutionService", "run", "supplyAsync(")
        hand_over = site_of(options.root, "before.pooled.PooledExecutionService", "compileAndRun", ".get()")
        needed = [(pair, hand_over, wait), (pair, request, hand_over)]
    if options.jdk < 25:
        needed.append(("thread-per-task", start, None))
    return needed


def complaints(before, after, options):
    """Why the demo has failed, one line each; empty if it has not."""
    lines = []
    for rule, site, worker in expected(options):
        found = any(
            finding["rule"] == rule
            and finding["site"] == site
            and worker in (None, finding.get("evidence", {}).get("workerSite"))
            for finding in before.loud()
        )
        if not found:
            lines.append(f"before: no {rule} at {short(site)}" + (f" with worker {short(worker)}" if worker else ""))
    for finding in after.loud():
        lines.append(f"after: {finding['severity']} {finding['rule']} at {short(finding['site'])}")
    for run in (before, after):
        if run.times.succeeded == 0:
            lines.append(f"{run.profile}: no request succeeded")
    return lines


def verdict(lines, options):
    said = []
    if options.jdk >= 25:
        said += wrapped(
            f"thread-per-task does not apply on Java {options.jdk}: from Java 25 on, a CompletableFuture without an "
            "executor always runs on the common pool, even where its parallelism is 1; up to 24 it starts a new thread "
            "for every task there. The pair of held threads is the same and is still required.",
            "",
        )
    if lines:
        said.append("FAILED")
        said += [f"  {line}" for line in lines]
    else:
        said.append("OK: the fault was found before, by name and line; after, Snarl has nothing to warn of.")
    return "\n".join(said)
