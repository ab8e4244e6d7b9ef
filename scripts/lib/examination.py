"""Asks the doctor again and again while an example runs, and keeps the answer that holds most true, of equals the last.

An example may end by an OutOfMemoryError: after it, there is nobody left to ask. And with the load what it proved ends.
"""

import json
import subprocess
import threading

EVERY_SECONDS = 15
LIMIT_SECONDS = 60


class Examination:
    """The doctor's answers about one JVM, by a thread of its own until the JVM ends or end() is called.

    A verdict is true if it was at any time, and else that of the answer that was kept.
    """

    def __init__(self, java, jar, program):
        self.command = [str(java), "-jar", str(jar), "doctor", str(program.process.pid)]
        self.program = program
        self.text = ""
        self.last, self.most, self.ever = {}, 0, set()
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        while not self.ended.wait(EVERY_SECONDS) and self.program.running:
            self.ask()

    def ask(self):
        """Keeps what was said before where the JVM does not answer any more."""
        text, whole = self._answer(), self._answer("--json")
        if text and whole:
            self.take(text, {each["id"]: each["verdict"] for each in json.loads(whole)["hypotheses"]})

    def take(self, text, verdicts):
        true = {hypothesis for hypothesis, verdict in verdicts.items() if verdict == "true"}
        self.ever |= true
        if len(true) >= self.most:
            self.most, self.text, self.last = len(true), text, verdicts

    @property
    def verdicts(self):
        return {**self.last, **dict.fromkeys(self.ever, "true")}

    def _answer(self, *extra):
        try:
            done = subprocess.run(
                [*self.command, *extra], capture_output=True, text=True, timeout=LIMIT_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return ""
        return done.stdout if done.returncode in (0, 1) else ""

    def end(self):
        self.ended.set()
        self.thread.join()


def contradictions(wanted, verdicts):
    """Which verdicts are not as a variant declares them, one line each."""
    return [
        f"the doctor says {verdicts.get(hypothesis, 'nothing')} of {hypothesis}, and should say {verdict}"
        for hypothesis, verdict in wanted.items()
        if verdicts.get(hypothesis) != verdict
    ]
