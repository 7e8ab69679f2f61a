"""Runs media-doctor against each demo server, one that is down, one that is another service, and a wrong clock."""
import json
import os
import socket
import ssl
import subprocess
import sys
import threading
from datetime import datetime, timedelta, timezone

from demo import Demo, PROJECT, binary

DOCTOR = binary(PROJECT, "media-doctor")
NAMES = {
    "shelf": "Audiobookshelf", "hub": "MeTube Hub", "worker": "MeTubeWorker", "tally": "Tally", "vault": "ViewVault"}
ACCOUNTS = {
    "shelf": ("ada", "correct horse"), "hub": (None, "0d6f2c0e-5b0e-4c7e-9c55-0b1c5d1f7a11"),
    "tally": ("mika@example.org", "harbour-lights-9"), "vault": ("alice", "correct-horse-1")}
problems = []
count = 0


def examine(title, status, *expected, arguments, password=None):
    """Runs it once; `expected` are texts that must be in what it prints."""
    global count
    count += 1
    environment = {**os.environ, **({"MEDIA_DOCTOR_PASSWORD": password} if password else {})}
    done = subprocess.run([DOCTOR, *arguments], capture_output=True, text=True, timeout=120, env=environment)
    output = done.stdout + done.stderr
    missing = [text for text in expected if text not in output]
    if done.returncode != status or missing or "\x1b" in output:
        problems.append(title)
        print(f"FAILED {title}: status {done.returncode}, expected {status}; missing {missing}\n{output}", flush=True)
    return output


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def untrusted():
    """The address of a TLS server with a certificate that nobody trusts; it ends with the script."""
    certificates = PROJECT / "Tests/Loopback/Certificates"
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates / "self-signed.pem", certificates / "self-signed.key")
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        while True:
            connection, _ = listener.accept()
            try:
                context.wrap_socket(connection, server_side=True).close()
            except OSError:
                pass

    threading.Thread(target=serve, daemon=True).start()
    return f"127.0.0.1:{listener.getsockname()[1]}"


def main():
    address = untrusted()
    for url in (address, f"https://{address}"):
        examine(f"an untrusted certificate at {url}", 1, "certificate is not trusted", arguments=[url])
    with Demo() as demo:
        for service, name in NAMES.items():
            address = demo.address[service]
            examine(service, 0, f"service  {name}", "\nhealthy: ", arguments=[address])
            examine(f"{service}, without a scheme", 0, f"server   {address}", "nothing speaks TLS there",
                    arguments=[address.removeprefix("http://"), "--service", service])
            other = "tally" if service == "shelf" else "shelf"
            examine(f"{service} instead of {other}", 1, "another service", f"this is {name}, not {NAMES[other]}",
                    arguments=[address, "--service", other])
        for service, (username, password) in ACCOUNTS.items():
            arguments = [demo.address[service], "--service", service, *(["--username", username] if username else [])]
            output = examine(f"{service}, signed in", 0, "\nhealthy: ", arguments=arguments, password=password)
            shown = [one for one in (username, password) if one and one in output]
            if shown:
                problems.append(f"{service} shows {shown}")
        examine("a wrong password", 1, "the name or the password is wrong",
                arguments=[demo.address["shelf"], "--username", "ada"], password="wrong one")
        examine("another service", 1, "another service answers", arguments=[demo.address["control"]])
        examine("https that is none", 1, "does not speak TLS",
                arguments=[demo.address["shelf"].replace("http://", "https://")])
        report = json.loads(examine("JSON", 0, arguments=[demo.address["vault"], "--json"]))
        if report["healthy"] is not True or report["service"] != "ViewVault" or not report["findings"]:
            problems.append(f"JSON: {report}")
    examine("a server that is down", 1, "nothing listens", "not healthy",
            arguments=[f"http://127.0.0.1:{free_port()}"])
    ahead = (datetime.now(timezone.utc) + timedelta(hours=2, minutes=5)).strftime("%Y-%m-%dT%H:%M:%SZ")
    with Demo("--clock", ahead) as demo:
        for service in NAMES:
            examine(f"{service} with a wrong clock", 1, "problem  clock", "2 h", "ahead",
                    arguments=[demo.address[service]])
    examine("no address", 2, "the URL is missing", arguments=[])
    examine("an unknown option", 2, "--nonsense", arguments=["http://127.0.0.1", "--nonsense"])
    examine("an unknown service", 2, "no service is called", arguments=["http://127.0.0.1", "--service", "netflix"])
    examine("an address with a password", 2, "must not hold", arguments=["http://ada:secret@127.0.0.1"])
    examine("help", 0, "--service", arguments=["--help"])
    print(f"media-doctor: {count} runs, {len(problems)} problems", flush=True)
    sys.exit(f"FAILED: {', '.join(problems)}" if problems else 0)


main()
