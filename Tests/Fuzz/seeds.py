"""seeds.py PARSER FOLDER: writes the parser's first inputs into the folder, one file each.

They are the lines of Seeds/PARSER, with escapes such as \\n undone except in JSON, and for a service's models the bodies of its
recorded answers.
"""
import hashlib
import json
import pathlib
import sys

here = pathlib.Path(__file__).parent
parser, folder = sys.argv[1], pathlib.Path(sys.argv[2])
JSON_PARSERS = {"json", "lenient", "export", "sign-in", "hub", "shelf", "tally", "vault"}


def records(value):
    """The objects in a body, each of which a model could be read from."""
    if isinstance(value, dict):
        yield value
        for member in value.values():
            yield from records(member)
    elif isinstance(value, list):
        for element in value[:2]:
            yield from records(element)


seeds = []
source = here / "Seeds" / parser
for line in source.read_bytes().splitlines() if source.exists() else []:
    if parser not in JSON_PARSERS:
        line = line.replace(b"\\r", b"\r").replace(b"\\n", b"\n")
        while (at := line.find(b"\\x")) >= 0:
            line = line[:at] + bytes([int(line[at + 2 : at + 4], 16)]) + line[at + 4 :]
    seeds.append(line)
for path in sorted((here.parent / "Fixtures/recordings" / parser).glob("**/*.json")):
    recording = json.loads(path.read_text())
    for record in records((recording.get("response") or {}).get("body")):
        seeds.append(json.dumps(record, ensure_ascii=False).encode())
for seed in seeds:
    if len(seed) <= 8192:
        (folder / hashlib.sha1(seed).hexdigest()[:16]).write_bytes(seed)
