"""Runs every example executable against the demo server over the default transport, as an app would, and counts the flows that ran.
Shelf's also runs over TLS."""
import contextlib
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

from demo import Demo, PROJECT, binary
from tls import AUTHORITY, TLSFront

# Who signs in, and how many flows there are at least that need no power over the server.
EXAMPLES = {
    "shelf-example": ("shelf", "ada", {"SHELF_PASSWORD": "correct horse"}, 90),
    "hub-example": ("hub", "0d6f2c0e-5b0e-4c7e-9c55-0b1c5d1f7a11", {}, 19),
    "tally-example": ("tally", "mika@example.org", {"TALLY_PASSWORD": "harbour-lights-9"}, 27),
    "vault-example": ("vault", "alice", {"VAULT_PASSWORD": "correct-horse-1"}, 80),
}


def run(name, is_secure=False):
    """What the example said at the end, and everything it said when that is not good."""
    service, username, password, floor = EXAMPLES[name]
    with contextlib.ExitStack() as stack:
        address = stack.enter_context(Demo()).address[service]
        environment = {**os.environ, **password}
        if is_secure:
            address = stack.enter_context(TLSFront(urlsplit(address).port))
            environment["SSL_CERT_FILE"] = str(AUTHORITY)
        try:
            done = subprocess.run(
                [binary(PROJECT, name), "--server", address, "--username", username],
                capture_output=True, text=True, timeout=1200, env=environment)
            output, status = done.stdout, done.returncode
        except subprocess.TimeoutExpired as error:
            output, status = (error.stdout or b"").decode(), "none in time"
    counts = re.search(r"^(\d+) flows, (\d+) ok$", output, re.M)
    if status == 0 and counts and counts[1] == counts[2] and int(counts[2]) >= floor:
        return counts[0], ""
    return "FAILED", f"{output}{name}: status {status}, at least {floor} flows expected"


def main():
    listed = subprocess.run([str(PROJECT / ".ci/examples")], capture_output=True, text=True, check=True).stdout.split()
    unknown = set(listed) - set(EXAMPLES)
    if unknown:
        sys.exit(f"FAILED: no account is known here for {', '.join(sorted(unknown))}")
    failed = False
    # Most of their time is spent waiting, as a listener does.
    with ThreadPoolExecutor() as pool:
        runs = [(f"{name} over HTTP", pool.submit(run, name)) for name in listed]
        runs.append(("shelf-example over TLS", pool.submit(run, "shelf-example", True)))
        for title, future in runs:
            result, problem = future.result()
            failed |= bool(problem)
            print(f"{problem}\n{title}: {result}" if problem else f"{title}: {result}", flush=True)
    sys.exit(1 if failed else 0)


main()
