"""What the runners share: finding Java and the agent, describing the machine, judging a difference."""

import os
import platform
import re
import select
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
AGENT = ROOT / "agent/target/snarl.jar"
BENCHMARKS = ROOT / "benchmarks/target/benchmarks.jar"
RESULTS = ROOT / "benchmarks/results"


def java_home(version):
    """The home of that Java, found or fetched by scripts/lib/env.sh; None if it cannot be had."""
    script = f'. "{ROOT}/scripts/lib/env.sh"; jdk_home {version}'
    answer = subprocess.run(["bash", "-c", script], stdout=subprocess.PIPE, text=True)
    return Path(answer.stdout.strip()) if answer.returncode == 0 else None


def need_jars(*needed):
    """Builds what is not there yet; both jars unless some are named."""
    for jar, command in (
        (AGENT, ["mvn", "-B", "-q", "package", "-DskipTests"]),
        (BENCHMARKS, ["mvn", "-B", "-q", "-f", "benchmarks/pom.xml", "package"]),
    ):
        if jar in (needed or (AGENT, BENCHMARKS)) and not jar.exists():
            print(f"Building {jar.relative_to(ROOT)}", file=sys.stderr)
            subprocess.run(command, cwd=ROOT, check=True)


def describe(home):
    """The machine and the JDK in one sentence, without anything that names this machine."""
    cpu = "unknown CPU"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith(("model name", "Model")):
            cpu = line.split(":", 1)[1].strip()
            break
    memory = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text())
    gigabytes = f"{int(memory[1]) / 1048576:.0f} GB" if memory else "unknown memory"
    release = dict(re.findall(r'^(\w+)="(.*)"$', (home / "release").read_text(), re.M))
    jdk = release.get("JAVA_RUNTIME_VERSION") or release.get("JAVA_VERSION", "unknown")
    vendor = release.get("IMPLEMENTOR", "unknown vendor")
    return (
        f"{cpu}, {os.cpu_count()} cores, {gigabytes}, {platform.system()} {platform.release()} "
        f"{platform.machine()}, JDK {jdk} ({vendor})"
    )


def cpu_seconds(process):
    """User and system time so far of a process, or of a thread as PID/task/TID."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_of(pid, names):
    """CPU seconds of the threads whose names begin so."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        try:
            if (task / "comm").read_text().startswith(names):
                total += cpu_seconds(f"{pid}/task/{task.name}")
        except OSError:
            continue
    return total


def megabytes(pid):
    """Resident memory of a process."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1024


def milliseconds_to(stream, wanted, began, limit=20):
    """When `wanted` first appears on the stream, in ms since `began`; None if it ends or takes too long."""
    seen = b""
    while time.perf_counter() - began < limit:
        if select.select([stream], [], [], 0.5)[0]:
            piece = os.read(stream.fileno(), 4096)
            now = time.perf_counter()
            if not piece:
                return None
            seen += piece
            if wanted in seen:
                return (now - began) * 1000
    return None


def load():
    return os.getloadavg()[0]


class Comparison:
    """Three rows of measurements, taken in turns: without, with, and once more without the agent.

    The difference is that of the medians, both rows without the agent taken together. The noise is what the two
    rows without the agent differ by though nothing differs: the larger of the difference of their medians and the
    median difference within a round.
    """

    def __init__(self, without, with_agent, again):
        self.base = statistics.median(without + again)
        self.agent = statistics.median(with_agent)
        self.difference = self.agent - self.base
        self.noise = max(
            abs(statistics.median(without) - statistics.median(again)),
            statistics.median([abs(a - b) for a, b in zip(without, again)]),
        )

    def verdict(self, budget, slack=0.0):
        """Inconclusive if the noise alone could decide whether the budget is met."""
        limit = budget + slack
        if self.noise > max(limit, 1e-9):
            return "inconclusive"
        if self.difference <= limit:
            return "within"
        if self.difference - self.noise <= limit:
            return "inconclusive"
        return f"over by {self.difference - budget:,.1f}"
