"""The services of examples A, B, D and E and the feed of C, started for the benchmarks that put them under load."""

import contextlib
import importlib.util
import os
import subprocess

import broker
import jvm
from example_push import PushService, certificate
from machine import AGENT, ROOT

FOLDERS = {"A": "notification", "B": "receipts", "C": "feed", "D": "ad-exchange", "E": "code-runner"}
ONE_COMPILER = "-XX:TieredStopAtLevel=1"


class Bench:
    """What one service and its surroundings need: a folder, and the programs started in it, which end with it."""

    def __init__(self, home, folder):
        self.java = self.build_java = str(home / "bin/java")
        self.root, self.out = ROOT, jvm.make_folder(folder)
        self.stack = contextlib.ExitStack()

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.stack.close()

    def keep(self, program):
        self.stack.callback(program.end)
        return program

    def start(self, name, command):
        return self.keep(jvm.Program(name, command, jvm.make_folder(self.out / name)))

    def start_jvm(self, jar, options, arguments, stdin=subprocess.DEVNULL):
        folder = self.out / "service"
        jar = ROOT / "examples" / jar
        started = self.keep(jvm.Jvm("service", self.java, AGENT, self.out.name, jar, folder, options, arguments, stdin))
        started.await_snarl()
        return started

    def service(self, jar, profile, options, *arguments):
        started = self.start_jvm(jar, options, [f"--spring.profiles.active={profile}", "--server.port=0", *arguments])
        started.await_tomcat()
        return started


def notification(bench, profile, *arguments):
    keys, trust = certificate(bench)
    push = PushService(bench, 165, keys)
    push.await_start()
    jar = "notification/target/notification.jar"
    return bench.service(jar, profile, ["-Xmx256m", *trust], f"--push.address={push.address}", *arguments)


def receipts(bench, profile):
    """And its Redis."""
    run = example("B")
    push, redis = PushService(bench, run.PUSH_MILLISECONDS), run.Redis(bench)
    connection = redis.connect()
    connection.call("XGROUP", "CREATE", "receipts", "senders", "$", "MKSTREAM")
    push.await_start()
    arguments = [f"--spring.profiles.active={profile}", f"--spring.data.redis.port={redis.port}", f"--push.address={push.address}"]
    return bench.start_jvm("receipts/target/receipts.jar", ["-Xmx256m"], arguments), redis


def redis_on_the_path():
    """As scripts/example has it."""
    script = f'. "{ROOT}/scripts/lib/env.sh"; . "{ROOT}/examples/receipts/needs.sh" >/dev/null; echo "$PATH"'
    answer = subprocess.run(["bash", "-c", script], stdout=subprocess.PIPE, text=True, check=True)
    os.environ["PATH"] = answer.stdout.strip().splitlines()[-1]


def feed(bench, step):
    """It takes the number of a post's followers by a line of standard input."""
    port = broker.start(bench)
    arguments = [step, f"127.0.0.1:{port}", "-"]
    return bench.start_jvm("feed/service/target/feed.jar", ["-Xmx64m"], arguments, subprocess.PIPE)


def exchange(bench, profile, threads, connections):
    jar = ROOT / "examples/ad-exchange/service/target/ad-exchange.jar"
    folder = jvm.make_folder(bench.out / "database")
    database = bench.start("database", [bench.java, "-Xmx128m", "-jar", jvm.own_copy(jar, folder), "database"])
    port = database.await_line(database.log, r"Database started on port (\d+)")
    sizes = [f"--exchange.database-port={port}", f"--exchange.threads={threads}", f"--exchange.connections={connections}"]
    return bench.service(jar.relative_to(ROOT / "examples"), profile, ["-Xmx256m", ONE_COMPILER], *sizes)


def runner(bench, profile, *arguments):
    return bench.service("code-runner/service/target/code-runner.jar", profile, ["-Xmx256m"], *arguments)


def example(case):
    """The run.py of an example, which is no module of a package."""
    file = ROOT / "examples" / FOLDERS[case] / "run.py"
    spec = importlib.util.spec_from_file_location(f"run_{case}", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def build(case):
    """Builds the example if it is not there yet."""
    folder = ROOT / "examples" / FOLDERS[case]
    if not list(folder.glob("**/target/*.jar")):
        jvm.say(f"Building {folder.relative_to(ROOT)}")
        subprocess.run(["mvn", "-B", "-q", "-f", folder / "pom.xml", "package"], cwd=ROOT, check=True)
