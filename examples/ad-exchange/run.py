"""Case D: an ad exchange on Tomcat, with an @Async method for each request, under Gatling."""

import datetime
import functools
import operator
import pathlib
import threading
import time
import urllib.error

import demo_report
import example
import gatling
import jvm
import report
from example import Expected, Outcome, Variant, verdicts
from jvm import Failed, say
from report import Culprit

CASE = "D"
FOLDER = pathlib.Path(__file__).resolve().parent
JAR = FOLDER / "service/target/ad-exchange.jar"
POOL = "exchange-#"
# The team's three servers shared the rate; this is one of them.
SERVERS = 3
SECONDS = 40
# In a run of a minute the second compiler takes more of two cores than it gives back.
ONE_COMPILER = "-XX:TieredStopAtLevel=1"
STORE = "service/src/main/java/com/example/adexchange"


class Load(threading.Thread):
    """Buyers for SECONDS; meanwhile once a second a look at the pool, of which the peaks are kept."""

    def __init__(self, context, service, per_second):
        super().__init__()
        self.service = service
        self.peaks = {}
        folder = jvm.make_folder(context.out / "load")
        self.program = context.start(
            "gatling",
            gatling.command(
                context.build_java,
                FOLDER / "load/target",
                "Buyers",
                folder,
                {"target": service.address, "seconds": SECONDS, "perSecond": per_second},
                [ONE_COMPILER],
            ),
        )

    def run(self):
        while self.program.running:
            self._look()
            time.sleep(1)

    def _look(self):
        try:
            scrape = self.service.scrape()
        except (urllib.error.URLError, OSError):
            return  # The next look is in a second.
        for metric in ("executor_active_threads", "executor_queued_tasks"):
            self._keep(metric, scrape.total(metric, name=POOL))
        for metric in ("jvm_threads_live_threads", "process_cpu_usage"):
            self._keep(metric, scrape.total(metric))

    def _keep(self, metric, value):
        self.peaks[metric] = max(value, self.peaks.get(metric, 0.0))


def warm_up(address):
    """Without it the first seconds of load would measure class loading."""

    def visit():
        for slot in range(1, 41):
            try:
                jvm.get(f"{address}/ads/{slot}")
            except (urllib.error.URLError, OSError) as e:
                failures.append(f"{address}/ads/{slot}: {e}")

    failures = []
    visitors = [threading.Thread(target=visit) for _ in range(8)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    if failures:
        raise Failed(f"the service does not answer: {failures[0]}")


def start_database(context):
    folder = jvm.make_folder(context.out / "database")
    database = context.start(
        "database", [context.java, jvm.CORES, "-Xmx128m", ONE_COMPILER, "-jar", jvm.own_copy(JAR, folder), "database"]
    )
    return database.await_line(database.log, r"Database started on port (\d+)")


def measure(context, rate, profile, threads, connections):
    port = start_database(context)
    service = context.start_jvm(
        "service",
        JAR.relative_to(FOLDER),
        ["-Xmx256m", ONE_COMPILER],
        [
            f"--spring.profiles.active={profile}",
            "--server.port=0",
            f"--exchange.database-port={port}",
            f"--exchange.threads={threads}",
            f"--exchange.connections={connections}",
        ],
    )
    service.await_tomcat()
    say(f"  service {service.address}, Snarl {service.snarl}; warming up")
    warm_up(service.address)
    say(f"  {rate / SERVERS:.0f} requests/s for {SECONDS} s")
    first = service.scrape()
    began = datetime.datetime.now(datetime.timezone.utc)
    load = Load(context, service, rate / SERVERS)
    load.start()
    context.wait(lambda: f"of about {SECONDS + 8}", lambda: not load.program.running, SECONDS + 120)
    load.join()
    last = service.scrape()
    if load.program.process.returncode != 0:
        raise Failed(f"Gatling failed: see {load.program.log}")
    times = demo_report.response_times(load.program.log.read_text())
    # The observer looks twice a second and the file follows it: a finding of the last moment is in it by now.
    findings = service.findings()
    rejected = (scrape.total("snarl_executor_rejected_total", name=POOL) for scrape in (last, first))
    size = f"{threads} threads, {connections} database connections"
    return Outcome(
        scale=f"one server of {SERVERS}, {rate / SERVERS:.0f} of {rate} requests/s for {SECONDS} s; {size}",
        measured={
            "requests/s": f"{rate / SERVERS:.0f}",
            "threads / connections": f"{threads} / {connections}",
            "requests": str(times.requests),
            "success": f"{times.success_percent:.2f} %",
            "response time, mean": report.milliseconds(times.mean),
            "response time, p50": report.milliseconds(times.p50),
            "response time, p95": report.milliseconds(times.p95),
            "response time, p99": report.milliseconds(times.p99),
            "rejected": f"{operator.sub(*rejected):.0f}",
            "busy threads, peak": f"{load.peaks.get('executor_active_threads', 0):.0f}",
            "queued, peak": f"{load.peaks.get('executor_queued_tasks', 0):.0f}",
            "threads of the JVM, peak": f"{load.peaks.get('jvm_threads_live_threads', 0):.0f}",
            "tasks-rejected after": seconds_until("tasks-rejected", findings, began),
            "pool-saturated after": seconds_until("pool-saturated", findings, began),
        },
        findings=findings,
        complaints=[] if times.succeeded else ["no request succeeded"],
    )


def seconds_until(rule, findings, began):
    """From the start of the load generator, which takes some seconds to come up, to the pool's finding."""
    times = [
        datetime.datetime.fromisoformat(found["firstSeen"][:19] + "+00:00")
        for found in findings
        if found["rule"] == rule and found["evidence"]["pool"] == POOL
    ]
    return f"{(min(times) - began).total_seconds():.0f} s" if times else "-"


def at(rate, profile, threads, connections):
    return functools.partial(measure, rate=rate, profile=profile, threads=threads, connections=connections)


OVERRUN = (
    Expected("tasks-rejected", "warning", f"{STORE}/AdController.java", "service.best(slot)"),
    Expected("pool-saturated", "warning"),
)
SHORT_OF_CONNECTIONS = verdicts(("database-connections", "rejections"), ("pool-too-small", "unbounded-queue", "built-per-call"))
# Threads that wait for one of the eight connections, whose holders wait for the database.
NO_CONNECTION = (Culprit(r" at \S+LINE → connections of \S+ → holder in ", f"{STORE}/AdStore.java", ".single();"),)
FINE = verdicts(false=("rejections", "unbounded-queue", "built-per-call"))
VARIANTS = (
    Variant("before", "", at(800, "before", 200, 8), OVERRUN, SHORT_OF_CONNECTIONS, NO_CONNECTION),
    Variant("before", "pool-400", at(800, "before", 400, 8), OVERRUN, SHORT_OF_CONNECTIONS, NO_CONNECTION),
    Variant("before", "pool-600", at(800, "before", 600, 8), OVERRUN, SHORT_OF_CONNECTIONS, NO_CONNECTION),
    # Here it is Tomcat's own pool that is saturated.
    Variant(
        "before",
        "sync",
        at(800, "sync", 200, 8),
        (Expected("pool-saturated", "warning"),),
        verdicts(("database-connections",), ("rejections", "unbounded-queue", "built-per-call")),
        NO_CONNECTION,
    ),
    Variant("after", "rate-300", at(300, "before", 200, 8), verdicts=FINE, culprits=NO_CONNECTION),
    Variant("after", "", at(800, "after", 24, 24), verdicts=FINE, culprits=NO_CONNECTION),
)

if __name__ == "__main__":
    raise SystemExit(example.main("Ad exchange", FOLDER, VARIANTS))
