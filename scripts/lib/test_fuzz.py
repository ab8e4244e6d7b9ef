"""A short run of scripts/fuzz http: it must find nothing, and it must be able to.

    python3 scripts/lib/test_fuzz.py

Needs agent/target/snarl.jar and a JDK 17. About 20 s.
"""

import pathlib
import socket
import subprocess
import sys
import threading
import unittest

import fuzz_http
import malformed

ROOT = pathlib.Path(__file__).resolve().parents[2]
MISSING = None if (ROOT / "agent/target/snarl.jar").exists() else "there is no agent/target/snarl.jar"
LONGEST_SECONDS = 240


class Malformed(unittest.TestCase):
    def test_a_number_is_always_the_same_request(self):
        for number in range(200):
            self.assertEqual(malformed.request(number, "token"), malformed.request(number, "token"))

    def test_they_differ_and_some_are_large(self):
        requests = {malformed.request(number, "token") for number in range(500)}
        self.assertGreater(len(requests), 400)
        self.assertGreater(max(map(len, requests)), 8_192)


class Faulty(unittest.TestCase):
    """A server that does what the agent must not."""

    def batch(self, answer):
        server = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.addCleanup(server.close)
        threading.Thread(target=self.serve, args=(server, answer), daemon=True).start()
        return fuzz_http.batch(server.getsockname()[1], 1, 20)

    def serve(self, server, answer):
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection:
                connection.recv(1 << 16)
                connection.sendall(answer)

    def test_its_own_errors_are_seen(self):
        statuses, wrong = self.batch(b"HTTP/1.1 500 Internal Server Error\r\n\r\n")
        self.assertTrue(wrong, statuses)

    def test_what_is_readable_without_the_token_is_seen(self):
        statuses, wrong = self.batch(b"HTTP/1.1 200 OK\r\n\r\n")
        self.assertTrue(any(b"without the token" in answer for _, answer in wrong), statuses)

    def test_what_is_no_answer_is_seen(self):
        statuses, wrong = self.batch(b"hello")
        self.assertTrue(wrong, statuses)


@unittest.skipIf(MISSING, MISSING)
class Fuzz(unittest.TestCase):
    def test_a_short_run_finds_nothing(self):
        words = ["--requests", "1000", "--slow", "100", "--seconds", "1", "--seed", "7"]
        done = subprocess.run([ROOT / "scripts/fuzz", "http", *words], capture_output=True, text=True, timeout=LONGEST_SECONDS)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        self.assertIn("Answers to 1,000 malformed requests: ", done.stdout)
        self.assertNotIn("***", done.stdout)

    def test_a_bad_option_is_refused(self):
        done = subprocess.run([ROOT / "scripts/fuzz", "https"], capture_output=True, text=True, timeout=LONGEST_SECONDS)
        self.assertEqual(2, done.returncode)
        self.assertIn("scripts/fuzz http [--jdk", done.stderr)


if __name__ == "__main__":
    if MISSING:
        print(f"*** The agent's HTTP is not abused: {MISSING}", file=sys.stderr)
    unittest.main()
