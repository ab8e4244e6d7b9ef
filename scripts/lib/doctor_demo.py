"""Example E behind a real nginx: what the doctor says before and after the fix, with too few connections and enough.

Called by scripts/demo --doctor, which has built everything. The same nginx also stands in front of another
application, which does not answer at the moment: each of its visitors holds two connections, one to the visitor and one
to that application. nginx is a process of our own on loopback, with its files in a folder of its own; the machine's
service, if there is one, is left alone.
"""

import contextlib
import itertools
import json
import os
import shutil
import socket
import subprocess
import threading
import time
import urllib.error

import demo
from jvm import Failed, Program, get, say

LIMITS = (768, 4096)
ELSEWHERE = 380
CONFIGURATION = """\
daemon off; worker_processes 1; {user}
pid nginx.pid; error_log error.log warn;
events {{ worker_connections {connections}; }}
http {{
  access_log off;
  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
  server {{
    listen 127.0.0.1:{port} backlog=2048;
    location / {{ proxy_pass {upstream}; }}
    location /elsewhere {{ proxy_pass http://127.0.0.1:{elsewhere}; proxy_read_timeout 900s; }}
  }}
}}
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def start_nginx(folder, connections, upstream, elsewhere):
    """nginx in front of the service, in a folder of its own."""
    binary = shutil.which("nginx")
    if not binary:
        raise Failed("there is no nginx on the PATH")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    port = free_port()
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        CONFIGURATION.format(
            connections=connections, port=port, upstream=upstream, elsewhere=elsewhere, user=user
        )
    )
    command = [binary, "-p", f"{folder}/", "-c", folder / "nginx.conf", "-e", folder / "error.log"]
    nginx = Program("nginx", command, folder)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return nginx, port
        if not nginx.running:
            break
        time.sleep(0.1)
    nginx.end()
    raise Failed(f"nginx does not listen: see {nginx.errors} and {folder / 'error.log'}")


class Visitors:
    """Visitors that ask again and again, and others who wait for the other application, until it is left."""

    def __init__(self, port, count):
        self.address = f"http://127.0.0.1:{port}"
        self.port = port
        self.ended = threading.Event()
        self.answered = itertools.count()
        self.refused = itertools.count()
        self.threads = [threading.Thread(target=self.visit) for _ in range(count)]
        self.others = []

    def visit(self):
        for program in itertools.cycle(demo.PROGRAMS):
            if self.ended.is_set():
                return
            try:
                get(f"{self.address}/run/{program}", data=b"")
                next(self.answered)
            except (urllib.error.URLError, OSError):
                next(self.refused)
                self.ended.wait(0.2)

    def __enter__(self):
        for _ in range(ELSEWHERE):
            other = socket.create_connection(("127.0.0.1", self.port), 5)
            other.sendall(b"GET /elsewhere HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.others.append(other)
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *failure):
        self.ended.set()
        for other in self.others:
            other.close()
        for thread in self.threads:
            thread.join()


def ask(options, service, folder):
    """The doctor's answer twice: for people, and as an object."""
    command = [
        options.build_java,
        "-jar",
        options.root / "agent/target/snarl.jar",
        "doctor",
        str(service.process.pid),
        "--nginx-log",
        folder / "error.log",
        "--nginx-conf",
        folder / "nginx.conf",
    ]
    answers = []
    for extra in ([], ["--json"]):
        done = subprocess.run(
            [str(word) for word in command + extra], capture_output=True, text=True, timeout=120, check=False
        )
        if done.returncode not in (0, 1):
            raise Failed(f"doctor ended with status {done.returncode}: {done.stderr.strip()}")
        answers.append(done.stdout)
    verdicts = {each["id"]: each["verdict"] for each in json.loads(answers[1])["hypotheses"]}
    return answers[0], verdicts


def expected(options, profile, connections):
    """What must hold, by hypothesis. From Java 25 on the common pool is used, and no thread is started for a task."""
    verdicts = {"front-proxy-limit": "true" if connections == LIMITS[0] else "false"}
    before = profile.startswith("before")
    verdicts["two-threads-per-job"] = "true" if before else "false"
    verdicts["thread-per-task"] = "true" if before and options.jdk < 25 else "false"
    for refuted in (
        "pool-too-small",
        "file-descriptors",
        "database-connections",
        "unbounded-queue",
        "rejections",
        "unclosed-processes",
    ):
        verdicts[refuted] = "false"
    return verdicts


def examine(options, profile):
    """One variant behind both nginx: what was not as it must be."""
    say(f"Starting the service '{profile}' on Java {options.jdk}")
    folder = options.out / f"doctor-{profile}-jdk{options.jdk}"
    service = demo.start_service(options, profile, folder)
    complaints = []
    elsewhere = socket.create_server(("127.0.0.1", 0), backlog=1024)  # never accepts
    try:
        service.await_tomcat()
        demo.warm_up(service.address)
        for connections in LIMITS:
            front = folder / f"nginx-{connections}"
            nginx, port = start_nginx(front, connections, service.address, elsewhere.getsockname()[1])
            try:
                say(f"  nginx with worker_connections {connections}, {options.visitors} visitors for {options.seconds} s")
                with Visitors(port, options.visitors) as visitors:
                    time.sleep(options.seconds)
                    text, verdicts = ask(options, service, front)
                answered, refused = next(visitors.answered), next(visitors.refused)
            finally:
                nginx.end()
            print(f"\n== {profile}, worker_connections {connections}: {answered} answered, {refused} refused\n")
            print(text)
            (folder / f"doctor-{connections}.txt").write_text(text)
            for hypothesis, verdict in expected(options, profile, connections).items():
                if verdicts.get(hypothesis) != verdict:
                    complaints.append(
                        f"{profile}, worker_connections {connections}: {hypothesis} is "
                        f"{verdicts.get(hypothesis)} and should be {verdict}"
                    )
    finally:
        elsewhere.close()
        service.end()
    return complaints


def run(options):
    complaints = examine(options, f"before-{options.shape}") + examine(options, "after")
    for complaint in complaints:
        print(complaint)
    print("Not as it must be." if complaints else "The doctor says what the team had to find out by hand.")
    return 1 if complaints else 0
