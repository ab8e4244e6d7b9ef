"""The Kafka broker of examples/feed, which other examples use too."""

import shutil

import jvm


def start(context):
    """A broker in a JVM of its own, in a folder that is new for each run; returns its port."""
    data = context.out / "broker/data"
    shutil.rmtree(data, ignore_errors=True)
    classes = context.root / "examples/feed/broker/target"
    started = context.start(
        "broker",
        [
            context.build_java,
            jvm.CORES,
            "-Xmx384m",
            "-cp",
            f"{classes}/classes:{classes}/lib/*",
            "com.example.broker.Broker",
            data,
        ],
    )
    return started.await_line(started.log, r"Broker starts on port (\d+)")
