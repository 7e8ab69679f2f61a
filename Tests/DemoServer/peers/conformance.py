"""Plays the conformance journeys over HTTP against the demo server, every journey from a fresh world.

The worlds are of November 2026 and some answers look 60 days back, so server and player keep that time. With `--now` both
keep the real one.
"""
import os
import runpy
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from pathlib import Path

from demo import Demo, PROJECT

START = datetime(2026, 11, 22, 12, tzinfo=timezone.utc)
FOLDER = PROJECT / "Tests/Fixtures/conformance"
SERVICES = {"shelf": 78, "vault": 76, "tally": 54}


def play(ahead, arguments):
    """Runs run.py as it is, with its clock set ahead."""
    real = time.time
    time.time = lambda: real() + ahead
    sys.argv = arguments
    runpy.run_path(arguments[0], run_name="__main__")


def played(command, journeys):
    """What run.py says of the journeys, by line."""
    process = subprocess.run(
        [*command, *journeys], stdout=subprocess.PIPE, text=True, env={**os.environ, "TZ": "UTC"})
    return process.returncode, process.stdout.splitlines()


def main():
    original = PROJECT.parent / "shared/conformance/run.py"
    if original.exists() and original.read_bytes() != (FOLDER / "run.py").read_bytes():
        sys.exit(f"FAILED: Tests/Fixtures/conformance/run.py is not the file {original}")
    now = "--now" in sys.argv
    ahead = 0 if now else START.timestamp() - time.time()
    clock = [] if now else ["--clock", START.strftime("%Y-%m-%dT%H:%M:%SZ")]
    worlds = [word for name in SERVICES for word in (f"--{name}-world", str(FOLDER / name / "world.json"))]
    here = Path(__file__).resolve()
    python = shlex.quote(sys.executable)
    failed = False
    # One service after the other: some journeys have tokens that live for two seconds, and none shares its time with another.
    with Demo(*worlds, *clock) as demo, ThreadPoolExecutor(max_workers=1) as pool:
        running = {}
        for name in SERVICES:
            journeys = [
                str(path) for kind in ("journeys", "own") for path in sorted((FOLDER / name / kind).glob("*.json"))]
            control = f"{python} {shlex.quote(str(here.parent / 'control.py'))} {demo.address['control']} {name}"
            command = [
                sys.executable, str(here), "--play", str(ahead), str(FOLDER / "run.py"), "--base", demo.address[name],
                "--world", str(FOLDER / name / "world.json"), "--fresh-cmd", f"{control} fresh",
                "--restart-cmd", f"{control} restart"]
            running[name] = journeys, pool.submit(played, command, journeys)
        for name, (journeys, done) in running.items():
            status, lines = done.result()
            passed = sum(line.startswith("ok ") for line in lines)
            print(f"{name}: {lines[-1] if lines else 'no journeys'}", flush=True)
            for line in lines:
                if line.startswith("FAILED"):
                    print(f"{name}: {line}", flush=True)
            # A journey has one try: one that sometimes fails is a fault of the journey or of the server.
            failed |= status != 0 or passed < max(SERVICES[name], len(journeys))
    sys.exit("FAILED: conformance over HTTP" if failed else 0)


if sys.argv[1:2] == ["--play"]:
    play(float(sys.argv[2]), sys.argv[3:])
else:
    main()
