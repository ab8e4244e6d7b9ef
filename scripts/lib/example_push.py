"""The stand-in for the push service of examples A and B, in a process of its own."""

import json
import ssl
import urllib.request

import jvm


class PushService:
    """examples/push-service, run from its source. With a keystore it speaks TLS."""

    def __init__(self, context, mean_milliseconds, keystore=None, password=""):
        source = context.root / "examples/push-service/PushService.java"
        command = [context.build_java, jvm.CORES, "-Xmx512m", source, mean_milliseconds]
        if keystore:
            command += [keystore, password]
        self.program = context.start("push-service", command)
        self.scheme = "https" if keystore else "http"

    def await_start(self):
        """Sets the address."""
        port = self.program.await_line(self.program.log, r"push service on port (\d+)")
        self.address = f"{self.scheme}://127.0.0.1:{port}"

    def count(self):
        """Messages taken and answered, most at once, connections."""
        trusting = ssl._create_unverified_context()
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=trusting)
        )
        with opener.open(f"{self.address}/count", timeout=30) as answer:
            return json.load(answer)
