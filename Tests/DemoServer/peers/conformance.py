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


def passed_alone(command, journey):
    """Some journeys have tokens that live for two seconds: a machine that stops in between gets another chance."""
    return any(played(command, [journey])[0] == 0 for _ in range(5))


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
    with Demo(*worlds, *clock) as demo, ThreadPoolExecutor() as pool:
        running = {}
        for name in SERVICES:
            journeys = [
                str(path) for kind in ("journeys", "own") for path in sorted((FOLDER / name / kind).glob("*.json"))]
            control = f"{python} {shlex.quote(str(here.parent / 'control.py'))} {demo.address['control']} {name}"
            command = [
                sys.executable, str(here), "--play", str(ahead), str(FOLDER / "run.py"), "--base", demo.address[name],
                "--world", str(FOLDER / name / "world.json"), "--fresh-cmd", f"{control} fresh",
                "--restart-cmd", f"{control} restart"]
            running[name] = command, journeys, pool.submit(played, command, journeys)
        for name, (command, journeys, first) in running.items():
            status, lines = first.result()
            passed = sum(line.startswith("ok ") for line in lines)
            print(f"{name}: {lines[-1] if lines else 'no journeys'}", flush=True)
            for line in lines:
                if not line.startswith("FAILED"):
                    continue
                print(f"{name}: {line}", flush=True)
                journey = next((one for one in journeys if line.split()[1].rstrip(":") == Path(one).stem), None)
                if journey and passed_alone(command, journey):
                    print(f"{name}: ok alone: {Path(journey).stem}", flush=True)
                    passed += 1
            failed |= passed < max(SERVICES[name], len(journeys))
    sys.exit("FAILED: conformance over HTTP" if failed else 0)


if sys.argv[1:2] == ["--play"]:
    play(float(sys.argv[2]), sys.argv[3:])
else:
    main()
