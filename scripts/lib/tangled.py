"""A JVM of ours with the agent and known tangles in it: what the tests of the console and of top look at."""

import pathlib
import shutil
import sys
import time
import urllib.error
import urllib.request

import jvm

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benchmarks/lib"))
from machine import java_home  # noqa: E402

JAR = ROOT / "agent/target/snarl.jar"
PATIENCE_SECONDS = 60


def java():
    """The Java of the program: of the release that --jdk N on the command line says, else the one on the PATH."""
    if "--jdk" not in sys.argv:
        return shutil.which("java")
    release = sys.argv[sys.argv.index("--jdk") + 1]
    home = java_home(release)
    if home is None:
        raise jvm.Failed(f"there is no JDK {release} here")
    return home / "bin/java"


def without_jdk(words):
    """These arguments without --jdk N."""
    words = list(words)
    if "--jdk" in words:
        at = words.index("--jdk")
        del words[at : at + 2]
    return words


def start(folder, options="", name="Tangled", seconds=1_200, hostile=False):
    """A program of examples/tangled with the agent in it; its name is that of its class. Ended by end(), else by itself."""
    jvm.make_folder(folder)
    source = ROOT / f"examples/tangled/{name}.java"
    compiled = jvm.Program("javac", [shutil.which("javac"), "--release", "17", "-d", folder, source], folder)
    if compiled.process.wait(timeout=PATIENCE_SECONDS):
        raise jvm.Failed(compiled.errors.read_text())
    agent = f"-javaagent:{jvm.own_copy(JAR, folder)}=port=0,jfr=off{options}"
    command = [java(), agent, jvm.CORES, "-Xmx192m", "-cp", folder, name, str(seconds), *(["hostile"] if hostile else [])]
    program = jvm.Program(name, command, folder)
    program.address = program.await_line(program.errors, jvm.READY)
    await_snapshot(program.address)
    return program


def await_snapshot(address):
    """Until then the answer is 503; with a token it is 401."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            urllib.request.urlopen(f"{address.rstrip('/')}/api/executors", timeout=PATIENCE_SECONDS).close()
            return
        except urllib.error.HTTPError as answer:
            if answer.code != 503:
                return
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
