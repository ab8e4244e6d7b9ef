"""How long a running application stands still while an agent comes."""

import subprocess
import time
from pathlib import Path

from hiccups import Hiccups
from peers import Absent

ABOUT = """Attached by `jcmd PID JVMTI.agent_load` to benchmarks/attach-load/Hiccups.java, which has a request due every 10 ms on each of 8 threads.
A *stop* is the longest safepoint in the JVM's own log, a *hiccup* by how much a thread that wakes every millisecond was late at most; p99 is of its
requests. Without an agent it is `jcmd PID VM.version`, which burdens the machine with a JVM just as well."""


class Attach:
    """One JVM for each agent: warmed up, then one window from the command on."""

    id, title, metrics = "attach", "service under light load", ("stop", "hiccup", "request")
    seconds = 10

    def __init__(self, jdk, homes, quick):
        self.home = homes(jdk)
        self.jcmd = self.home / "bin/jcmd"
        self.dynamic = ["-XX:+EnableDynamicAgentLoading"] if jdk >= 21 else []
        self.warm_up, self.window = (1, 1) if quick else (4, 5)

    def measure(self, peers, agent, folder):
        if agent.artifact and agent.attached is None:
            raise Absent("it has no way to be attached to a running JVM")
        if not self.jcmd.exists():
            raise Absent(f"{self.home.name} has no jcmd")
        flags = [flag for flag in peers.flags(agent, folder) if not flag.startswith("-javaagent:")]
        with Hiccups(self.home / "bin/java", Path(folder), [*self.dynamic, *flags]) as service:
            time.sleep(self.warm_up)
            service.window()
            began = time.monotonic()
            self.attach(peers, agent, service.process.pid, folder)
            time.sleep(max(0, self.window - (time.monotonic() - began)))
            seen = service.window()
        return {"stop": seen["stop"], "hiccup": seen["hiccup"], "request": seen["p99"]}

    def attach(self, peers, agent, pid, folder):
        words = ["VM.version"]
        if agent.attached is not None:
            words = ["JVMTI.agent_load", peers.jars[agent.name], peers.filled(agent, agent.attached, folder)]
        done = subprocess.run([str(word) for word in (self.jcmd, pid, *words)], capture_output=True, text=True, timeout=60)
        if done.returncode or "return code: 0" not in done.stdout and words[0] != "VM.version":
            raise Absent(f"it cannot be attached: {(done.stdout + done.stderr).strip().splitlines()[-1][:160]}")


def cases(jdk, homes, quick):
    return [Attach(jdk, homes, quick)]
