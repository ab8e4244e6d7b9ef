"""Runs examples/quiet with the agent, idle and lightly loaded, and expects that Snarl has nothing to warn of.

Called by scripts/quiet, which has built everything. Starts a Kafka broker and the application, asks the application on
loopback, and ends both.
"""

import argparse
import dataclasses
import json
import pathlib
import re
import time
import urllib.error
import zipfile

import broker
import example
import jvm
import report
from jvm import Failed, get, say

REQUESTS_PER_SECOND = 5
HEAP = "256m"
ERRORS = "snarl_agent_errors_total"
# What the clients of an ordinary service ask for, in turn: one order, and looks at it and at the others.
ORDER, LOOK, LIST, METRICS = "POST /orders", "GET /orders/ID", "GET /orders", "GET /actuator/prometheus"
ROUND = (ORDER, LOOK, LIST, ORDER, LOOK)
# Prometheus asks this often, with load and without.
METRICS_EVERY_SECONDS = 5


@dataclasses.dataclass
class Phase:
    """What was asked and answered in one half of the run, and what Snarl had found at the end of it."""

    name: str
    seconds: float = 0.0
    asked: dict = dataclasses.field(default_factory=dict)
    waited: list = dataclasses.field(default_factory=list)
    failures: list = dataclasses.field(default_factory=list)
    findings: list = dataclasses.field(default_factory=list)
    agent_errors: float = 0.0

    def ask(self, kind, address, data=None):
        """The answer, or an empty one if there was none."""
        self.asked[kind] = self.asked.get(kind, 0) + 1
        began = time.monotonic()
        try:
            return get(address, data=data, timeout=10)
        except (urllib.error.URLError, OSError) as e:
            self.failures.append(f"{kind}: {e}")
            return ""
        finally:
            self.waited.append(time.monotonic() - began)

    def count(self, severity):
        return sum(found["severity"] == severity for found in self.findings)


class Application:
    """The running application and its broker."""

    def __init__(self, context, boot):
        self.broker = broker.start(context)
        self.jvm = context.start_jvm(
            "orders",
            f"target/boot-{boot}/quiet.jar",
            [f"-Xmx{HEAP}"],
            ["--server.port=0", f"--spring.kafka.bootstrap-servers=127.0.0.1:{self.broker}"],
        )
        self.jvm.await_tomcat()
        self.started = self.jvm.await_line(self.jvm.log, r"Started OrdersApplication in ([0-9.]+) seconds")
        # The listener takes part only now: without this, the first messages would wait for it.
        self.jvm.await_line(self.jvm.log, r"(partitions assigned: \[orders-)")

    def run(self, name, seconds, per_second):
        phase = Phase(name)
        began = time.monotonic()
        end = began + seconds
        next_metrics = began
        last, number = 1, 0
        while (now := time.monotonic()) < end:
            if not self.jvm.running:
                raise Failed(f"the application ended: see {self.jvm.log} and {self.jvm.errors}")
            if now >= next_metrics:
                phase.ask(METRICS, f"{self.jvm.address}/actuator/prometheus")
                next_metrics += METRICS_EVERY_SECONDS
            if per_second:
                last = self.ask_next(phase, number, last)
            number += 1
            pause = began + number / (per_second or 1) - time.monotonic()
            time.sleep(max(0.0, min(pause, end - time.monotonic())))
        phase.seconds = time.monotonic() - began
        phase.findings = self.jvm.findings()
        phase.agent_errors = self.jvm.scrape().total(ERRORS)
        return phase

    def ask_next(self, phase, number, last):
        """One request of the round. Returns the number of the newest order."""
        kind = ROUND[number % len(ROUND)]
        if kind == ORDER:
            placed = phase.ask(kind, f"{self.jvm.address}/orders", data=f"item {number}".encode())
            return json.loads(placed)["id"] if placed else last
        phase.ask(kind, f"{self.jvm.address}/orders" + (f"/{last}" if kind == LOOK else ""))
        return last

    def waiting_orders(self):
        """Orders that the listener has not seen, as the scheduled task last counted them."""
        answer = get(f"{self.jvm.address}/actuator/metrics/orders.waiting")
        return json.loads(answer)["measurements"][0]["value"]

    def pools(self):
        return json.loads(get(f"{self.jvm.snarl}/api/executors"))["items"]


def spring_boot(jar):
    """The full version that the jar was built with."""
    with zipfile.ZipFile(jar) as archive:
        manifest = archive.read("META-INF/MANIFEST.MF").decode()
    return re.search(r"^Spring-Boot-Version: (\S+)", manifest, re.MULTILINE)[1]


def rows_of(phases):
    """The table: one column for each half, findings counted from the start of the JVM."""
    kinds = list(dict.fromkeys(kind for phase in phases for kind in phase.asked))
    rows = [("", *(phase.name for phase in phases))]
    rows.append(("seconds", *(f"{phase.seconds:.0f}" for phase in phases)))
    rows += [(kind, *(str(phase.asked.get(kind, 0)) for phase in phases)) for kind in kinds]
    rows.append(("failed requests", *(str(len(phase.failures)) for phase in phases)))
    rows.append(("mean response", *(report.milliseconds(mean(phase.waited)) for phase in phases)))
    for severity in reversed(example.SEVERITIES):
        rows.append((f"findings, {severity}", *(str(phase.count(severity)) for phase in phases)))
    rows.append(("errors inside the agent", *(f"{phase.agent_errors:.0f}" for phase in phases)))
    return rows


def mean(seconds):
    return sum(seconds) / len(seconds) * 1_000 if seconds else None


def pool_rows(pools):
    rows = [("pool", "kind", "threads", "busy", "queued", "completed")]
    for pool in sorted(pools, key=lambda pool: pool["name"]):
        numbers = (pool.get(key, "-") for key in ("size", "active", "queued", "completed"))
        rows.append((without_packages(pool["name"]), str(pool.get("kind", "-")), *map(str, numbers)))
    return rows


def without_packages(name):
    return re.sub(r"\b(?:[a-z0-9_]+\.)+(?=[A-Z])", "", name)


def complaints(phases, placed, waiting, log):
    """Why the run has failed, one line each; empty if it has not."""
    last = phases[-1]
    lines = [
        f"{found['severity']} {found['rule']} at {example.short(found['site'])}" for found in report.loud(last.findings)
    ]
    if last.agent_errors:
        lines.append(f"{ERRORS} is {last.agent_errors:.0f}, not 0")
    lines += [line for phase in phases for line in phase.failures[:3]]
    if placed == 0:
        lines.append("no order was placed: there was no load")
    if waiting:
        lines.append(f"{waiting:.0f} orders were never shipped: the listener does not consume")
    lines += [f"the application logs an error: {line[:160]}" for line in log.splitlines() if " ERROR " in line][:3]
    return lines


def run(options):
    folder = options.root / "examples/quiet"
    variant = example.Variant(f"boot-{options.boot}", "", lambda _: None)
    with example.Context(folder, variant, options) as context:
        jvm.make_folder(context.out)
        application = Application(context, options.boot)
        service = application.jvm
        say(f"  started in {application.started} s: {service.address}, Snarl {service.snarl}")
        phases = []
        for name, rate in (("idle", 0), ("lightly loaded", REQUESTS_PER_SECOND)):
            say(f"  {name} for {options.seconds} s")
            phases.append(application.run(name, options.seconds, rate))
        # The last messages are on their way.
        context.wait(lambda: "orders are shipped", lambda: application.waiting_orders() == 0, 30)
        waiting = application.waiting_orders()
        pools = application.pools()
        (context.out / "executors.json").write_text(json.dumps(pools, indent=1))
        log = service.log.read_text(errors="replace")
        agent_log = service.errors.read_text(errors="replace")
        left_alone = re.findall(r"^snarl: (.* is left alone), ", agent_log, re.MULTILINE)
    findings = phases[-1].findings
    print()
    print(f"Spring Boot {spring_boot(service.folder / 'quiet.jar')}, Java {options.jdk}, 2 cores, heap {HEAP}")
    print()
    print("\n".join(report.columns(rows_of(phases))))
    print()
    print("\n".join(report.columns(pool_rows(pools))))
    print()
    if left_alone:
        print("  Not watched, so that silence about it proves nothing:")
        print("\n".join([*(f"    {line}" for line in left_alone), ""]))
    if findings:
        print(report.findings_in_full(variant.title, findings))
    lines = complaints(phases, phases[-1].asked.get(ORDER, 0), waiting, log)
    if lines:
        print("\n".join(["FAILED", *(f"  {line}" for line in lines)]))
        return 1
    print(f"OK: Snarl has nothing to warn of; findings of severity info: {phases[-1].count('info')}.")
    print()
    return 0


def arguments():
    parser = argparse.ArgumentParser()
    for name in ("root", "build-java", "java", "boot"):
        parser.add_argument(f"--{name}", type=pathlib.Path if name == "root" else str, required=True)
    for name in ("jdk", "seconds"):
        parser.add_argument(f"--{name}", type=int, required=True)
    return parser.parse_args()


def main():
    options = arguments()
    return jvm.status_of("scripts/quiet", lambda: run(options), report.Unreadable)


if __name__ == "__main__":
    raise SystemExit(main())
