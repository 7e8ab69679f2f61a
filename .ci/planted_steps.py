"""Faults for .ci/planted in what .ci/run does by itself: builds with warnings, journeys over HTTP, and the switch for long runs."""

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

WARNING = "func planted() { let unused = 1 }\n"
MANIFEST = '''// swift-tools-version: 6.1
import PackageDescription
let package = Package(name: "Planted", targets: [.target(name: "Planted", path: "Sources")])
'''


def part(script, first, last):
    """The text of a script from the line that begins with `first` to before the one that begins with `last`."""
    found = re.search(rf"^{re.escape(first)}.*?(?=^{re.escape(last)})", script, re.M | re.S)
    assert found, first
    return found[0]


def shell(text, folder, path=None):
    own = {name: value for name, value in os.environ.items() if name not in ("LONG_RUNS", "ATTACK_CASES", "SIMULATION_SEEDS")}
    environment = {**own, **({"PATH": f"{path}:{own['PATH']}"} if path else {})}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text], cwd=folder, capture_output=True, text=True, env=environment)
    return done.returncode, done.stdout + done.stderr


def warnings(folder):
    """Whether the step “no warnings” takes a package with a warning, built for the first time or built before."""
    run = (folder / ".ci/run").read_text()
    functions = part(run, "# cold DIR", "# offline")
    step = part(run, "if [ -z \"$was_cold\" ]", 'step "format"')
    package = folder / "PlantedPackage"
    (package / "Sources").mkdir(parents=True)
    (package / "Package.swift").write_text(MANIFEST)
    source, wrong = package / "Sources/A.swift", []
    first = "log=planted.log\nwas_cold=$(cold . && echo yes || true)\nswift build --build-tests 2>&1 | tee \"$log\"\n"
    for name, text, fails in [
            ("without a warning", "func planted() {}\n", False), ("with a warning", WARNING, True)]:
        shutil.rmtree(package / ".build", ignore_errors=True)
        source.write_text(text)
        for state in ["built for the first time", "built before"]:
            status, said = shell(f"{functions}\n{first}\n{step}", package)
            if (status != 0) != fails or (fails and "warning" not in said):
                wrong.append(f"no warnings: a package {name}, {state}, " + ("passes" if fails else f"is refused: {said}"))
    shutil.rmtree(package)
    return wrong, 2


DEMO = '''from pathlib import Path

PROJECT = Path(__file__).resolve().parent


class Demo:
    def __init__(self, *arguments):
        self.address = {name: name for name in ["shelf", "vault", "tally", "control"]}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass
'''
# Stands in for the player of journeys: each file holds how it ends, and each try is noted.
PLAYER = '''import pathlib
import sys

failed = False
for path in map(pathlib.Path, filter(lambda word: "/journeys/" in word, sys.argv)):
    end = path.read_text()
    with open(pathlib.Path(__file__).parent / "tries", "a") as tries:
        tries.write(f"{path}\\n")
    print(f"{'FAILED' if end.startswith('wrong') else 'ok'} {path.stem}")
    failed |= end == "wrong"
sys.exit(1 if failed else 0)
'''


def conformance(folder):
    """Whether conformance.py takes journeys of which one fails or is missing, and whether it tries one again."""
    project, wrong = folder / "PlantedProject", []
    cases = [("all right", "right", 0), ("one that fails", "wrong", 1), ("one that fails, with status 0", "wrong quietly", 1),
             ("one too few", None, 1)]
    for name, end, expected in cases:
        shutil.rmtree(project, ignore_errors=True)
        project.mkdir()
        shutil.copy(folder / "Tests/DemoServer/peers/conformance.py", project / "conformance.py")
        (project / "demo.py").write_text(DEMO)
        fixtures = project / "Tests/Fixtures/conformance"
        for service in ["shelf", "vault", "tally"]:
            journeys = fixtures / service / "journeys"
            journeys.mkdir(parents=True)
            own = re.search(rf'"{service}": (\d+)', (project / "conformance.py").read_text())
            for number in range(int(own[1])):
                (journeys / f"{number}.json").write_text("right")
        (fixtures / "run.py").write_text(PLAYER)
        planted = fixtures / "vault/journeys/7.json"
        planted.unlink() if end is None else planted.write_text(end)
        done = subprocess.run([sys.executable, "conformance.py"], cwd=project, capture_output=True, text=True)
        if done.returncode != expected:
            wrong.append(f"conformance.py: {name} ends with {done.returncode}: {done.stdout[-300:]}{done.stderr[-300:]}")
        tries = (fixtures / "tries").read_text().count("/vault/journeys/7.json")
        if tries != (0 if end is None else 1):
            wrong.append(f"conformance.py: {name}: {tries} tries")
    shutil.rmtree(project)
    return wrong, len(cases) - 1


# Stands in for the compiler: notes what its tests would be told.
SWIFT = '''#!/bin/sh
echo "${LONG_RUNS:-none} ${ATTACK_CASES:-none} $*" >> "$(dirname "$0")/told"
'''


def told(folder, text):
    """What a part of a script tells each `swift test` that it starts."""
    tools = folder / "PlantedTools"
    tools.mkdir()
    (tools / "swift").write_text(SWIFT)
    (tools / "swift").chmod((tools / "swift").stat().st_mode | stat.S_IXUSR)
    shell(text, folder, path=tools)
    lines = (tools / "told").read_text().splitlines()
    shutil.rmtree(tools)
    return lines


def long_runs(folder):
    """Whether the switch for long runs reaches every test that has one, and whether its loss would be noticed."""
    run = part((folder / ".ci/run").read_text(), "loopback()", "was_cold") + "log=planted.log\nloopback\n"
    script = (folder / ".ci/long-runs").read_text().replace('cd "$(dirname "$0")/.."', ":")
    wrong = []

    def is_passed(text, count):
        lines = told(folder, text)
        return len(lines) == count and all(line.startswith("1 ") for line in lines)

    for name, text, count in [("run", run, 1), ("long-runs", script, 2)]:
        if not is_passed(text, count):
            wrong.append(f"{name}: LONG_RUNS does not reach swift test")
        if is_passed(text.replace("LONG_RUNS=1", "", 1), count):
            wrong.append(f"{name}: the loss of LONG_RUNS is not noticed")
    if not told(folder, script)[-1].startswith("1 6 test --filter ^Attack"):
        wrong.append("long-runs: ATTACK_CASES does not reach swift test")
    return wrong, 2
