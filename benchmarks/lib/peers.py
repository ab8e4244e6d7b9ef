"""The agents that scripts/bench compares: where they come from, how they are kept from the network, and what they cannot do.

Their versions stand in benchmarks/pom.xml. A jar that cannot be had is a reason in the table, and no end of the run.
"""

import dataclasses
import re
import socket
import subprocess
import xml.etree.ElementTree as tree
from pathlib import Path

from machine import AGENT, BENCHMARKS, ROOT

POM = ROOT / "benchmarks/pom.xml"
CACHE = ROOT / ".cache/peers"
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
NONE, AGAIN, SNARL = "none", "none again", "Snarl"
# An agent that does nothing: shown, where the JVM makes any agent cost something, and not ranked.
FLOOR = "empty agent"
# Built here.
OWN = {SNARL: AGENT, FLOOR: BENCHMARKS}


class Absent(Exception):
    """It cannot be had, or does not start; the message says why."""


@dataclasses.dataclass(frozen=True)
class Agent:
    """One column. `flags` come before the program; {jar} and {folder} are filled in, the folder is new for each JVM."""

    name: str
    key: str
    group: str = ""
    artifact: str = ""
    flags: tuple = ()
    # What the program itself is told: an executor's wrapper for the rows of JMH.
    wrapper: str = "NONE"
    # The only rows it says anything about; all of them if there are none.
    rows: str = ""
    # The only rows in which it is measured when time is short; all of them if there are none.
    hurried: str = ""
    # How it is attached to a running JVM: options after the jar, in quotes where jcmd would cut them at "="; None if it cannot be.
    attached: str | None = None

    @property
    def property(self):
        return f"{self.artifact}.version"

    def takes_part(self, case, hurried=False):
        return all(not rows or re.search(rows, case) for rows in (self.rows, self.hurried if hurried else ""))


OTEL = ("-Dotel.traces.exporter=none", "-Dotel.metrics.exporter=none", "-Dotel.logs.exporter=none")
DATADOG = (
    "-Ddd.instrumentation.telemetry.enabled=false",
    "-Ddd.remote_config.enabled=false",
    "-Ddd.jmxfetch.enabled=false",
    "-Ddd.trace.startup.logs=false",
    "-Ddd.trace.agent.url=http://127.0.0.1:9",
)
ELASTIC = (
    "-Delastic.apm.disable_send=true",
    "-Delastic.apm.central_config=false",
    "-Delastic.apm.cloud_provider=NONE",
    "-Delastic.apm.server_url=http://127.0.0.1:9",
    "-Delastic.apm.log_level=ERROR",
)
AGENTS = (
    Agent(NONE, "none"),
    Agent(SNARL, "snarl", flags=("-javaagent:{jar}=port=0",), attached='"port=0"'),
    Agent(
        "OpenTelemetry",
        "opentelemetry",
        "io.opentelemetry.javaagent",
        "opentelemetry-javaagent",
        ("-javaagent:{jar}", *OTEL),
        attached="",
    ),
    Agent("Datadog", "datadog", "com.datadoghq", "dd-java-agent", ("-javaagent:{jar}", *DATADOG), attached=""),
    Agent("Elastic", "elastic", "co.elastic.apm", "elastic-apm-agent", ("-javaagent:{jar}", *ELASTIC), attached=""),
    Agent(
        "Glowroot",
        "glowroot",
        "org.glowroot",
        "glowroot-agent",
        # Without a collector of its own, which is not on Maven Central, it needs the address of one: there is none at it.
        (
            "-javaagent:{jar}",
            "-Dglowroot.collector.address=http://127.0.0.1:9",
            "-Dglowroot.log.dir={folder}",
            "-Dglowroot.conf.dir={folder}",
            "-Dglowroot.tmp.dir={folder}",
        ),
    ),
    Agent("Micrometer", "micrometer", wrapper="MICROMETER", rows="^(execute|submit|chain|scheduled)"),
    Agent(
        "coroutines-debug",
        "coroutines-debug",
        "org.jetbrains.kotlinx",
        "kotlinx-coroutines-debug",
        ("-javaagent:{jar}",),
        rows="^launch",
    ),
    Agent(
        "jmx_exporter",
        "jmx_exporter",
        "io.prometheus.jmx",
        "jmx_prometheus_javaagent",
        ("-javaagent:{jar}=127.0.0.1:{port}:{folder}/jmx.yaml",),
        hurried="^(execute-1|thread-1|kafka|empty-main|attach|scrape)",
        attached="127.0.0.1:{port}:{folder}/jmx.yaml",
    ),
    Agent(
        "BlockHound",
        "blockhound",
        "io.projectreactor.tools",
        "blockhound",
        ("-XX:+AllowRedefinitionToAddDeleteMethods", "-javaagent:{jar}"),
        hurried="^(execute-1|thread-1|virtual-1|empty-main)",
    ),
    Agent(FLOOR, "empty-agent", flags=("-javaagent:{jar}",), rows="^virtual"),
    Agent(AGAIN, "none-again"),
)


def named(keys):
    """The agents of these keys, in the order of the table, between the two rows without any; an unknown key is a ValueError."""
    known = {agent.key: agent for agent in AGENTS}
    unknown = [key for key in keys if key not in known]
    if unknown:
        raise ValueError(f"there is no agent '{unknown[0]}'; there are {', '.join(known)}")
    wanted = {"none", "none-again", *keys}
    return [agent for agent in AGENTS if agent.key in wanted]


def versions():
    """What benchmarks/pom.xml and its parent pin, by property."""
    found = {}
    for file in (ROOT / "pom.xml", POM):
        for properties in tree.parse(file).getroot().iter("{http://maven.apache.org/POM/4.0.0}properties"):
            found.update({each.tag.rpartition("}")[2]: each.text for each in properties if isinstance(each.tag, str)})
    return {name: re.sub(r"\$\{(.+)\}", lambda other: found[other[1]], text or "") for name, text in found.items()}


def fetch(group, artifact, version, suffix=""):
    """A jar of Maven Central in the cache; `suffix` is its classifier, as in -exec."""
    jar = CACHE / f"{artifact}-{version}{suffix}.jar"
    if not jar.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        coordinates = f"{group}:{artifact}:{version}" + (f":jar:{suffix[1:]}" if suffix else "")
        done = subprocess.run(
            ["mvn", "-B", "-q", COPY, f"-Dartifact={coordinates}", f"-DoutputDirectory={CACHE}"],
            capture_output=True,
            text=True,
            cwd=CACHE,
        )
        if not jar.exists():
            raise Absent(f"{coordinates} cannot be had: {(done.stdout.strip() or 'no answer').splitlines()[0][:160]}")
    return jar


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Peers:
    """The agents that take part, fetched, and the reasons of those that do not."""

    def __init__(self, agents):
        self.agents, self.jars, self.absent = [], {}, {}
        pinned = versions()
        self.versions = {"Snarl": pinned_version(), "Micrometer": pinned["micrometer.version"]}
        for agent in agents:
            try:
                if agent.artifact:
                    version = self.versions[agent.name] = pinned[agent.property]
                    self.jars[agent.name] = fetch(agent.group, agent.artifact, version)
                elif agent.name in OWN:
                    self.jars[agent.name] = OWN[agent.name]
                self.agents.append(agent)
            except Absent as reason:
                self.absent[agent.name] = str(reason)

    def filled(self, agent, text, folder):
        jar = self.jars.get(agent.name, "")
        return text.format(jar=jar, folder=folder, port=free_port() if "{port}" in text else "")

    def flags(self, agent, folder):
        """What to give a JVM before its program."""
        self.furnish(agent, folder)
        return [self.filled(agent, flag, folder) for flag in agent.flags]

    def furnish(self, agent, folder):
        if agent.key == "jmx_exporter":
            (Path(folder) / "jmx.yaml").write_text("rules:\n- pattern: '.*'\n")


def pinned_version():
    return tree.parse(ROOT / "pom.xml").getroot().findtext("{http://maven.apache.org/POM/4.0.0}version")
