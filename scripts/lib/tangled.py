"""A JVM of ours with the agent and known tangles in it: what the tests of the console and of top look at."""

import pathlib
import shutil

import jvm

ROOT = pathlib.Path(__file__).resolve().parents[2]
JAR = ROOT / "agent/target/snarl.jar"
PATIENCE_SECONDS = 60


def start(folder, options="", name="Tangled"):
    """A program of examples/tangled with the agent in it; its name is that of its class."""
    java = shutil.which("java")
    jvm.make_folder(folder)
    source = ROOT / f"examples/tangled/{name}.java"
    compiled = jvm.Program("javac", [shutil.which("javac"), "-d", folder, source], folder)
    if compiled.process.wait(timeout=PATIENCE_SECONDS):
        raise jvm.Failed(compiled.errors.read_text())
    agent = f"-javaagent:{jvm.own_copy(JAR, folder)}=port=0,jfr=off{options}"
    command = [java, agent, jvm.CORES, "-Xmx192m", "-cp", folder, name, "240"]
    program = jvm.Program(name, command, folder)
    program.address = program.await_line(program.errors, jvm.READY)
    return program
