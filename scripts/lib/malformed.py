"""Requests that no sane client sends, by the number of their seed: the same number is the same bytes."""

import random

PATHS = (
    "/ /console/main.js /metrics /healthz /report /report?redact /api/findings /api/executors /api/waits /api/tangle "
    "/api/threads /api/gc /api/hypotheses /api/sizing /api/profile /api/host /api/environment /api/history?since=0 "
    "/api/stack?thread=1 /nothing"
).split()
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PRI", "get", "G" * 300, "", "\x00")
VERSIONS = ("HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTP/1.1 x", "http/1.1", "", "HTTP/" + "9" * 50)
HOSTS = ("localhost", "127.0.0.1:1", "evil.example", "localhost:x", "[::1", "127.1", "", "a" * 300, "localhost\x00")
PREFACES = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(64)),
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00",
    b"\x00" * 100,
    b"\r\n\r\n\r\n\r\n",
    b"\n\n",
    b"GET",
    b"GET / HTTP/1.1\r\n",
    b"<policy-file-request/>\x00",
    b"\xff\xfe\xfd\xfc",
)


HOSTILE_PATHS = ("/../etc/passwd", "/console/../../x", "/console/%2e%2e/x", "//", "*", "http://evil/", "/\x00", "/api/" + "/" * 3000, "/%")
NAMES = ("X", "Accept", "If-None-Match", "Content-Length", "Transfer-Encoding", "Cookie", "Range", " X", "X ", "", "X\x00", "Host")
VALUES = ("", "chunked", "-1", "9" * 20, "*/*;q=x", "\x00", "a" * 1000, "a" * 9000, "\u00ff\u00fe", "%0d%0aX: y", '"', "application/openmetrics-text")
SCHEMES = ("Bearer", "bearer", "Basic", "Digest", "")


class Dice:
    """Mostly right, and wrong as often as the request is to be bad."""

    def __init__(self, number):
        self.random = random.Random(number)
        self.badness = self.random.choice((0.05, 0.2, 0.6))

    def bad(self):
        return self.random.random() < self.badness

    def either(self, right, wrong):
        return self.random.choice(wrong) if self.bad() else right


def headers(dice, token):
    """Header lines, some of them wrong."""
    lines = ["Host: " + dice.either("localhost", HOSTS)]
    if dice.bad():
        lines.pop()
    for _ in range(dice.either(0, (1, 3, 40))):
        lines.append(dice.random.choice(NAMES) + dice.either(": ", (":", " : ", "")) + dice.random.choice(VALUES))
    if dice.random.random() < 0.6:
        sent = dice.either(token, (token[:-1], token + "x", "", "=" * 500, "Og==", "!!"))
        lines.append(f"Authorization: {dice.either('Bearer', SCHEMES)} {sent}")
    return lines


def request(number, token):
    """The bytes of one request."""
    dice = Dice(number)
    if dice.random.random() < 0.05:
        return dice.random.choice(PREFACES)
    path = dice.either(dice.random.choice(PATHS), HOSTILE_PATHS)
    if dice.bad():
        path += "?" + "&".join(f"since={dice.random.choice(('', '-1', 'x', '9' * 30))}" for _ in range(dice.random.choice((1, 50))))
    separator = dice.either(" ", ("  ", "\t", ""))
    line = separator.join((dice.either("GET", METHODS), path, dice.either("HTTP/1.1", VERSIONS)))
    end = dice.either("\r\n", ("\n", "\r", "\n\r"))
    data = bytearray(end.join([line, *headers(dice, token), "", ""]).encode("latin-1", "replace"))
    if dice.bad():
        for _ in range(dice.random.randrange(1, 20)):
            data[dice.random.randrange(len(data))] = dice.random.randrange(256)
    if dice.bad():
        data = data[: dice.random.randrange(1, len(data))]
    if dice.bad():
        data += dice.random.randbytes(dice.random.choice((1, 100, 20_000)))
    return bytes(data)
