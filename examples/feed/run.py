"""Case C: a feed in Kotlin that tells the followers of a post through a Kafka broker."""

import functools
import pathlib
import re

import broker
import example
import jvm
from example import Expected, Outcome, Variant, verdicts
from jvm import Failed, say
from report import Culprit

CASE = "C"
FOLDER = pathlib.Path(__file__).resolve().parent
SOURCES = "service/src/main/kotlin/com/example/feed"
HEAP = "64m"
# What -XX:+ExitOnOutOfMemoryError ends a JVM with.
OUT_OF_MEMORY = 3


def publish(context, step, followers, limit):
    """Runs the feed to its end. Returns it with what it said of each post: (followers, arrived, seconds)."""
    port = broker.start(context)
    dump = context.out / "feed.hprof"
    dump.unlink(missing_ok=True)
    feed = context.start_jvm(
        "feed",
        "service/target/feed.jar",
        [
            f"-Xmx{HEAP}",
            "-XX:+HeapDumpOnOutOfMemoryError",
            f"-XX:HeapDumpPath={dump}",
            "-XX:+ExitOnOutOfMemoryError",
        ],
        [step, f"127.0.0.1:{port}", *followers],
    )
    feed.await_snarl()
    say(f"  broker 127.0.0.1:{port}, Snarl {feed.snarl}")
    context.wait(lambda: last_line(feed), lambda: not feed.running, limit)
    posts = []
    for count, text in re.findall(r"^a post for (\d+) followers\n((?:(?!a post).*\n)*)", feed.log.read_text(), re.M):
        seconds, arrived = (re.findall(r"^  ([0-9.]+)s: (\d+) of", text, re.M) or [("0", "0")])[-1]
        done = re.search(r"^\d+ messages in ([0-9.]+)s", text, re.M)
        posts.append((int(count), int(count) if done else int(arrived), float(done[1] if done else seconds)))
    if len(posts) != len(followers):
        raise Failed(f"the feed has not published: see {feed.log} and {feed.errors}")
    return feed, posts


def last_line(feed):
    return (feed.log.read_text().splitlines() or ["starting"])[-1].strip()


def nested(context, followers):
    feed, posts = publish(context, "nested", [followers], limit=180)
    _, arrived, seconds = posts[0]
    dump = context.out / "feed.hprof"
    complaints = []
    if feed.process.returncode != OUT_OF_MEMORY:
        complaints.append(f"the feed ended with status {feed.process.returncode}, not by an OutOfMemoryError")
    if not dump.exists():
        complaints.append("no heap dump was written")
    return Outcome(
        scale=f"one post for {followers:,} followers, heap {HEAP}",
        measured={
            "messages arrived": f"{arrived:,}",
            "ended": f"out of memory, {seconds:.0f} s",
            "heap dump": f"{dump.stat().st_size / 1e6:.0f} MB" if dump.exists() else "none",
        },
        findings=feed.findings(),
        complaints=complaints,
    )


def synchronous(context, followers):
    feed, posts = publish(context, "sync", [followers], limit=180)
    _, arrived, seconds = posts[0]
    return Outcome(
        scale=f"one post for {followers:,} followers instead of 10,000, heap {HEAP}",
        measured={
            "messages arrived": f"{arrived:,}",
            "ended": f"done, {seconds:.1f} s",
            "10,000 messages": f"{seconds / arrived * 10_000 / 60:.1f} min (from {arrived:,})",
        },
        findings=feed.findings(),
        complaints=ended_well(feed),
    )


def callback(context, followers):
    feed, posts = publish(context, "callback", [10_000, followers], limit=180)
    (_, _, burst), (_, arrived, seconds) = posts
    return Outcome(
        scale=f"a post for 10,000 followers and one for {followers:,}, heap {HEAP}",
        measured={
            "messages arrived": f"{arrived:,}",
            "ended": f"done, {seconds:.1f} s",
            "10,000 messages": f"{burst:.1f} s",
        },
        findings=feed.findings(),
        complaints=ended_well(feed),
    )


def ended_well(feed):
    complaints = []
    if feed.process.returncode != 0:
        complaints.append(f"the feed ended with status {feed.process.returncode}")
    if "Exception" in feed.errors.read_text(errors="replace"):
        complaints.append(f"the feed threw an exception: see {feed.errors}")
    return complaints


# A thread of the dispatcher that waits for the broker's answer.
SENDS = Culprit(r"DefaultDispatcher-worker-# in (\S+\.)?get\(\) at com\.example\.feed\.\S+ → socket$")
VARIANTS = (
    Variant(
        "before",
        "",
        functools.partial(nested, followers=1_000_000),
        (Expected("nested-scope", "warning", f"{SOURCES}/before/NestedFeed.kt", "launch { kafkaSend("),),
        verdicts(("detached-coroutines",), ("rejections", "built-per-call", "blocked-event-loop")),
        (SENDS,),
    ),
    Variant(
        "before",
        "sync",
        functools.partial(synchronous, followers=250),
        (Expected("submit-and-wait", "warning", f"{SOURCES}/before/SynchronousFeed.kt", ".get()"),),
        verdicts(("one-by-one",), ("gc-heap", "rejections", "built-per-call", "blocked-event-loop")),
        (SENDS,),
    ),
    Variant(
        "after",
        "",
        functools.partial(callback, followers=300_000),
        verdicts=verdicts(false=("detached-coroutines", "gc-heap", "rejections", "built-per-call", "blocked-event-loop")),
        culprits=(SENDS,),
    ),
)

if __name__ == "__main__":
    raise SystemExit(example.main("Feed", FOLDER, VARIANTS))
