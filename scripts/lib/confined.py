"""Starts a command in a control group or a network namespace of its own, for programs of the corpus that need one.

    python3 scripts/lib/confined.py [--group FOLDER]... [--network] -- COMMAND...

As a module it makes the control groups (version 1 or 2), and says why they cannot be had. Needs root.
"""

import contextlib
import ctypes
import fcntl
import os
import pathlib
import socket
import struct
import subprocess
import sys
import time

CONTROL = pathlib.Path("/sys/fs/cgroup")
PERIOD_MICROS = 100_000
PATIENCE_SECONDS = 20
# From linux/sched.h, linux/sockios.h and linux/if.h.
CLONE_NEWNET = 0x40000000
SIOCSIFFLAGS = 0x8914
IFF_UP = 1


def settings(limits):
    """The folder of the controller and its files with what to write, for each of `pids=N` and `cpu=PROCESSORS`."""
    first = (CONTROL / "pids").is_dir()
    for name, value in (limit.split("=") for limit in limits):
        if name == "pids":
            yield CONTROL / "pids" if first else CONTROL, {"pids.max": value}
            continue
        if name != "cpu":
            raise SystemExit(f"unknown limit of a control group: {name}")
        quota = round(float(value) * PERIOD_MICROS)
        if first:
            yield CONTROL / "cpu", {"cpu.cfs_period_us": PERIOD_MICROS, "cpu.cfs_quota_us": quota}
        else:
            yield CONTROL, {"cpu.max": f"{quota} {PERIOD_MICROS}"}


@contextlib.contextmanager
def groups(name, limits):
    """The folders of a control group with these limits."""
    folders = []
    try:
        for controller, files in settings(limits):
            folder = controller / name
            folder.mkdir(exist_ok=True)
            folders.append(folder)
            for file, value in files.items():
                (folder / file).write_text(str(value))
        yield folders
    finally:
        for folder in dict.fromkeys(folders):
            remove(folder)


def remove(folder):
    """A process is still in its group for a moment after it has ended."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return folder.rmdir()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


@contextlib.contextmanager
def place(name, limits, network):
    """What to put before a command so that it runs there; nothing where nothing is asked for."""
    with groups(name, limits) as folders:
        words = [word for folder in folders for word in ("--group", str(folder))] + ["--network"] * network
        yield [sys.executable, __file__, *words, "--"] if words else []


def missing(limits, network):
    """Why a command cannot run there, or None."""
    try:
        with place(f"snarl-try-{os.getpid()}", limits, network) as prefix:
            tried = subprocess.run([*prefix, "true"], capture_output=True, text=True)
    except OSError as error:
        return str(error)
    return (tried.stderr.strip().splitlines() or ["it fails"])[-1] if tried.returncode else None


def own_network():
    """A network namespace that has nothing but a loopback interface."""
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET):
        raise SystemExit("no network namespace: " + os.strerror(ctypes.get_errno()))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh22x", b"lo", IFF_UP))


def main(words):
    at = words.index("--")
    options, command = words[:at], words[at + 1 :]
    while options:
        option = options.pop(0)
        if option == "--network":
            own_network()
        elif option == "--group":
            (pathlib.Path(options.pop(0)) / "cgroup.procs").write_text(str(os.getpid()))
        else:
            raise SystemExit(__doc__)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main(sys.argv[1:])
