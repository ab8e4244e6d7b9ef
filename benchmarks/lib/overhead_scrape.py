"""What a scrape costs with many pools and threads, and what the agent costs between scrapes."""

import shutil
import subprocess
import time
from pathlib import Path

from machine import ROOT
from overhead_macro import COMMON, DIRECT, Process, spent
from peers import Absent, free_port

PROGRAM = ROOT / "benchmarks/scrape-load/Pools.java"
ABOUT = """benchmarks/scrape-load/Pools.java has so many pools and threads, a fifth of which wait for a future. It is left alone for 20 s after its start, and scraped 40 times before it is measured, since a page that is asked for
every few seconds is compiled soon. Wall time is that of a client on the same
machine; CPU is that of the whole process without its compiler, as for the services; for a scrape less what it takes between scrapes. The pages do not hold the same: Snarl's has every pool with its
queue, waits and threads, jmx_exporter's every MBean, OpenTelemetry's (with its Prometheus exporter on) the JVM alone; neither of these knows a pool of the
program."""
# What makes an agent serve a page, beside its usual flags; those not named here serve none.
SERVES = {
    "snarl": (),
    "jmx_exporter": (),
    "opentelemetry": (
        "-Dotel.metrics.exporter=prometheus",
        "-Dotel.exporter.prometheus.host=127.0.0.1",
        "-Dotel.exporter.prometheus.port={port}",
    ),
}


class Scrape:
    """One JVM for each agent: settled, left alone for a while, then scraped four times a second."""

    metrics = ("scrape", "scrape_cpu", "idle_cpu", "series")
    # Most agents serve no page and take none.
    seconds = 25

    def __init__(self, jdk, homes, quick, pools, threads):
        self.java = homes(jdk) / "bin/java"
        self.id, self.title = f"scrape-{threads}", f"{pools} pools, {threads:,} threads"
        self.words = (pools, threads, threads // 5)
        self.settle, self.idle, self.warm, self.scrapes = (1, 1, 1, 2) if quick else (20, 6, 40, 20)

    def begin(self, folder):
        self.classes = Path(folder) / "pools"
        subprocess.run([shutil.which("javac"), "--release", "17", "-d", self.classes, PROGRAM], check=True)
        return []

    def measure(self, peers, agent, folder):
        serves = agent.key in SERVES
        if agent.artifact and not serves:
            raise Absent("it serves no page to be scraped, or none without a collector")
        port = free_port()
        flags = peers.flags(agent, folder) + [flag.format(port=port) for flag in SERVES.get(agent.key, ())]
        # Its standard input must stay open: the program ends with it.
        command = ["sh", "-c", 'sleep 600 | exec "$@"', "sh", self.java, *COMMON, "-Xmx1g", *flags, "-cp", self.classes, "Pools", *self.words]
        with Process(command, folder, "pools") as program:
            program.line(r"(?m)^(ready)$")
            pid = child(program.pid)
            address = self.address(program, agent, flags, port)
            if serves:
                page(address)
            time.sleep(self.settle)
            if serves:
                self.scrape(address, self.warm)
            idle, _ = self.spent(pid, lambda: time.sleep(self.idle))
            result = {"scrape": 0.0, "scrape_cpu": 0.0, "idle_cpu": 100 * idle, "series": 0}
            if serves:
                result |= self.scraped(pid, address, idle)
            return result

    @staticmethod
    def scrape(address, times):
        """Milliseconds of each, and the last page."""
        taken, text = [], ""
        for _ in range(times):
            began = time.perf_counter()
            text = page(address)
            taken.append((time.perf_counter() - began) * 1000)
            time.sleep(max(0, 0.25 - (time.perf_counter() - began)))
        return taken, text

    def scraped(self, pid, address, idle):
        began = time.monotonic()
        busy, (taken, text) = self.spent(pid, lambda: self.scrape(address, self.scrapes))
        seconds = time.monotonic() - began
        return {
            "scrape": sorted(taken)[len(taken) // 2],
            "scrape_cpu": max(0.0, (busy - idle) * seconds / self.scrapes * 1000),
            "series": sum(1 for line in text.splitlines() if line and not line.startswith("#")),
        }

    def spent(self, pid, work):
        """The part of a processor that the process took meanwhile, and what the work returned."""
        began, before = time.monotonic(), spent(pid)
        done = work()
        # Both times right before the reading: to read of 10,000 threads which of them compile takes a while.
        seconds = time.monotonic() - began
        return (spent(pid) - before) / seconds, done

    def address(self, program, agent, flags, port):
        if agent.key == "snarl":
            return program.line(r"ready in \d+ ms on (http://[^\s,]+)") + "/metrics"
        if agent.key == "jmx_exporter":
            port = flags[0].split(":")[2]
        return f"http://127.0.0.1:{port}/metrics"


def child(pid):
    """The Java under the shell that keeps its input open."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return next(int(each) for each in children if "java" in Path(f"/proc/{each}/comm").read_text())


def page(address):
    with DIRECT.open(address, timeout=60) as answer:
        return answer.read().decode()


def cases(jdk, homes, quick):
    sizes = ((20, 100),) if quick else ((500, 10_000), (50, 1_000))
    return [Scrape(jdk, homes, quick, *size) for size in sizes]
