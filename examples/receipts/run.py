"""Example B: receipts from a Redis Stream become push messages. Started by scripts/example."""

import pathlib
import re
import socket
import sys
import threading
import time

import example
from example import Expected, Outcome, Variant, verdicts
from example_push import PushService
from jvm import Failed, say
from report import Culprit

CASE = "B"
FOLDER = pathlib.Path(__file__).resolve().parent
PUSH_MILLISECONDS = 165
RECEIPTS = 2000
PER_SECOND = 40
SECONDS = 75
# The shortest that Redis knows: a client that says nothing for this long is disconnected.
IDLE_SECONDS = 1
PUSHED = re.compile(r"pushed (\d+) after (\d+) ms")


class Redis:
    """A redis-server of our own on a free port of this machine, and one connection to it."""

    def __init__(self, context):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = ["redis-server", "--port", self.port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.program = context.start("redis", [*command, "--timeout", IDLE_SECONDS])

    def connect(self):
        self.program.await_line(self.program.log, r"(Ready to accept connections)")
        return Connection(self.port)


class Connection:
    """As much of the Redis protocol as the mail server's side needs."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.answers = self.socket.makefile("rb")

    def call(self, *words):
        self.socket.sendall(b"".join([b"*%d\r\n" % len(words), *(self.argument(word) for word in words)]))
        return self.answer()

    @staticmethod
    def argument(word):
        raw = str(word).encode()
        return b"$%d\r\n%s\r\n" % (len(raw), raw)

    def answer(self):
        line = self.answers.readline()
        kind, rest = line[:1], line[1:].strip()
        if kind == b"-" or not line:
            raise Failed(f"Redis: {rest.decode() or 'connection closed'}")
        if kind == b"$" and int(rest) >= 0:
            return self.answers.read(int(rest) + 2)[:-2].decode()
        if kind == b"*":
            return [self.answer() for _ in range(int(rest))]
        return rest.decode()

    def close(self):
        self.answers.close()
        self.socket.close()


def write_receipt(connection, number):
    connection.call("SET", f"receipt:{number}", f"{number} {int(time.time() * 1000)} device-{number}")
    connection.call("XADD", "receipts", "*", "key", f"receipt:{number}")


def write_receipts(connection, stop):
    """The mail server: so many receipts per second, each under its key and in the stream."""
    began = time.monotonic()
    for number in range(1, RECEIPTS + 1):
        write_receipt(connection, number)
        if stop.wait(max(0.0, began + number / PER_SECOND - time.monotonic())):
            return


def measure(context):
    push = PushService(context, PUSH_MILLISECONDS)
    redis = Redis(context)
    connection = redis.connect()
    connection.call("XGROUP", "CREATE", "receipts", "senders", "$", "MKSTREAM")
    push.await_start()
    say(f"Starting the service '{context.variant.title}' on Java {context.jdk}")
    service = context.start_jvm(
        "service",
        "target/receipts.jar",
        jvm_options=["-Xmx256m"],
        arguments=[
            f"--spring.profiles.active={context.variant.name}",
            f"--spring.data.redis.port={redis.port}",
            f"--push.address={push.address}",
        ],
    )
    service.await_snarl()
    service.await_line(service.log, r"(Started ReceiptsApplication)")
    say(f"  Snarl {service.snarl}; {PER_SECOND} receipts per second, {RECEIPTS} in all")
    # A connection of its own: the first has been idle while the service started.
    writing, stop = redis.connect(), threading.Event()
    writer = threading.Thread(target=write_receipts, args=(writing, stop))
    first, began = service.scrape(), time.monotonic()
    writer.start()
    try:

        def finished():
            done = push.count()["answered"] >= RECEIPTS
            return done or time.monotonic() - began > SECONDS

        context.wait(lambda: f"{push.count()['answered']} of {RECEIPTS} pushed", finished, SECONDS + 30)
        seconds, last = time.monotonic() - began, service.scrape()
    finally:
        stop.set()
        writer.join()
        writing.close()
    return outcome(service, push.count(), seconds, first, last)


def outcome(service, count, seconds, first, last):
    log = service.log.read_text()
    delays = sorted(int(delay) for _, delay in PUSHED.findall(log))
    lost = log.count("Redis connection lost")
    at = lambda share: f"{delays[min(len(delays) - 1, int(share * len(delays)))]:,} ms" if delays else "-"
    mean = f"{sum(delays) / len(delays):,.0f} ms" if delays else "-"
    kinds = lambda metric: last.total(metric) - first.total(metric)
    measured = {
        "receipts written": f"{RECEIPTS:,}",
        "pushed": f"{count['answered']:,} ({100 * count['answered'] / RECEIPTS:.1f} %)",
        "in": f"{seconds:.0f} s",
        "push messages per second": f"{count['answered'] / seconds:.1f}",
        "push messages at once, most": str(count["atOnce"]),
        "receipt to push, mean": mean,
        "receipt to push, p95": at(0.95),
        "Redis connections lost": str(lost),
        "waiting for futures": f"{kinds('snarl_blocked_seconds_total'):.1f} s",
        "series named fcm-turbo-…": str(sum("fcm-turbo" in name for name in names(last))),
    }
    complaints = []
    if not delays:
        complaints.append(f"nothing was pushed: see {service.log}")
    if service_is_after(service) and count["answered"] < RECEIPTS:
        complaints.append(f"only {count['answered']} of {RECEIPTS} pushed")
    scale = (
        f"{RECEIPTS:,} receipts at {PER_SECOND}/s; the push service takes {PUSH_MILLISECONDS} ms on average; "
        f"Redis ends connections idle for {IDLE_SECONDS} s; up to {SECONDS} s"
    )
    return Outcome(scale, measured, service.findings(), complaints)


def names(scrape):
    return scrape.labels("executor_pool_size_threads", "name")


def service_is_after(service):
    return "after" in service.folder.parent.name


CLIENT = "src/main/java/com/example/receipts/PushClient.java"
TURBO = "src/main/java/com/example/receipts/after/TurboSender.java"
# The consumer itself waits for the push service.
ONE_BY_ONE = Culprit(r"SimpleAsyncTaskExecutor-# in RealCall\.execute\(\) at \S+LINE → (peer \S+ → )?socket$", CLIENT, ".execute()")
VARIANTS = (
    Variant(
        "before",
        "",
        measure,
        (Expected("serial-blocking", "warning", CLIENT, ".execute()"),),
        verdicts(("one-by-one",), ("gc-heap", "unbounded-queue", "rejections", "built-per-call")),
        (ONE_BY_ONE,),
    ),
    Variant(
        "after",
        "",
        measure,
        (Expected("fan-out-wait", "info", TURBO, "allOf(futures).get("),),
        verdicts(false=("gc-heap", "unbounded-queue", "rejections", "built-per-call")),
        (ONE_BY_ONE,),
    ),
)

if __name__ == "__main__":
    sys.exit(example.main("Receipts to push messages", FOLDER, VARIANTS))
