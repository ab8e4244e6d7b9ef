"""The command top in a terminal of its own: what it draws, that it follows the terminal's size, and how it leaves.

    python3 scripts/lib/test_top.py [--jdk N]

Needs agent/target/snarl.jar and a Java. Starts its own JVMs and ends them.
"""

import fcntl
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

import jvm
from tangled import JAR, ROOT, start, without_jdk

PATIENCE_SECONDS = 60
SEQUENCE = re.compile(r"\x1b\[[?0-9;]*[A-Za-z]")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
ENTER, LEAVE, HOME = "\x1b[?1049h", "\x1b[?1049l", "\x1b[H"
MISSING = None if JAR.exists() else f"there is no {JAR.relative_to(ROOT)}"


def command(*words):
    return [shutil.which("java"), "-jar", str(JAR), "top", *words]


def environment(**more):
    env = {name: value for name, value in jvm.without_our_options(os.environ).items() if name != "NO_COLOR"}
    return {**env, "TERM": "xterm", **more}


class Terminal:
    """A pseudo-terminal with one command in it."""

    def __init__(self, words, columns=100, rows=30, **env):
        self.master, slave = pty.openpty()
        self.slave = slave
        self.resize(columns, rows)
        self.before = termios.tcgetattr(slave)
        self.text = ""
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            for descriptor in range(3):
                os.dup2(slave, descriptor)
            os.execve(words[0], words, environment(**env))
        self.status = None

    def resize(self, columns, rows):
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, keys):
        os.write(self.master, keys)

    def read(self):
        ready, _, _ = select.select([self.master], [], [], 0.2)
        if ready:
            self.text += os.read(self.master, 1 << 16).decode(errors="replace")

    def frames(self):
        """Each whole frame as its lines."""
        parts = self.text.split(HOME)[1:]
        return [[line.rstrip("\r") for line in SEQUENCE.sub("", part).split("\n")] for part in parts if part.endswith("\x1b[J") or LEAVE in part]

    def until(self, what, check):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            self.read()
            found = check()
            if found:
                return found
            if self.ended():
                break
        raise AssertionError(f"{what}: not seen; status {self.status}, the end of the terminal: {self.text[-2000:]!r}")

    def ended(self):
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
                self.read()
        return self.status is not None

    def exit_code(self):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline and not self.ended():
            self.read()
        if not self.ended():
            raise AssertionError(f"still running; the end of the terminal: {self.text[-2000:]!r}")
        return self.status

    def close(self):
        if not self.ended():
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.master)
        os.close(self.slave)


@unittest.skipIf(MISSING, MISSING)
class Top(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.program = start(pathlib.Path(cls.temporary.name), hostile=True)
        cls.addClassCleanup(cls.program.end)
        cls.pid = str(cls.program.process.pid)
        cls.program.await_line(cls.program.errors, r"(CRITICAL) pool-deadlock")

    def open(self, *words, **options):
        terminal = Terminal(command(*words), **options)
        self.addCleanup(terminal.close)
        return terminal

    def drawn(self, **options):
        terminal = self.open(self.pid, "--interval", "500ms", **options)
        terminal.until("a frame", lambda: terminal.frames())
        return terminal

    def left(self, terminal, code):
        self.assertEqual(code, terminal.exit_code())
        self.assertIn(LEAVE, terminal.text)
        self.assertNotIn(HOME, terminal.text.split(LEAVE)[-1])
        self.assertIn("\x1b[?25h", terminal.text, "the cursor is shown again")
        self.assertEqual(terminal.before, termios.tcgetattr(terminal.slave), "the terminal's settings")

    def test_it_shows_findings_pools_and_waits_and_quits_on_q(self):
        terminal = self.drawn()
        self.assertIn(ENTER, terminal.text)
        text = "\n".join(terminal.frames()[-1])
        for word in ("CRITICAL  pool-deadlock", "POOLS ", "mail-#", "WAITS: ", "in the queue of report-#", "q quits"):
            self.assertIn(word, text)
        self.assertRegex(terminal.text, COLOUR)
        count = len(terminal.frames())
        terminal.until("a further frame", lambda: len(terminal.frames()) > count)
        terminal.press(b"q")
        self.left(terminal, 0)

    def test_it_follows_the_size_of_the_terminal(self):
        terminal = self.drawn()
        for columns, rows in ((60, 12), (200, 50), (20, 5)):
            terminal.resize(columns, rows)
            count = len(terminal.frames())
            terminal.until("two frames more", lambda: len(terminal.frames()) > count + 2)
            last = terminal.frames()[-1]
            self.assertLessEqual(len(last), rows)
            self.assertLessEqual(max(len(line) for line in last), columns)
            if columns == 200:
                self.assertGreater(len(last), 20)
        terminal.press(b"Q")
        self.left(terminal, 0)

    def test_interrupt_and_termination_give_the_terminal_back(self):
        terminal = self.drawn()
        terminal.press(b"\x03")
        self.left(terminal, 0)
        terminal = self.drawn()
        os.kill(terminal.pid, signal.SIGTERM)
        self.left(terminal, 128 + signal.SIGTERM)

    def test_a_jvm_that_ends_is_said_on_the_terminal_given_back(self):
        other = start(pathlib.Path(self.temporary.name) / "other")
        self.addCleanup(other.end)
        terminal = self.open(other.address, "--interval", "200ms")
        terminal.until("a frame", lambda: terminal.frames())
        other.end()
        self.left(terminal, 3)
        self.assertIn("snarl: cannot reach http", terminal.text.split(LEAVE)[-1])

    def test_without_colour_there_is_none(self):
        terminal = self.drawn(NO_COLOR="1")
        self.assertNotRegex(terminal.text, COLOUR)
        terminal.press(b"q")
        self.left(terminal, 0)

    def test_a_dumb_terminal_gets_plain_frames(self):
        terminal = self.open(self.pid, "--interval", "500ms", "--count", "2", TERM="dumb")
        self.assertEqual(0, terminal.exit_code())
        self.assertEqual(2, terminal.text.count("snarl top"))
        self.assertNotIn("\x1b", terminal.text)

    def test_without_a_terminal_there_is_one_frame(self):
        plain = self.run_alone(self.pid)
        self.assertEqual(1, plain.count("snarl top"))
        self.assertIn("pool-deadlock", plain)
        self.assertNotIn("\x1b", plain)
        frames = [json.loads(line) for line in self.run_alone(self.pid, "--json", "--count", "2", "--interval", "1s").splitlines()]
        self.assertEqual(2, len(frames))
        self.assertIn("pool-deadlock", [finding["rule"] for finding in frames[0]["findings"]])
        self.assertGreaterEqual(len(frames[0]["executors"]), 9)
        self.assertTrue(frames[0]["waits"])

    def run_alone(self, *words):
        done = subprocess.run(
            command(*words), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE_SECONDS, env=environment()
        )
        self.assertEqual(0, done.returncode, done.stderr)
        return done.stdout


if __name__ == "__main__":
    if MISSING:
        print(f"*** top is not tested: {MISSING}", file=sys.stderr)
    unittest.main(argv=without_jdk(sys.argv))
