"""Uses the console of `demo-server` over HTTP, as its page does. Standard library only."""
import email.utils
import json
import sys
import time
import urllib.error
import urllib.request

from demo import Demo

count = 0


def check(what, holds):
    global count
    if not holds:
        sys.exit(f"FAILED: {what}")
    count += 1


def ask(address, body=None, **fields):
    """The status, the fields and the body of an answer; a status of 0 when the connection ends without one."""
    request = urllib.request.Request(address, data=body, headers={name.capitalize(): value for name, value in fields.items()})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()
    except OSError:
        return 0, {}, ""


class Page:
    def __init__(self, address):
        self.address = address

    def panels(self):
        return {panel["id"]: panel for panel in json.loads(ask(f"{self.address}/panels")[2])}

    def rows(self, panel):
        return [node for node in self.panels()[panel]["nodes"] if node["kind"] == "row"]

    def use(self, identifier, value="", **fields):
        self.panels()
        body = json.dumps({"id": identifier, "value": value}).encode()
        return ask(f"{self.address}/use", body, **fields)[0]


def main():
    with Demo() as demo:
        page = Page(demo.address["control"])
        for path, kind in [("/", "text/html"), ("/style.css", "text/css"), ("/panels.js", "text/javascript"),
                           ("/console.js", "text/javascript")]:
            status, fields, _ = ask(page.address + path)
            check(f"{path} is there", status == 200 and fields["Content-Type"].startswith(kind))
            check(f"{path} loads nothing from elsewhere", fields["Content-Security-Policy"] == "default-src 'self'")
        check("other paths are not", ask(page.address + "/Page/index.html")[0] == 404)
        check("panels", list(page.panels()) == ["shelf", "hub", "worker", "tally", "vault", "clock", "requests"])
        requests(page, demo.address["shelf"])
        network(page, demo.address)
        clock(page, demo.address["shelf"])
        sign_ins(page, demo.address["tally"])
        strangers(page)
    print(f"ok {count} checks of the console")


def requests(page, shelf):
    check("status of the server", ask(f"{shelf}/status?token=secret")[0] == 200)
    row = page.rows("requests")[0]
    check("the request is listed", (row["text"], row["marks"]) == ("GET /status", ["200"]) and "shelf" in row["detail"])
    check("a query is not", "secret" not in json.dumps(page.panels()))


def network(page, address):
    def switch(service, name, value):
        check(f"{service}: {name}", page.use(f"{service}/{service}: {name}", value) == 200)

    for name, result in [("network off", "no network"), ("answers lost", "done, answer lost")]:
        switch("shelf", name, "1")
        check(f"no answer while {name}", ask(f"{address['shelf']}/status")[0] == 0)
        check(f"{name} is listed", page.rows("requests")[0]["marks"] == [result])
        check("other servers answer", ask(f"{address['tally']}/health")[0] != 0)
        switch("shelf", name, "0")
        check(f"an answer after {name}", ask(f"{address['shelf']}/status")[0] == 200)
    switch("vault", "a proxy’s sign-in page", "1")
    status, fields, body = ask(f"{address['vault']}/whatever")
    check("a proxy's page", status == 200 and "Sign in" in body and fields["Content-Type"].startswith("text/html"))
    switch("vault", "a proxy’s sign-in page", "0")
    switch("hub", "slow", "1")
    began = time.monotonic()
    ask(f"{address['hub']}/whatever")
    check("slow takes three seconds", time.monotonic() - began >= 3)
    switch("hub", "slow", "0")


def clock(page, shelf):
    def now():
        return email.utils.parsedate_to_datetime(ask(f"{shelf}/status")[1]["Date"])

    before = now()
    check("a day on", page.use("clock/A day on") == 200)
    check("the server's date", 86_400 <= (now() - before).total_seconds() < 86_460)


def sign_ins(page, tally):
    def holds(panel):
        return next(row["detail"] for row in page.rows(panel) if row["text"] == "What it holds")

    check("what a server holds", holds("vault").endswith("films watched"))
    check("a server without sign-ins", page.use("hub/End all sign-ins") == 404)
    check("end all sign-ins", page.use("tally/End all sign-ins") == 200)
    check("restart", page.use("shelf/Restart on the same data") == 200)
    check("fresh world", page.use("shelf/Fresh world") == 200)
    check("an element that is not there", page.use("shelf/nothing") == 404)
    check("no JSON", ask(f"{page.address}/use", b"{")[0] == 400)


def strangers(page):
    port = page.address.rsplit(":", 1)[1]
    check("a website cannot press", page.use("clock/A day on", origin="https://example.org") == 403)
    check("a website that is resolved to this machine cannot read",
          ask(f"{page.address}/panels", host=f"example.org:{port}")[0] == 403)
    check("the page itself can", page.use("clock/A day on", origin=page.address) == 200)
    check("a website cannot send commands", ask(f"{page.address}/shelf/fresh", b"", origin="https://example.org")[0] == 403)


main()
