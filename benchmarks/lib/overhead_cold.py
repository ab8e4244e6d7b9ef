"""CPU seconds from a JVM's start: of a program with next to nothing to do, and of a fixed amount of work, cold and warm.

Seconds of CPU, unlike those of a clock, are nearly the same on a machine that has other work too.
"""

import contextlib
import subprocess
import time
from pathlib import Path

import overhead_macro
from machine import ROOT, cpu_seconds
from overhead_macro import COMMON, Process, attack

ABOUT = """CPU of the whole process, the just-in-time compiler's too, from before `main` on and on all processors. *Cold* is from the JVM's start until
a fixed amount of work is done, *warm* the same amount again, the mean of two further times. The services of HTTP get their requests at the fixed rate;
the broker takes records as fast as Kafka's own producer-perf-test sends them in batches of its default size. The small program is
benchmarks/cold-load/Idle.java: 60 threads, one task a second."""
GROUPS = {
    "C2": ("C2 CompilerThre",),
    "C1": ("C1 CompilerThre",),
    "agent": ("snarl-", "JFR "),
    "GC": ("GC Thread", "G1 "),
    "VM": ("VM Thread", "VM Periodic", "Sweeper", "Common-Cleaner"),
    "main": ("java",),
}
THREADS = 60
WARM_LOADS = 2


def group_of(name):
    return next((group for group, names in GROUPS.items() if name.startswith(names)), "application")


def by_group(pid):
    """CPU seconds so far by groups of threads, and of `all`: those of threads that have ended are only in that."""
    found = dict.fromkeys([*GROUPS, "application"], 0.0)
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            # In nanoseconds where stat has hundredths of a second.
            found[group_of((task / "comm").read_text())] += int((task / "schedstat").read_text().split()[0]) / 1e9
    return found | {"all": cpu_seconds(pid)}


def less(after, before):
    return {group: after[group] - before[group] for group in after}


class Idle:
    """Next to nothing to do."""

    id, metrics, named = "idle", ("minute", "after"), ("first minute", "second minute")
    source = ROOT / "benchmarks/cold-load/Idle.java"
    seconds = 120

    def __init__(self, jdk, homes, quick):
        self.home = homes(jdk)
        self.minute = 2 if quick else 60
        self.title = f"small program, {THREADS} threads"

    def begin(self, folder):
        self.classes = Path(folder) / "idle"
        subprocess.run([self.home / "bin/javac", "-d", self.classes, self.source], check=True)
        return []

    def phases(self, flags, folder):
        """CPU seconds by group of the first minute, and of the second."""
        command = [self.home / "bin/java", *COMMON, "-Xmx128m", *flags, "-cp", self.classes, "Idle", THREADS]
        with Process(command, folder, "idle", stdin=subprocess.PIPE) as program:
            seen = []
            for end in (1, 2):
                time.sleep(max(0, end * self.minute - program.age()))
                seen.append(by_group(program.pid))
            return [seen[0], less(seen[1], seen[0])]

    def measure(self, peers, agent, folder):
        first, second = self.phases(peers.flags(agent, folder), folder)
        return {"minute": first["all"], "after": second["all"] / self.minute * 100}


class Loaded:
    """A service of the section `macro`; subclasses load it."""

    metrics, named = ("cold", "warm"), ("cold", "second", "third")
    seconds = 80

    def __init__(self, jdk, homes, quick):
        self.service = self.kind(jdk, homes, quick)
        self.id = f"cold-{self.service.id}"
        self.begin = self.service.begin
        self.quick = quick

    def phases(self, flags, folder):
        """CPU seconds by group until the first load is done, and of each further one."""
        with self.service.running(folder, flags) as (process, target, _):
            found, before = [], dict.fromkeys([*GROUPS, "application", "all"], 0.0)
            for _ in range(1 + WARM_LOADS):
                self.load(folder, target)
                now = by_group(process.pid)
                found.append(less(now, before))
                before = now
            return found

    def measure(self, peers, agent, folder):
        cold, *warm = self.phases(peers.flags(agent, folder), folder)
        return {"cold": cold["all"], "warm": sum(each["all"] for each in warm) / len(warm)}


class Asked(Loaded):
    """A service of HTTP."""

    def __init__(self, jdk, homes, quick):
        super().__init__(jdk, homes, quick)
        self.length = 1 if quick else 20
        self.title = f"{self.service.name}, {self.service.rate * self.length:,} requests"

    def load(self, folder, targets):
        attack(folder, targets, self.length, self.service.rate)


class AdExchange(Asked):
    kind = overhead_macro.AdExchange


class Push(Asked):
    kind = overhead_macro.Push


class Zipkin(Asked):
    kind = overhead_macro.Zipkin


class Kafka(Loaded):
    """As fast as the producer can; batches of the default size."""

    kind = overhead_macro.Kafka
    BATCH = 16_384

    def __init__(self, jdk, homes, quick):
        super().__init__(jdk, homes, quick)
        self.records = 10_000 if quick else 4_000_000
        self.title = f"Kafka broker, {self.records:,} records of 200 bytes"

    def load(self, folder, port):
        self.service.produce(port, self.records, -1, self.BATCH)


# The first are the last to be left out.
CASES = (Idle, Kafka, AdExchange, Zipkin, Push)


def cases(jdk, homes, quick):
    return [case(jdk, homes, quick) for case in CASES]
