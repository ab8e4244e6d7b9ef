"""What the demo measured, as records, a table and a verdict. Starts nothing and reads only what it is given."""

import dataclasses
import re

from report import Chains, Unreadable, columns, findings_in_brief, line_of, loud, milliseconds, wrapped

PACKAGE = "com.example.runner"
SOURCES = "examples/code-runner/service/src/main/java"


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
class Run:
    """One variant under load."""

    profile: str
    times: ResponseTimes
    scrapes: tuple
    findings: list
    chains: Chains | None = None

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
        return loud(self.findings)


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


def describe(times):
    return (
        f"{times.requests} requests, {times.success_percent:.2f} % succeeded, "
        f"mean {milliseconds(times.mean)}, p50 {milliseconds(times.p50)}, "
        f"p95 {milliseconds(times.p95)}, p99 {milliseconds(times.p99)}"
    )


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
    lines = [
        f"Code runner, shape {options.shape}, Java {options.jdk}, 2 cores: "
        f"{options.visitors} visitors for {options.seconds} s each",
        "",
    ]
    lines += columns(rows)
    for run, name in ((before, "before"), (after, "after")):
        lines += ["", *findings_in_brief(name, run.findings, short)]
    return "\n".join(lines) + "\n"


def site_of(root, name, method, code):
    """The site of the only line of a source file that holds this code: the demo asks for exactly that line."""
    path = root / SOURCES / (f"{PACKAGE}.{name}".replace(".", "/") + ".java")
    return f"{PACKAGE}.{name}.{method}({path.name}:{line_of(path, code)})"


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
