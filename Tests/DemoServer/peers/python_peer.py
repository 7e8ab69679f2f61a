"""Lets aioaudiobookshelf, a client that knows nothing of this package, drive the Shelf demo server.

Finds a Python of 3.12 or later, installs the client into an environment that is thrown away, and runs shelf_peer.py there.
Without such a Python, or without a way to install, it fails.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from demo import Demo

CLIENT = "aioaudiobookshelf==0.2.1"
CHECK = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 12))"


def candidates():
    if "PEER_PYTHON" in os.environ:
        yield os.environ["PEER_PYTHON"]
    for name in ["python3.14", "python3.13", "python3.12", "python3"]:
        found = shutil.which(name)
        if found:
            yield found
    for path in sorted(Path.home().glob(".pyenv/versions/*/bin/python3"), reverse=True):
        yield str(path)
    yield sys.executable


def newer_python():
    for path in candidates():
        done = subprocess.run([path, "-c", CHECK], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode == 0:
            return path
    sys.exit("FAILED: no Python 3.12 or later with venv found (PATH, ~/.pyenv, or set PEER_PYTHON)")


def main():
    python = newer_python()
    here = Path(__file__).resolve().parent
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([python, "-m", "venv", folder], check=True)
        inside = str(Path(folder) / "bin/python")
        installed = subprocess.run([inside, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", CLIENT])
        if installed.returncode != 0:
            sys.exit(f"FAILED: {CLIENT} could not be installed with {python}")
        with Demo() as demo:
            done = subprocess.run(
                [inside, str(here / "shelf_peer.py"), demo.address["shelf"], demo.address["control"]], timeout=900)
    sys.exit("FAILED: the peer" if done.returncode != 0 else 0)


main()
