"""The service of benchmarks/attach-load: started, asked what it measured of itself, ended."""

import json
import re
import shutil
import subprocess

from machine import ROOT

PROGRAM = ROOT / "benchmarks/attach-load/Hiccups.java"
SAFEPOINT = re.compile(r"Total: +(\d+) ns")


class Hiccups:
    """A JVM with the service in it. Ends with the block it is used in."""

    def __init__(self, java, folder, options=()):
        """Its class and its JVM's log go into the folder, which must be there."""
        self.log = folder / "safepoints"
        # A JDK of its own: that of the service may be one without a compiler.
        subprocess.run([shutil.which("javac"), "--release", "17", "-d", folder, PROGRAM], check=True)
        command = [java, "-Xmx256m", f"-Xlog:safepoint:file={self.log}", *options, "-cp", folder, PROGRAM.stem]
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.read = 0
        self.window()

    def window(self):
        """What it saw since it was asked last: latencies and the longest hiccup and stop of the JVM, in ms."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the service ended: {self.process.stderr.read()[-2000:]}")
        seen = json.loads(line)
        text = self.log.read_text() if self.log.exists() else ""
        stops = [int(nanos) / 1e6 for nanos in SAFEPOINT.findall(text[self.read :])]
        self.read = len(text)
        return {**seen, "stop": max(stops, default=0.0)}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.process.stdin.close()
            self.process.wait(timeout=20)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()
