"""Example A: one push message to each of very many devices. Started by scripts/example."""

import datetime
import functools
import json
import os
import pathlib
import sys
import threading
import time
import urllib.error

import example
import jvm
from example import Expected, Outcome, Variant, verdicts
from example_push import PushService, certificate
from jvm import say
from report import Culprit

CASE = "A"
FOLDER = pathlib.Path(__file__).resolve().parent
# With 50 threads as many messages per second as the team had in the end.
PUSH_MILLISECONDS = 165
# With the 100 threads of the Firebase SDK as many per second as the team had with it.
SLOW_MILLISECONDS = 630
WHOLE = 100_000
# The threads that send, in each variant; digits are folded.
POOLS = {
    "before": "applicationTaskExecutor (Spring @Async default)",
    "before-firebase": "firebase-default-#",
    "before-firebase-wait": "firebase-default-#",
    "after": "push-#",
}
# The heap of the case; with the collector that a JVM chooses on a machine as small as theirs.
HEAP = ["-Xmx256m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"]


# From this part of the heap on, alive after a collection, the service does hardly anything but collect.
EXHAUSTED = 0.95
PREDICTED_WITHIN = 0.3
REPEATS, REPEATED = 4, 650


class Campaign:
    """One campaign under way: the request that started it, and what is seen of it once a second."""

    def __init__(self, service, push, messages, posted=None):
        self.service, self.push, self.messages, self.posted = service, push, messages, posted or messages
        self.began = time.monotonic()
        self.cpu_began = cpu_seconds(service.process.pid)
        self.first = self.last = service.scrape()
        self.began_at = datetime.datetime.now(datetime.timezone.utc)
        self.longest_queue = self.fullest_old = 0.0
        self.exhausted = None
        self.sent = self.failed = 0
        self.cpu, self.seconds = 0.0, 1.0
        self.request = threading.Thread(target=self._post, daemon=True)
        self.request.start()

    def _post(self):
        try:
            jvm.get(f"{self.service.address}/campaigns/{self.posted}", data=b"", timeout=600)
        except (urllib.error.URLError, OSError):
            # The service ended before it had handed over everything; the table says so.
            pass

    def look(self):
        """True once all is sent, or the service is gone."""
        if not self.service.running:
            return True
        try:
            self.last = self.service.scrape()
            progress = jvm.get(f"{self.service.address}/progress")
        except (urllib.error.URLError, OSError):
            return not self.service.running
        self.cpu = cpu_seconds(self.service.process.pid) - self.cpu_began
        self.seconds = time.monotonic() - self.began
        self.longest_queue = max(self.longest_queue, self.last.total("executor_queued_tasks"))
        self.fullest_old = max(self.fullest_old, old_generation(self.last))
        if self.exhausted is None and live_share(self.last) >= EXHAUSTED:
            self.exhausted = self.seconds
        self.sent, self.failed = (json.loads(progress)[key] for key in ("sent", "failed"))
        return self.sent + self.failed >= self.messages


def cpu_seconds(pid):
    """User and system time of a process."""
    words = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def measure(messages, context, push_milliseconds=PUSH_MILLISECONDS):
    keys, trust = certificate(context)
    push = PushService(context, push_milliseconds, keys)
    push.await_start()
    say(f"Starting the service '{context.variant.title}' on Java {context.jdk}")
    profile = context.variant.step or context.variant.name
    # HttpURLConnection, which the Firebase SDK is given, keeps five connections unless told otherwise.
    options = [*HEAP, *trust, "-Dhttp.maxConnections=100"]
    arguments = [f"--spring.profiles.active={profile}", "--server.port=0", f"--push.address={push.address}"]
    service = context.start_jvm("service", "target/notification.jar", options, arguments)
    service.await_tomcat()
    say(f"  service {service.address}, Snarl {service.snarl}; {messages:,} messages")
    campaign = Campaign(service, push, messages)
    status = lambda: f"{campaign.sent:,} of {messages:,} sent, {campaign.longest_queue:,.0f} queued at most"
    context.wait(status, campaign.look, limit=400)
    return outcome(campaign, push.count(), push_milliseconds)


def repeat(context):
    """The same campaign again and again in one JVM, as the team ran it: what the CPU is spent on each time."""
    keys, trust = certificate(context)
    push = PushService(context, PUSH_MILLISECONDS, keys)
    push.await_start()
    say(f"Starting the service '{context.variant.title}' on Java {context.jdk}")
    arguments = ["--spring.profiles.active=before", "--server.port=0", f"--push.address={push.address}"]
    service = context.start_jvm("service", "target/notification.jar", [*HEAP, *trust], arguments)
    service.await_tomcat()
    measured, sent = {}, 0
    for run in range(1, REPEATS + 1):
        campaign = Campaign(service, push, sent + REPEATED, posted=REPEATED)
        status = lambda: f"run {run}: {campaign.sent - sent:,} of {REPEATED:,} sent"
        context.wait(status, campaign.look, limit=200)
        sent = campaign.sent
        measured.update(spent(run, campaign))
    scale = f"{REPEATS} campaigns of {REPEATED} messages in one JVM; the push service takes {PUSH_MILLISECONDS} ms; heap 256 MB"
    complaints = [] if sent == REPEATS * REPEATED else [f"only {sent} messages were sent: see {service.log}"]
    return Outcome(scale, measured, service.findings(), complaints)


def spent(run, campaign):
    """CPU seconds of one campaign, and which part of them the collector and the compiler took."""
    took = lambda work: sum(
        sign * scrape.total("snarl_jvm_threads_cpu_seconds_total", work=work)
        for sign, scrape in ((1, campaign.last), (-1, campaign.first))
    )
    of_cpu = lambda work: f"{100 * took(work) / campaign.cpu:.0f} %" if campaign.cpu else "-"
    full = campaign.last.total("snarl_jstat_events", column="FGC") - campaign.first.total("snarl_jstat_events", column="FGC")
    return {
        f"run {run}: took": f"{campaign.seconds:.1f} s",
        f"run {run}: CPU": f"{campaign.cpu:.1f} s",
        f"run {run}: of it collector": of_cpu("collector"),
        f"run {run}: of it compiler": of_cpu("compiler"),
        f"run {run}: full collections": f"{full:.0f}",
        f"run {run}: old generation, fullest": f"{100 * campaign.fullest_old:.0f} %",
    }


def live_share(scrape):
    """What the last collection of the old generation left, of the heap's largest size."""
    most = scrape.total("jvm_memory_max_bytes", area="heap")
    return scrape.total("snarl_gc_live_bytes") / most if most > 0 else 0


def appended(service):
    """The lines of the findings file, each change of a finding for itself."""
    return [json.loads(line) for line in service.findings_file.read_text().splitlines()]


def predictions(campaign, findings):
    """The first time that a finding said when the heap would be full, in seconds of the campaign, by finding."""
    said = {}
    for rule, key in (("unbounded-queue", "secondsUntilHeapFull"), ("heap-pressure", "secondsToFull")):
        first = next((f for f in findings if f["rule"] == rule and key in f["evidence"]), None)
        if first:
            at = datetime.datetime.fromisoformat(first["lastSeen"][:26].rstrip("Z") + "+00:00")
            after = (at - campaign.began_at).total_seconds()
            said[rule] = (after, after + first["evidence"][key])
    return said


def differs(campaign, said):
    """Which predictions are further from the exhaustion of the heap than they may be."""
    return [
        f"{rule} said that the heap would be full at {full:.0f} s, and it was at {campaign.exhausted:.0f} s"
        for rule, (_, full) in said.items()
        if abs(full / campaign.exhausted - 1) > PREDICTED_WITHIN
    ]


def outcome(campaign, count, push_milliseconds):
    service, last = campaign.service, campaign.last
    out_of_memory = "OutOfMemoryError" in service.log.read_text() + service.errors.read_text()
    rate = campaign.sent / campaign.seconds
    gained = lambda metric, **labels: last.total(metric, **labels) - campaign.first.total(metric, **labels)
    full = {"action": "end of major GC"}
    measured = {
        "messages": f"{campaign.messages:,}",
        "sent": f"{campaign.sent:,} ({100 * campaign.sent / campaign.messages:.1f} %)",
        "failed": f"{campaign.failed:,}",
        "ended by": "out of memory" if out_of_memory else "the last message",
        "in": f"{campaign.seconds:.1f} s",
        "messages per second": f"{rate:.1f}",
        f"{WHOLE:,} at this rate": f"{WHOLE / rate / 60:.1f} min" if rate else "-",
        "CPU, of 2 cores": f"{50 * campaign.cpu / campaign.seconds:.0f} %",
        "connections to the push service": f"{count['connections']:,}",
        "messages at the push service at once": str(count["atOnce"]),
        "longest queue": f"{campaign.longest_queue:,.0f}",
        "time in the queue, mean": mean(campaign, "snarl_executor_queue_wait_seconds"),
        "time of one task, mean": mean(campaign, "snarl_executor_run_seconds"),
        "ran on the caller's thread": f"{gained('snarl_executor_rejected_total'):,.0f}",
        "waiting for futures": f"{gained('snarl_blocked_seconds_total'):.1f} s",
        "threads, most": f"{last.total('jvm_threads_peak_threads'):.0f}",
        "collections": f"{gained('jvm_gc_pause_seconds_count'):.0f}",
        "full collections": f"{gained('jvm_gc_pause_seconds_count', **full):.0f}",
        "time in collections": f"{gained('jvm_gc_pause_seconds_sum'):.2f} s",
        "old generation, fullest": f"{100 * campaign.fullest_old:.0f} %",
    }
    measured["heap exhausted after"] = f"{campaign.exhausted:.0f} s" if campaign.exhausted else "-"
    said = predictions(campaign, appended(service))
    measured.update({f"{rule} said, after {after:.0f} s": f"full at {full:.0f} s" for rule, (after, full) in said.items()})
    complaints = differs(campaign, said) if campaign.exhausted else []
    if campaign.sent == 0:
        complaints.append(f"nothing was sent: see {service.log}")
    if not out_of_memory and campaign.failed:
        complaints.append(f"{campaign.failed} messages failed: see {service.log}")
    scale = (
        f"{campaign.messages:,} messages ({100 * campaign.messages / WHOLE:g} % of {WHOLE:,}); the push service takes "
        f"{push_milliseconds} ms on average; heap 256 MB"
    )
    return Outcome(scale, measured, service.findings(), complaints)


def mean(campaign, metric):
    """Of the pool that sends, over the tasks that Snarl has timed."""
    pool = POOLS[campaign.service.folder.parent.name.rpartition("-jdk")[0]]
    count = campaign.last.total(f"{metric}_count", name=pool)
    return f"{campaign.last.total(f'{metric}_sum', name=pool) / count:,.3f} s" if count else "-"


def old_generation(scrape):
    """How full it is, from 0 to 1."""
    old = {"area": "heap", "id": "Tenured Gen"}
    return scrape.total("jvm_memory_used_bytes", **old) / scrape.total("jvm_memory_max_bytes", **old)


JAVA = "src/main/java/com/example/notification"
CLIENT = f"{JAVA}/before/ClientPerMessage.java"
FIREBASE = f"{JAVA}/firebase/FirebaseConfiguration.java"
WAIT = f"{JAVA}/firebase/FirebaseAndWait.java"
# The eight threads of the default executor wait for the push service, each with a client of its own.
EIGHT_THREADS = Culprit(r"applicationTaskExecutor .*@Async default\) in \S+ at \S+LINE → (peer \S+ → )?socket$", CLIENT, ".execute()")
# Which thread waits for which of Firebase's.
WAITS_FOR_FIREBASE = Culprit(r" at \S+LINE → firebase-default-# in .* → (peer \S+ → )?socket$", WAIT, ".get()")
VARIANTS = (
    Variant(
        "before",
        "",
        functools.partial(measure, 2600),
        (
            Expected("client-per-call", "warning", CLIENT, ".build();"),
            Expected("blocking-io-pool", "info"),
            Expected("unbounded-queue", "info"),
        ),
        verdicts(("built-per-call", "gc-heap", "pool-too-small", "unbounded-queue"), ("rejections",)),
        (EIGHT_THREADS,),
    ),
    Variant(
        "before",
        "firebase",
        functools.partial(measure, 150_000, push_milliseconds=SLOW_MILLISECONDS),
        (Expected("unbounded-queue", "warning", FIREBASE, "FirebaseApp.initializeApp("),),
        verdicts(("unbounded-queue", "gc-heap"), ("rejections", "built-per-call")),
    ),
    Variant(
        "before",
        "firebase-wait",
        functools.partial(measure, 2000),
        (Expected("async-blocking-pair", "warning", WAIT, ".get()"),),
        verdicts(("two-threads-per-job", "pool-too-small", "unbounded-queue"), ("rejections", "built-per-call", "gc-heap")),
        (WAITS_FOR_FIREBASE,),
    ),
    Variant(
        "before", "repeat", repeat, (Expected("heap-pressure", "warning"),), verdicts(("gc-heap", "built-per-call"), ("rejections",))
    ),
    Variant(
        "after",
        "",
        functools.partial(measure, 15000),
        (Expected("blocking-io-pool", "info"),),
        verdicts(false=("gc-heap", "unbounded-queue", "rejections", "built-per-call")),
        (EIGHT_THREADS, WAITS_FOR_FIREBASE),
    ),
)

if __name__ == "__main__":
    sys.exit(example.main("Bulk notification", FOLDER, VARIANTS))
