"""The rows of JMH: nanoseconds and bytes of one operation, by one thread and by two at once."""

import json
import re
import statistics
import subprocess
from pathlib import Path

from machine import BENCHMARKS
from peers import Absent

ABOUT = """JMH, one forked JVM for each number, 1 GB of heap, warmed up for 1.2 s, what starts threads for 4.8 s. With one thread the worker of a pool feeds itself, so that no thread is ever woken and a few
nanoseconds can be seen; with two, two workers feed and take from one queue. *A chain* is ten tasks, each of which submits the next. Bytes are those of all
threads, an agent's own included, by operation: below 0.5 they are none. No trace is open: a tracing agent hands a trace on to
each task only while there is one, and has less to do here than in a request. How each operation is measured stands in the class comments under
benchmarks/src. The virtual thread is measured on JDK 25."""
WARM_UPS, ITERATIONS, MILLISECONDS = 8, 5, 150
# What takes microseconds, or goes through much code, has not been compiled in a second; with virtual threads, an agent may start more than it has before.
SLOW_WARM_UP = 600
SLOW = ("thread", "virtual", "enhanced", "grpc")
# id, title, JMH's benchmark, its parameters (with a value where it is always the same), the only JDK that has it
BENCHES = (
    ("execute", "`ThreadPoolExecutor.execute`", "PoolTask.execute", ("workers", "wrapper"), None),
    ("submit", "`ThreadPoolExecutor.submit`", "PoolTask.submit", ("workers", "wrapper"), None),
    ("chain", "`supplyAsync` and nine `thenApplyAsync`", "AsyncChain.chainOfTen", ("workers", "wrapper"), None),
    ("forkjoin", "fork and join", "ForkJoin.forkAndJoin", ("workers",), None),
    ("scheduled", "`schedule`, due at once", "Scheduled.schedule", ("workers", "wrapper"), None),
    ("thread", "thread started and joined", "ThreadStart.startAndJoin", (), None),
    ("launch", "`launch` of a child coroutine", "Launch.child", (), None),
    ("enhanced", "`EnhancedQueueExecutor.execute` (JBoss Threads)", "EnhancedTask.execute", ("workers",), None),
    ("dispatch", "a block through `Dispatchers.Default`", "Dispatch.toDefault", (), None),
    ("grpc", "a unary call of gRPC, in the process", "GrpcUnary.call", (), None),
    ("latch", "an answer awaited at a `CountDownLatch`", "Handover.askAndWait", ("how=LATCH",), None),
    ("semaphore", "an answer awaited at a `Semaphore`", "Handover.askAndWait", ("how=SEMAPHORE",), None),
    ("queue", "an answer awaited at a `LinkedBlockingQueue`", "Handover.askAndWait", ("how=QUEUE",), None),
    ("lock", "`ReentrantLock`, taken and given back", "Lock.reentrant", (), None),
    ("monitor", "a monitor, entered and left", "Lock.monitor", (), None),
    ("unpark", "`LockSupport.unpark` of a thread that has its permit", "Unpark.unpark", (), None),
    ("virtual", "virtual thread", "VirtualThreads.startAndEnd", (), 25),
)


class Micro:
    """One benchmark with a number of threads."""

    metrics = ("ns", "bytes")
    def __init__(self, bench, threads, jdk, homes, quick):
        key, title, self.benchmark, self.parameters, only = bench
        self.id = f"{key}-{threads}"
        self.jdk = only or jdk
        self.title = f"{title}, {threads} thread{'s' if threads > 1 else ''}"
        self.threads, self.homes, self.milliseconds = threads, homes, 50 if quick else MILLISECONDS
        self.warm = SLOW_WARM_UP if key in SLOW and not quick else self.milliseconds
        # About how long it takes for each agent on an idle machine.
        self.seconds = 2 + (WARM_UPS * self.warm + ITERATIONS * self.milliseconds) / 1000

    def measure(self, peers, agent, folder):
        java = self.homes(self.jdk) / "bin/java"
        result = Path(folder) / "result.json"
        options = ["-Xms1g", "-Xmx1g", *peers.flags(agent, folder)]
        if self.benchmark.startswith("VirtualThreads"):
            options.append(f"-Djdk.virtualThreadScheduler.parallelism={self.threads}")
        command = [java, "-jar", BENCHMARKS, f"\\.{re.escape(self.benchmark)}$", "-f", "1", "-t", self.threads]
        command += ["-wi", WARM_UPS, "-i", ITERATIONS, "-w", f"{self.warm}ms", "-r", f"{self.milliseconds}ms"]
        command += ["-prof", "gc", "-rf", "json", "-rff", result, "-jvmArgsPrepend", " ".join(map(str, options))]
        given = {"workers": self.threads, "wrapper": agent.wrapper}
        command += [word for name in self.parameters for word in ("-p", name if "=" in name else f"{name}={given[name]}")]
        try:
            done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=180)
        except subprocess.TimeoutExpired:
            raise Absent("no result within 180 s") from None
        runs = json.loads(result.read_text()) if result.exists() and result.read_text().strip() else []
        if done.returncode != 0 or not runs:
            raise Absent(reason(done.stdout))
        allocated = next(v for k, v in runs[0]["secondaryMetrics"].items() if k.endswith("gc.alloc.rate.norm"))
        return {"ns": statistics.median(runs[0]["primaryMetric"]["rawData"][0]), "bytes": allocated["score"]}


def reason(output):
    """The line that says most about why a JVM failed."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    telling = [line for line in lines if re.search(r"Exception|Error|error|Unsupported", line)]
    return (telling or lines or ["no output"])[0][:160]


def cases(jdk, homes, quick):
    return [Micro(bench, threads, jdk, homes, quick) for threads in (1, 2) for bench in BENCHES]
