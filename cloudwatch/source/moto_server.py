"""CloudWatch as moto plays it, on a free port of this machine, ended by end()."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

REGION = "eu-central-1"
KEY = "testing"
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Server:
    def __init__(self, limit=60):
        with socket.socket() as some:
            some.bind(("127.0.0.1", 0))
            port = some.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
        deadline = time.monotonic() + limit
        while not self.answers():
            if time.monotonic() > deadline or self.process.poll() is not None:
                self.end()
                raise RuntimeError("moto's server did not start")
            time.sleep(0.2)

    def answers(self):
        try:
            with OPENER.open(f"{self.address}/moto-api/", timeout=5):
                return True
        except (urllib.error.URLError, OSError):
            return False

    def cloudwatch(self):
        import boto3
        from botocore.config import Config

        return boto3.client(
            "cloudwatch",
            region_name=REGION,
            endpoint_url=self.address,
            aws_access_key_id=KEY,
            aws_secret_access_key=KEY,
            config=Config(proxies={}, retries={"max_attempts": 1}),
        )

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
