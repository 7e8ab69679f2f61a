"""Starts the demo server for a script and ends it again. Standard library only."""
import signal
import subprocess
import sys
import threading
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
PROJECT = PACKAGE.parent.parent


def binary(package, name):
    """The executable, built before by `swift build --package-path …`."""
    path = package / ".build" / "debug" / name
    if not path.exists():
        sys.exit(f"FAILED: {path} is not there; build it with: swift build --package-path {package}")
    return str(path)


class Demo:
    """`with Demo("--shelf-world", file) as demo:` then `demo.address["shelf"]`."""

    def __init__(self, *arguments):
        self.arguments = [binary(PACKAGE, "demo-server"), "--port-base", "0", "--control-port", "0", *arguments]
        self.address = {}

    def __enter__(self):
        self.process = subprocess.Popen(self.arguments, stdout=subprocess.PIPE, text=True)
        watchdog = threading.Timer(300, self.process.kill)
        watchdog.start()
        for line in self.process.stdout:
            if line.startswith("ready"):
                break
            name, address, _ = line.rstrip("\n").split("\t")
            self.address[name] = address
        watchdog.cancel()
        if "control" not in self.address:
            sys.exit(f"FAILED: the demo server did not start (status {self.process.wait()})")
        return self

    def __exit__(self, kind, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(timeout=120)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = "none within two minutes"
        if kind is None and status != 0:
            sys.exit(f"FAILED: the demo server did not end cleanly, status {status}")
