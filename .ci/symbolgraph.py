"""The public symbols of the modules, as the compiler sees them. Used by .ci/api and .ci/doc-coverage."""

import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The module of C that the core is built on; it is none of the built Swift modules.
C_MODULE = str(ROOT / "Sources/CCurl/include")
SERVICES = {"HubClient": "HubTesting", "ShelfClient": "ShelfTesting", "TallyKit": "TallyTesting", "VaultClient": "VaultTesting"}
MODULES = ["MediaCore", *SERVICES, "MediaTesting", *SERVICES.values()]


def built_modules(arguments):
    """The folder of the built modules: the one after --modules, else that of the package's debug build."""
    if "--modules" in arguments:
        return arguments[arguments.index("--modules") + 1]
    shown = subprocess.run(["swift", "build", "--show-bin-path"], cwd=ROOT, capture_output=True, text=True, check=True)
    return f"{shown.stdout.strip()}/Modules"


def target():
    shown = subprocess.run(["swiftc", "-print-target-info"], capture_output=True, text=True, check=True)
    return json.loads(shown.stdout)["target"]["unversionedTriple"]


def extract(module, modules, folder):
    """Writes the graphs of a module into the folder, without building anything."""
    command = ["swift", "symbolgraph-extract", "-module-name", module, "-I", modules, "-I", C_MODULE, "-target", target()]
    command += ["-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f"{' '.join(command)}\n{ran.stderr}FAILED: no graph of {module}; build first")


def graph(module, modules):
    """The symbols of a module, those it adds to other modules included, and the relationships between them."""
    symbols, relationships = [], []
    with tempfile.TemporaryDirectory() as folder:
        extract(module, modules, folder)
        for path in sorted(pathlib.Path(folder).glob("*.json")):
            content = json.loads(path.read_text(encoding="utf-8"))
            symbols += content["symbols"]
            relationships += content["relationships"]
    return symbols, relationships


def declaration(symbol):
    return " ".join("".join(part["spelling"] for part in symbol["declarationFragments"]).split())


def file_of(symbol):
    """The file, from the root of the package, and the line; nil for a symbol that stands nowhere."""
    location = symbol.get("location")
    if not location:
        return None
    path = location["uri"].removeprefix("file://")
    start = path.find("/Sources/")
    return (path[start + 1 :] if start >= 0 else path), location["position"]["line"] + 1
