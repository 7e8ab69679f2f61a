"""Reads which names Swift files declare and use, without compiling them."""

import re

from swift_tests import closing, masked

TYPE = re.compile(r"(?<![\w.`])(struct|class|actor|enum|protocol|extension)\s+([A-Z][\w.]*)[^{};]*\{")
ALIAS = re.compile(r"(?<![\w.])(?:typealias|associatedtype)\s+(\w+)")
MEMBER = re.compile(r"^ *((?:@\w+(?:\([^)]*\))?\s+|[a-z]+(?:\(set\))?\s+)*)(?:func|var|let|case)\s+`?(\w+)", re.MULTILINE)
LOCAL = re.compile(r"\b(?:private|fileprivate)\s+(?:[a-z]+\s+)*?(?:struct|class|actor|enum|protocol|typealias)\s+(\w+)")
GENERIC = re.compile(r"\b(?:func|init|struct|class|actor|enum|typealias|subscript)\b[^<({\n]*<([^(){}]*?)>\s*[({:=w]")
USE = re.compile(r"(?<![\w.])[A-Z]\w*(?:\.[A-Z]\w*)*")
# Members of the standard library: a use says nothing about one of that name here.
SYSTEM = {"joined", "reserveCapacity", "sorted", "description"}
USED_MEMBER = re.compile(r"\.\s*(\w+)")


class File:
    """One file: `types` are the whole names of those it declares, `added` the members of its extensions with their types."""

    def __init__(self, path):
        self.path = path
        self.code = masked(path.read_text(encoding="utf-8"))
        self.scopes, self.types, self.added, self.members = [], set(), set(), set()
        for found in TYPE.finditer(self.code):
            name = ".".join(filter(None, [self._around(found.start()), found[2]]))
            self.scopes.append((found.end() - 1, closing(self.code, found.end() - 1), name, found[1] == "extension"))
            if found[1] != "extension":
                self.types.add(name)
        for found in ALIAS.finditer(self.code):
            self.types.add(".".join(filter(None, [self._around(found.start()), found[1]])))
        for found in MEMBER.finditer(self.code):
            self.members.add(found[2])
            inside = [scope for scope in self.scopes if scope[0] < found.start() < scope[1]]
            if inside and inside[-1][3] and "private" not in found[1] and self._is_direct(inside[-1][0], found.start()):
                self.added.add((inside[-1][2], found[2]))
        self.local = set(LOCAL.findall(self.code))
        for found in GENERIC.finditer(self.code):
            self.local |= {part.split(":")[0].split()[-1] for part in found[1].split(",") if part.split(":")[0].split()}
        self.used_members = set(USED_MEMBER.findall(self.code))

    def _around(self, place):
        """The whole name of the innermost type around a place."""
        inside = [scope[2] for scope in self.scopes if scope[0] < place < scope[1]]
        return inside[-1] if inside else ""

    def _is_direct(self, opening, place):
        between = self.code[opening + 1:place]
        return between.count("{") == between.count("}")

    def uses(self, types, module):
        """Those of `types` that the file names, each looked up from the innermost scope outwards."""
        found = set()
        for use in USE.finditer(self.code):
            parts = use[0].removeprefix(f"{module}.").split(".")
            if parts[0] in self.local:
                continue
            around = self._around(use.start()).split(".")
            outer = (".".join([*around[:depth], parts[0]]).lstrip(".") for depth in range(len(around), -1, -1))
            name = next((name for name in outer if name in types), None)
            if name is None:
                continue
            found.add(name)
            for part in parts[1:]:
                name = f"{name}.{part}"
                if name in types:
                    found.add(name)
        return found


def arrows(module, folder_of, files):
    """The arrows between folders: (from, to) → {name: files that use it}.

    A member counts where a folder adds it to a type of another one and no other folder declares a member of that name.
    """
    types, places = {}, {}
    for file in files:
        for name in file.types:
            types.setdefault(name, set()).add(folder_of(file))
        for name in file.members:
            places.setdefault(name, set()).add(folder_of(file))
    found = {}

    def note(file, target, name):
        found.setdefault((folder_of(file), target), {}).setdefault(name, set()).add(file.path)

    for file in files:
        for name in file.uses(types, module):
            if folder_of(file) not in types[name]:
                for target in types[name]:
                    note(file, target, name)
    added = {}
    for file in files:
        for owner, name in file.added:
            if folder_of(file) not in types.get(owner, set()) and len(places[name]) == 1 and name not in SYSTEM:
                added[name] = (owner, folder_of(file))
    for file in files:
        for name in file.used_members & added.keys():
            owner, target = added[name]
            if target != folder_of(file):
                note(file, target, f"{owner}.{name}")
    return found
