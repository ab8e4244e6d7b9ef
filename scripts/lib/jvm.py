"""A JVM of ours with Snarl in it: started, asked and ended by scripts/demo and scripts/example."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request

import report

START_LIMIT_SECONDS = 120
READY = r"snarl: ready in \d+ ms on (http://[^\s,]+)"
# On two cores the common pool has a parallelism of one; with this, any machine shows the same.
CORES = "-XX:ActiveProcessorCount=2"
NO_PROXY_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Failed(Exception):
    """Something that is needed did not happen; the message says what and where to look."""


class Program:
    """A process of ours with its two logs in a folder of its own. Ended by end() and by nothing else."""

    def __init__(self, name, command, folder, env=None, stdin=subprocess.DEVNULL):
        self.name = name
        self.folder = make_folder(folder)
        self.log = folder / f"{name}.log"
        self.errors = folder / f"{name}.stderr.log"
        with open(self.log, "w") as out, open(self.errors, "w") as err:
            # A session of its own: an interrupt from the keyboard reaches the script, which then ends the process.
            self.process = subprocess.Popen(
                [str(word) for word in command],
                stdin=stdin,
                stdout=out,
                stderr=err,
                cwd=folder,
                env=without_our_options(env or os.environ),
                start_new_session=True,
            )

    def await_line(self, file, pattern, limit=START_LIMIT_SECONDS):
        """The first group of the pattern, once the file has such a line."""
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            match = re.search(pattern, file.read_text(errors="replace"))
            if match:
                return match.group(1)
            if self.process.poll() is not None:
                raise Failed(f"{self.name} ended while it started: see {self.log} and {self.errors}")
            time.sleep(0.2)
        raise Failed(f"no line like '{pattern}' in {file} within {limit} s")

    @property
    def running(self):
        return self.process.poll() is None

    def end(self):
        end(self.process)


class Jvm(Program):
    """A JVM with the agent on a free port, the findings in a file, and copies of both jars of its own."""

    def __init__(self, name, java, agent, application, jar, folder, jvm_options=(), arguments=(), stdin=subprocess.DEVNULL):
        make_folder(folder)
        self.snarl, self.chains = None, None
        self.findings_file = folder / "findings.jsonl"
        self.findings_file.unlink(missing_ok=True)
        command = [
            java,
            f"-javaagent:{own_copy(agent, folder)}=port=0,findings={self.findings_file},application={application}",
            CORES,
            f"-Djava.io.tmpdir={make_folder(folder / 'tmp')}",
            *jvm_options,
            "-jar",
            own_copy(jar, folder),
            *arguments,
        ]
        super().__init__(name, command, folder, stdin=stdin)

    def await_tomcat(self):
        """Sets the addresses of the service and of Snarl."""
        port = self.await_line(self.log, r"Tomcat started on port (\d+)")
        self.address = f"http://127.0.0.1:{port}"
        self.await_snarl()

    def await_snarl(self):
        self.snarl = self.await_line(self.errors, READY)

    def scrape(self):
        """The samples of /metrics and when they were read."""
        return report.Scrape(time.monotonic(), get(f"{self.snarl}/metrics"))

    def findings(self):
        return report.read_findings(self.findings_file)

    def look_at_chains(self):
        """Keeps where threads waited in the last five minutes; what was kept before stands if the JVM does not answer."""
        try:
            self.chains = report.chains(get(f"{self.snarl}/api/chains?seconds=300", timeout=10)) or self.chains
        except OSError:
            pass

    def end(self):
        if self.running and self.snarl:
            self.look_at_chains()
        super().end()


def without_our_options(env):
    """The agent reads SNARL_ variables as options; those that tell the scripts where a Java is are none."""
    return {name: value for name, value in env.items() if not name.startswith("SNARL_")}


def make_folder(folder):
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def own_copy(jar, folder):
    """A later build replaces the jar, and the JVM that runs from it would lose its classes: it gets one of its own."""
    copy = folder / jar.name
    copy.unlink(missing_ok=True)
    return shutil.copy(jar, copy)


def end(process):
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def get(address, data=None, timeout=30):
    request = urllib.request.Request(address, data=data)
    with NO_PROXY_OPENER.open(request, timeout=timeout) as answer:
        return answer.read().decode()


def end_on_signals():
    """A signal becomes a KeyboardInterrupt, so that what was started is ended on the way out."""
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.default_int_handler)


def status_of(script, run, *complaints):
    """Runs the script's work and returns its exit status; what went wrong is one line on standard error."""
    end_on_signals()
    try:
        return run()
    except (Failed, *complaints) as e:
        print(f"{script}: {e}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"{script}: interrupted; everything it started has been stopped", file=sys.stderr)
        return 130


def say(line):
    print(line, flush=True)
