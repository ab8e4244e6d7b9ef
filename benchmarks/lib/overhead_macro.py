"""Whole services under load: an HTTP service of the examples, their push service, Zipkin, and a Kafka broker.

A service starts with one agent, is warmed up on all processors, and is then kept to the first one while the load comes from the second, so
that neither takes the other's. The load of HTTP is vegeta's: requests are sent when they are due, whether or not others have
been answered, and their time counts from when they were due.
"""

import contextlib
import csv
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from machine import ROOT, cpu_seconds, megabytes
from overhead_micro import reason
from peers import CACHE, Absent, fetch, free_port, versions

ABOUT = """Each number is from a JVM of its own, warmed up at full load on both processors and then kept to one of them; load, and a database where there is one,
have the other. Then it is loaded at the fixed rate until it is half a minute old, so that what agents start late has started, and its compiler has no more to do. HTTP is asked by vegeta, which sends each request when it is due; a request's time counts from then, answered or not (no coordinated omission). Saturated: 8 connections, each of which
asks again as soon as it is answered. The broker has Kafka's own producer-perf-test. CPU is that of the service's process from `/proc`, without
the just-in-time compiler, which has the loader's processor; resident memory is that at the end."""
LOADER = ROOT / "benchmarks/loader"
VEGETA = CACHE / "vegeta"
START_LIMIT = 180
COMPILER = re.compile("C[12] CompilerThre")
# A service is warm when it is so old, and its compiler takes so little of a processor; or when it is too old.
WARM_AGE, WARM_COMPILER, TOO_OLD = 30, 0.1, 90
PIECE = 3
# Compiler threads that came and went would take their CPU time with them.
COMMON = ("-XX:-UseDynamicNumberOfCompilerThreads",)
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def need_loader():
    """Builds vegeta from the Go module that benchmarks/loader pins."""
    if not VEGETA.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        subprocess.run(["go", "build", "-o", VEGETA, "github.com/tsenart/vegeta/v12"], cwd=LOADER, check=True)


def threads(pid):
    """(id, whether the just-in-time compiler runs on it) of each that is there."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            yield int(task.name), COMPILER.match((task / "comm").read_text()) is not None
        except OSError:
            pass  # It has ended meanwhile.


def spent(pid):
    """CPU seconds so far without those of the compiler, which are many in a run of a minute and few in a service's life."""
    return cpu_seconds(pid) - compiling(pid)


def compiling(pid):
    """CPU seconds of the compiler so far."""
    total = 0
    for thread, compiles in threads(pid):
        if compiles:
            with contextlib.suppress(OSError):
                total += cpu_seconds(f"{pid}/task/{thread}")
    return total


class Process:
    """A JVM under test or a helper of it, with its output in a file. Ends with the block."""

    def __init__(self, command, folder, name, env=None, stdin=subprocess.DEVNULL):
        self.log = Path(folder) / f"{name}.log"
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                list(map(str, command)),
                stdin=stdin,
                stdout=log,
                stderr=log,
                cwd=folder,
                env={**os.environ, **(env or {})},
                start_new_session=True,
            )
        self.began = time.monotonic()
        self.pid = self.process.pid

    def until(self, done, limit=START_LIMIT, every=0.02):
        """Waits until `done` answers something true, and returns that."""
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise Absent(f"ended while it started: {reason(self.log.read_text(errors='replace'))}")
            if answer := done():
                return answer
            time.sleep(every)
        raise Absent(f"not ready within {limit} s: {reason(self.log.read_text(errors='replace'))}")

    def line(self, pattern):
        return self.until(lambda: re.search(pattern, self.log.read_text(errors="replace")))[1]

    def keep_to(self, processor, compiler=1):
        """All its threads, and so all that they start; the compiler's to another processor."""
        if os.cpu_count() > 1:
            for thread, compiles in threads(self.pid):
                with contextlib.suppress(OSError):
                    os.sched_setaffinity(thread, {compiler if compiles else processor})

    def spent(self):
        return spent(self.pid)

    def compiling(self):
        return compiling(self.pid)

    def age(self):
        return time.monotonic() - self.began

    def warm(self, load, too_old=TOO_OLD):
        """Loads it, a few seconds at a time, until the compiler has little more to do and agents have started all their parts."""
        while True:
            before, since = self.compiling(), time.monotonic()
            load(PIECE)
            age, share = self.age(), (self.compiling() - before) / (time.monotonic() - since)
            if (age >= WARM_AGE and share < WARM_COMPILER) or age >= too_old:
                return

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            os.killpg(self.pid, signal.SIGTERM)
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                os.killpg(self.pid, signal.SIGKILL)
                self.process.wait()


def answers(address):
    """Whether there is any answer, be it an error."""
    try:
        DIRECT.open(address, timeout=5).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def attack(folder, targets, seconds, rate, workers=8):
    """(when due, when answered, HTTP status) of each request, in seconds; a rate of 0 sends as soon as one is answered."""
    words = ["attack", f"-rate={rate}/1s" if rate else "-rate=0", f"-duration={seconds}s", f"-targets={targets}", "-max-body=0"]
    words += [f"-workers={workers}"] + ([] if rate else [f"-max-workers={workers}"]) + ["-timeout=20s", f"-output={folder}/hits"]
    command = [VEGETA, *words]
    if os.cpu_count() > 1:
        command = ["taskset", "-c", "1", *command]
    subprocess.run(list(map(str, command)), check=True, timeout=seconds + 60)
    listed = subprocess.run([VEGETA, "encode", "--to=csv", f"{folder}/hits"], check=True, stdout=subprocess.PIPE, text=True)
    return hits(csv.reader(listed.stdout.splitlines()), rate)


def hits(lines, rate):
    """The same from the lines of vegeta's CSV: the n-th request was due n intervals after the begin, whenever it was sent.

    The file does not say when that was; but none is sent before it is due, so that the one that was least late tells.
    """
    sent = [(int(words[8]) * (10**9 // rate if rate else 0), int(words[0]), int(words[2]), int(words[1])) for words in lines]
    begin = min(at - due for due, at, _, _ in sent)
    return [((due if rate else at - begin) / 1e9, (at + took - begin) / 1e9, status) for due, at, took, status in sent]


def succeeded(status):
    return 200 <= status < 300


def quantile(ordered, share):
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Http:
    """A service that answers HTTP. Subclasses say how it starts and what it is asked."""

    metrics = ("throughput", "saturated_cpu", "cpu", "p50", "p99", "p999", "failed", "rss", "first")
    # About how long it takes for each agent on an idle machine.
    seconds = 55
    rate = 500
    ready = "/"
    helpers = ()

    def __init__(self, jdk, homes, quick):
        self.java = homes(jdk) / "bin/java"
        self.warm, self.fixed, self.saturated = (1, 1, 1) if quick else (7, 8, 4)
        self.too_old = 0 if quick else TOO_OLD
        self.title = f"{self.name}, {self.rate:,} requests/s"

    def begin(self, folder):
        """What the service needs beside it, for the whole run."""
        return []

    def measure(self, peers, agent, folder):
        with self.running(folder, peers.flags(agent, folder)) as (service, targets, first):
            attack(folder, targets, self.warm, 0)
            service.keep_to(0)
            service.warm(lambda seconds: attack(folder, targets, seconds, self.rate), self.too_old)
            numbers = self.loaded(service, folder, targets, self.saturated, self.fixed)
            return {**numbers, "rss": megabytes(service.pid), "first": first}

    @contextlib.contextmanager
    def running(self, folder, flags):
        """The service once it answers, what to ask it, and the milliseconds until its first answer."""
        port = free_port()
        command = [self.java, *COMMON, "-Xms256m", "-Xmx256m", *flags, *self.command(port)]
        began = time.perf_counter()
        with Process(command, folder, "service", self.environment(port)) as service:
            address = self.address(service, port)
            service.until(lambda: answers(f"{address}{self.ready}"))
            yield service, self.targets(folder, address), (time.perf_counter() - began) * 1000

    def loaded(self, service, folder, targets, saturated, fixed):
        """What is seen in so many seconds of full load, and then at the fixed rate."""
        full, full_cpu = self.burdened(service, folder, targets, saturated, 0)
        rated, rated_cpu = self.burdened(service, folder, targets, fixed, self.rate)
        times = sorted((answered - due) * 1000 for due, answered, _ in rated)
        return {
            "throughput": sum(succeeded(status) for *_, status in full) / max(answered for _, answered, _ in full),
            "failed": 100 * sum(not succeeded(status) for *_, status in rated) / len(rated),
            "saturated_cpu": full_cpu / len(full) * 1e6,
            "cpu": rated_cpu / len(rated) * 1e6,
            "p50": quantile(times, 0.5),
            "p99": quantile(times, 0.99),
            "p999": quantile(times, 0.999),
        }

    def burdened(self, service, folder, targets, seconds, rate):
        before = service.spent()
        seen = attack(folder, targets, seconds, rate)
        spent = service.spent() - before
        failed = [status for _, _, status in seen if not succeeded(status)]
        if len(failed) > len(seen) / 2:
            raise Absent(f"{len(failed)} of {len(seen)} requests failed, with status {failed[0]}")
        return seen, spent

    def environment(self, port):
        return {}

    def address(self, service, port):
        return f"http://127.0.0.1:{port}"

    def targets(self, folder, address):
        file = Path(folder) / "targets"
        file.write_text("".join(f"{target}\n\n" for target in self.asked(folder, address)))
        return file


class AdExchange(Http):
    """Case D after its fix, its database answering at once: each request is a task of an `@Async` pool."""

    id, name, ready = "ad-exchange", "ad exchange (Spring Boot, Tomcat, `@Async`, HikariCP)", "/ads/1"
    jar = ROOT / "examples/ad-exchange/service/target/ad-exchange.jar"
    pom = "examples/ad-exchange/pom.xml"

    def begin(self, folder):
        database = Process([self.java, "-Xmx128m", "-jar", self.jar, "database"], folder, "database")
        self.database = database.line(r"Database started on port (\d+)")
        database.keep_to(1, compiler=1)
        return [database]

    def command(self, port):
        return [
            "-jar",
            self.jar,
            "--spring.profiles.active=after",
            f"--server.port={port}",
            f"--exchange.database-port={self.database}",
            "--exchange.database-millis=0",
        ]

    def asked(self, folder, address):
        return [f"GET {address}/ads/{slot}" for slot in range(1, 101)]


class Push(Http):
    """The push service of cases A and B, thinking no time: the JDK's HTTP server, a pool, and a scheduled pool."""

    id, name, ready, rate = "push-service", "push service (the JDK's HTTP server, scheduled pool)", "/count", 2000
    source = ROOT / "examples/push-service/PushService.java"

    def begin(self, folder):
        self.classes = Path(folder) / "classes"
        subprocess.run([shutil.which("javac"), "--release", "17", "-d", self.classes, self.source], check=True)
        return []

    def command(self, port):
        return ["-cp", self.classes, "PushService", 0]

    def address(self, service, port):
        return "http://127.0.0.1:" + service.line(r"push service on port (\d+)")

    def asked(self, folder, address):
        message = Path(folder) / "message"
        message.write_text('{"message":{"token":"1","notification":{"title":"A letter","body":"has come"}}}')
        return [f"POST {address}/send\n@{message}"]


class Zipkin(Http):
    """Zipkin's server, in memory, that is sent spans."""

    id, name, ready, rate = "zipkin", "Zipkin server (Armeria, Netty), 10 spans a request", "/health", 500

    def begin(self, folder):
        self.jar = fetch("io.zipkin", "zipkin-server", versions()["zipkin-server.version"], "-exec")
        return []

    def environment(self, port):
        return {"QUERY_PORT": str(port), "STORAGE_TYPE": "mem", "MEM_MAX_SPANS": "20000", "SELF_TRACING_ENABLED": "false"}

    def command(self, port):
        return ["-jar", self.jar]

    def asked(self, folder, address):
        spans = [
            {
                "traceId": f"{trace:016x}",
                "id": f"{trace * 10 + number:016x}",
                "name": f"get /orders/{number}",
                "timestamp": int(time.time() * 1e6),
                "duration": 1000 + number,
                "kind": "SERVER",
                "localEndpoint": {"serviceName": f"service-{number}"},
                "tags": {"http.method": "GET", "http.path": f"/orders/{number}"},
            }
            for trace in range(1, 21)
            for number in range(1, 11)
        ]
        targets = []
        for trace in range(20):
            file = Path(folder) / f"spans-{trace}.json"
            file.write_text(json.dumps(spans[trace * 10 : trace * 10 + 10]))
            targets.append(f"POST {address}/api/v2/spans\nContent-Type: application/json\n@{file}")
        return targets


class Kafka:
    """A broker under Kafka's own load tool, in small batches, so that the broker has requests to answer and not only bytes to copy."""

    id, metrics = "kafka", ("throughput", "saturated_cpu", "cpu", "p50", "p99", "p999", "rss", "first")
    seconds, rate = 50, 5_000
    folder = ROOT / "examples/feed/broker/target"
    pom = "examples/feed/pom.xml"
    line = re.compile(
        r"(\d+) records sent, ([\d.]+) records/sec .* ([\d.]+) ms avg latency, .* (\d+) ms 50th, (\d+) ms 95th, (\d+) ms 99th, (\d+) ms 99.9th"
    )

    def __init__(self, jdk, homes, quick):
        self.java = homes(jdk) / "bin/java"
        self.records, self.length = (2_000, 1) if quick else (100_000, 6)
        self.too_old = 0 if quick else TOO_OLD
        self.title = f"Kafka broker, {self.rate:,} records/s of 200 bytes"

    def begin(self, folder):
        tools = fetch("org.apache.kafka", "kafka-tools", kafka_version())
        self.tool = [self.java, "-Xmx256m", "-cp", f"{tools}:{self.folder}/lib/*", "org.apache.kafka.tools.ProducerPerformance"]
        return []

    def measure(self, peers, agent, folder):
        with self.running(folder, peers.flags(agent, folder)) as (broker, port, first):
            self.produce(port, self.records, -1)
            broker.keep_to(0)
            broker.warm(lambda seconds: self.produce(port, self.rate * seconds, self.rate), self.too_old)
            full, full_cpu = self.burdened(broker, port, self.records, -1)
            fixed, fixed_cpu = self.burdened(broker, port, self.rate * self.length, self.rate)
            return {
                "throughput": float(full[1]),
                "saturated_cpu": full_cpu / int(full[0]) * 1e6,
                "cpu": fixed_cpu / int(fixed[0]) * 1e6,
                "p50": float(fixed[3]),
                "p99": float(fixed[5]),
                "p999": float(fixed[6]),
                "rss": megabytes(broker.pid),
                "first": first,
            }

    @contextlib.contextmanager
    def running(self, folder, flags):
        """The broker once it accepts connections, its port, and the milliseconds until then."""
        data = Path(folder) / "data"
        command = [self.java, *COMMON, "-Xms384m", "-Xmx384m", *flags]
        command += ["-cp", f"{self.folder}/classes:{self.folder}/lib/*", "com.example.broker.Broker", data]
        began = time.perf_counter()
        with Process(command, folder, "broker") as broker:
            port = broker.line(r"Broker starts on port (\d+)")
            broker.until(lambda: accepts(int(port)))
            yield broker, port, (time.perf_counter() - began) * 1000

    def burdened(self, broker, port, records, rate):
        before = broker.spent()
        seen = self.produce(port, records, rate)
        return seen, broker.spent() - before

    def produce(self, port, records, rate, batch=1000):
        words = ["--topic", "load", "--num-records", records, "--record-size", 200, "--throughput", rate]
        words += ["--producer-props", f"bootstrap.servers=127.0.0.1:{port}", f"batch.size={batch}", "acks=1"]
        command = ["taskset", "-c", "1"] if os.cpu_count() > 1 else []
        done = subprocess.run(list(map(str, [*command, *self.tool, *words])), capture_output=True, text=True, timeout=600)
        found = self.line.findall(done.stdout)
        if not found:
            raise Absent(f"Kafka's load tool says: {reason(done.stdout + done.stderr)}")
        return found[-1]


def kafka_version():
    return re.search(r"<kafka.version>(.+)</kafka.version>", (ROOT / Kafka.pom).read_text())[1]


def accepts(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


# The first are the last to be left out.
SERVICES = (AdExchange, Kafka, Zipkin, Push)


def cases(jdk, homes, quick):
    return [service(jdk, homes, quick) for service in SERVICES]
