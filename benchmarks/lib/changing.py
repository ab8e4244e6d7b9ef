"""A load that changes, and whether what is found follows it. Reads files and judges; starts nothing but its own threads."""

import concurrent.futures
import dataclasses
import json
import statistics
import threading
import time

from report import LOUD

AT_ONCE = 256
# Waits, queues and windows of the rules outlast the load: a finding that opens this soon after it is still about it.
OUTLASTS_SECONDS = 30


@dataclasses.dataclass(frozen=True)
class Found:
    """A rule, and how the line ends at which it finds something; empty for any."""

    rule: str
    site: str = ""

    def matches(self, finding):
        return finding["rule"] == self.rule and finding["site"].endswith(self.site)

    def __str__(self):
        return f"{self.rule} at {self.site.strip('()').rpartition('(')[2]}" if self.site else self.rule


class Load:
    """Calls an action with its number, so often a second as it was last told to. A call that fails is counted."""

    def __init__(self, action):
        self.action, self.rate = action, 0.0
        self.lock, self.done, self.failed = threading.Lock(), 0, 0
        self.changed, self.ended = threading.Event(), False
        self.pool = concurrent.futures.ThreadPoolExecutor(AT_ONCE)
        threading.Thread(target=self._run, daemon=True).start()

    def at(self, rate):
        self.rate = rate
        self.changed.set()

    def stop(self):
        self.ended = True
        self.changed.set()
        self.pool.shutdown(wait=False, cancel_futures=True)

    def count(self):
        with self.lock:
            return self.done, self.failed

    def _run(self):
        number, began, sent = 0, time.monotonic(), 0
        while not self.ended:
            rate = self.rate
            if self.changed.wait(max(0.0, began + sent / rate - time.monotonic()) if rate else None):
                self.changed.clear()
                began, sent = time.monotonic(), 0
            elif number - self.count()[0] < AT_ONCE:
                self.pool.submit(self._act, number)
                number, sent = number + 1, sent + 1
            else:
                began, sent = time.monotonic() + 1 / rate, 0  # all wait for an answer: as a user would

    def _act(self, number):
        try:
            self.action(number)
            failed = 0
        except Exception:  # noqa: BLE001: refused, timed out, or the service has ended
            failed = 1
        with self.lock:
            self.done += 1
            self.failed += failed


class Findings:
    """The lines of a findings file as they come; `open` are those that are not resolved, by id."""

    def __init__(self, file):
        self.file, self.read_so_far, self.open = file, 0, {}

    def read(self, now):
        """What has come since: (when, finding)."""
        if not self.file.exists():
            return []
        data = self.file.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole[self.read_so_far :].decode().splitlines()
        self.read_so_far = len(whole)
        events = []
        for line in lines:
            finding = json.loads(line)
            if finding.get("resolved"):
                self.open.pop(finding["id"], None)
            else:
                self.open[finding["id"]] = finding
            events.append((now, finding))
        return events


class Phase:
    """Some minutes at one load: `calls` for what the case must show, or not."""

    def __init__(self, level, calls, done=0, failed=0, now=None):
        self.level, self.calls = level, calls
        self.began = time.monotonic() if now is None else now
        self.events, self.open_at_end = [], []
        self.before, self.actions, self.failed = (done, failed), 0, 0

    def end(self, still_open, done=0, failed=0):
        self.open_at_end = list(still_open.values())
        self.actions, self.failed = done - self.before[0], failed - self.before[1]


@dataclasses.dataclass
class Result:
    """One variant through all phases, and what must be found of it."""

    name: str
    expected: list
    phases: list
    failure: str | None = None
    # What is right too, when and where it opens.
    also: tuple = ()

    def times(self, found):
        """For each phase that calls for it the seconds until it was open; None where it never was."""
        times, opened = [], False
        for phase in self.phases:
            first = 0.0 if opened else None
            for at, finding in phase.events:
                if first is None and found.matches(finding) and not finding.get("resolved"):
                    first = at - phase.began
            opened = any(found.matches(finding) for finding in phase.open_at_end)
            if phase.calls:
                times.append(first)
        return times

    def after_the_load(self, found):
        """How many of the phases without load ended with it open still, and how many there are."""
        idle = [phase for number, phase in enumerate(self.phases) if phase.level == 0 and number > 0]
        return sum(any(found.matches(each) for each in phase.open_at_end) for phase in idle), len(idle)

    @property
    def loud(self):
        """Each warning that opened: (phase, seconds into it, finding), once for each time that it opened."""
        opened, found = set(), []
        for number, phase in enumerate(self.phases):
            for at, finding in phase.events:
                if finding.get("resolved"):
                    opened.discard(finding["id"])
                elif finding["severity"] in LOUD and finding["id"] not in opened:
                    opened.add(finding["id"])
                    found.append((number, at - phase.began, finding))
        return found

    @property
    def wrong(self):
        """Those that the case does not declare, or that open when there is no load and none has just ended."""
        return [
            (number, seconds, finding)
            for number, seconds, finding in self.loud
            if not any(each.matches(finding) for each in (*self.expected, *self.also))
            or (self.phases[number].level == 0 and seconds > OUTLASTS_SECONDS)
        ]

    @property
    def complaints(self):
        lines = [self.failure] if self.failure else []
        for found in self.expected:
            missed = [number for number, took in enumerate(self.times(found), 1) if took is None]
            if missed:
                lines.append(f"{found} missed in {len(missed)} of {len(self.times(found))} phases that call for it")
            left, idle = self.after_the_load(found)
            if left:
                lines.append(f"{found} open still at the end of {left} of {idle} phases without load")
        for number, seconds, finding in self.wrong:
            lines.append(f"{finding['severity']} {finding['rule']} at {finding['site']}, {seconds:.0f} s into phase {number + 1}: {finding['title']}")
        return lines


def report(results, command, seconds, levels, quiet, machine):
    parts = ", ".join(f"{level:g}" for level in levels)
    lines = [
        "# Findings while the load changes",
        "",
        f"`{command}`: twelve phases of {seconds:.0f} s each, all variants side by side; the load in parts of the case's: {parts}.",
        "*Found* counts the phases in which the load calls for the finding and it was open; *resolved* the phases without load at",
        "whose end it was not. A wrong warning is one that the case does not declare, or that opens when nothing was asked for",
        f"{OUTLASTS_SECONDS} s. Load average before it began: {quiet:.2f}.",
        "",
        f"- {machine}",
        "",
        "| | actions (failed) | finding | found | seconds until then, median (most) | resolved | wrong warnings |",
        "|---|--:|---|--:|--:|--:|--:|",
    ]
    hits = calls = 0
    for result in results:
        done = f"{sum(phase.actions for phase in result.phases):,} ({sum(phase.failed for phase in result.phases):,})"
        wrong = str(len(result.wrong))
        if not result.expected:
            lines.append(f"| {result.name} | {done} | none | | | | {wrong} |")
        for found in result.expected:
            times = result.times(found)
            hit = [took for took in times if took is not None]
            left, idle = result.after_the_load(found)
            soon = f"{statistics.median(hit):.0f} ({max(hit):.0f})" if hit else "-"
            lines.append(f"| {result.name} | {done} | {found} | {len(hit)} of {len(times)} | {soon} | {idle - left} of {idle} | {wrong} |")
            hits, calls = hits + len(hit), calls + len(times)
            done = wrong = ""
    loud = sum(len(result.loud) for result in results)
    right = loud - sum(len(result.wrong) for result in results)
    lines += ["", f"Recall {hits} of {calls}; precision {right} of {loud} warnings that opened.", ""]
    for result in results:
        for found in result.also:
            times = sum(found.matches(finding) for _, _, finding in result.loud)
            lines.append(f"- {result.name}: {found} is right too, and opened {times} times")
        lines += [f"- {result.name}: {complaint}" for complaint in result.complaints]
    return "\n".join(lines).rstrip() + "\n"
