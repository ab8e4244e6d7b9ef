"""The stand-in for the push service of examples A and B, in a process of its own."""

import json
import pathlib
import shutil
import ssl
import subprocess
import urllib.request

import jvm

PASSWORD = "changeit"


class PushService:
    """examples/push-service, run from its source. With a keystore it speaks TLS."""

    def __init__(self, context, mean_milliseconds, keystore=None):
        source = context.root / "examples/push-service/PushService.java"
        command = [context.build_java, jvm.CORES, "-Xmx512m", source, mean_milliseconds]
        if keystore:
            command += [keystore, PASSWORD]
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


def certificate(context):
    """A key store with a certificate for this machine, and a trust store: that of the JDK, and this certificate."""
    keys, trust, exported = (context.out / name for name in ("push.p12", "trust.jks", "push.crt"))
    for file in (keys, trust, exported):
        file.unlink(missing_ok=True)
    home = pathlib.Path(context.build_java).resolve().parents[1]
    shutil.copyfile(home / "lib/security/cacerts", trust)
    common = ["-alias", "push", "-storepass", PASSWORD]
    subject = ["-dname", "CN=127.0.0.1", "-ext", "san=ip:127.0.0.1", "-keyalg", "EC", "-validity", "30"]
    keytool(home, "-genkeypair", "-keystore", keys, "-storetype", "PKCS12", *common, *subject)
    keytool(home, "-exportcert", "-keystore", keys, "-file", exported, *common)
    keytool(home, "-importcert", "-noprompt", "-keystore", trust, "-file", exported, *common)
    return keys, [f"-Djavax.net.ssl.trustStore={trust}", f"-Djavax.net.ssl.trustStorePassword={PASSWORD}"]


def keytool(home, *words):
    done = subprocess.run([home / "bin/keytool", *words], capture_output=True, text=True)
    if done.returncode:
        raise jvm.Failed(f"keytool {words[0]}: {(done.stdout + done.stderr).strip()}")
