"""How much later an empty main begins, and a Spring Boot application answers for the first time."""

import time

from machine import BENCHMARKS, ROOT
from overhead_macro import Process, answers
from peers import free_port


ABOUT = """From before the JVM is forked, on all processors: to the first line of an empty `main`, and to the first answer
of a Spring Boot application with a database."""


class EmptyMain:
    """From before the JVM is forked to the first line of main."""

    id, metrics, seconds = "empty-main", ("main",), 2

    def __init__(self, jdk, homes, quick):
        self.java, self.title = homes(jdk) / "bin/java", f"empty `main`, JDK {jdk}"

    def measure(self, peers, agent, folder):
        command = [self.java, *peers.flags(agent, folder), "-cp", BENCHMARKS, "dev.snarl.benchmarks.EmptyMain"]
        began = time.perf_counter()
        with Process(command, folder, "main") as started:
            started.until(lambda: "main\n" in started.log.read_text(errors="replace"), every=0.001)
            return {"main": (time.perf_counter() - began) * 1000}


class FirstResponse:
    """From before the JVM is forked until the application of case E has answered a request, on all processors."""

    id, metrics, seconds = "spring-boot", ("first",), 7
    jar = ROOT / "examples/code-runner/service/target/code-runner.jar"
    pom = "examples/code-runner/pom.xml"

    def __init__(self, jdk, homes, quick):
        self.java, self.title = homes(jdk) / "bin/java", f"Spring Boot application of case E, JDK {jdk}"

    def measure(self, peers, agent, folder):
        port = free_port()
        command = [self.java, "-Xmx256m", *peers.flags(agent, folder), "-jar", self.jar]
        command += ["--spring.profiles.active=after", f"--server.port={port}"]
        began = time.perf_counter()
        with Process(command, folder, "service") as service:
            service.until(lambda: answers(f"http://127.0.0.1:{port}/none"), every=0.005)
            return {"first": (time.perf_counter() - began) * 1000}


def cases(jdk, homes, quick):
    return [EmptyMain(jdk, homes, quick), FirstResponse(jdk, homes, quick)]
