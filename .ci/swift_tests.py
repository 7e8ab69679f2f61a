"""Reads the tests of Swift files without compiling them: titles, suites, and whether a test runs and expects anything."""

import re

TYPE = re.compile(r"\b(?:struct|class|actor|enum|extension)\s+([\w.]+)[^{};]*\{")
TEST = re.compile(r"@(Test|Suite)\b")
FUNCTION = re.compile(r"\bfunc\s+(`?\w+`?)|\binit\b\s*(?=[<(])")
EXPECTATION = re.compile(r"#expect\b|#require\b|\bIssue\.record\b|\bconfirmation\s*\(|\bthrow\b")
CALL = re.compile(r"(\w+)\s*[({]")
BEGINNING = re.compile(r'//|/\*|#*"')
BRACKET = re.compile(r"[][(){}]")
OFF = re.compile(r"\.disabled\s*\(|\.enabled\s*\(\s*if:\s*false\b")


def masked(text):
    """The same length, with blanks for comments, texts and what `#if false` leaves out."""
    out, index, end = list(text), 0, len(text)

    def blank(start, stop):
        for place in range(start, min(stop, end)):
            if out[place] != "\n":
                out[place] = " "

    def literal(start):
        """The end of the text that begins at `start`, with the texts in its interpolations."""
        hashes = 0
        while text[start + hashes] == "#":
            hashes += 1
        place = start + hashes
        quote = '"""' if text.startswith('"""', place) else '"'
        place += len(quote)
        while place < end:
            if text.startswith("\\" + "#" * hashes + "(", place):
                place, depth = place + 2 + hashes, 1
                while place < end and depth:
                    if text[place] == '"':
                        place = literal(place)
                        continue
                    depth += {"(": 1, ")": -1}.get(text[place], 0)
                    place += 1
            elif text.startswith("\\" + "#" * hashes, place):
                place += 2 + hashes
            elif text.startswith(quote + "#" * hashes, place):
                return place + len(quote) + hashes
            elif quote == '"' and text[place] == "\n":
                return place
            else:
                place += 1
        return end

    while begun := BEGINNING.search(text, index):
        index = begun.start()
        if text.startswith("//", index):
            stop = text.find("\n", index)
            stop = end if stop < 0 else stop
        elif text.startswith("/*", index):
            stop, depth = index + 2, 1
            while stop < end and depth:
                step = {"/*": 1, "*/": -1}.get(text[stop:stop + 2], 0)
                depth, stop = depth + step, stop + (2 if step else 1)
        else:
            stop = literal(index)
        blank(index, stop)
        index = stop
    found = "".join(out)
    for part in re.finditer(r"^[ \t]*#if false\b.*?^[ \t]*#(?:else|elseif|endif)\b", found, re.MULTILINE | re.DOTALL):
        blank(part.start(), part.end())
    return "".join(out)


def closing(code, start):
    """The place behind the bracket that closes the one at `start`."""
    depth = 0
    for found in BRACKET.finditer(code, start):
        depth += 1 if found[0] in "([{" else -1
        if depth == 0:
            return found.end()
    return len(code)


def body(code, start):
    """The braces of the function whose parameters begin behind `start`; empty for a requirement of a protocol."""
    parameters = code.find("(", start)
    if parameters < 0:
        return ""
    place = closing(code, parameters)
    brace = re.compile(r"[^{};@#]*?\{", re.DOTALL).match(code, place)
    return code[brace.end() - 1:closing(code, brace.end() - 1)] if brace else ""


class Test:
    def __init__(self, title, function, suites, path, runs, code):
        self.title, self.function, self.suites, self.path, self.runs, self.code = title, function, suites, path, runs, code


def read(paths):
    """The tests of the files, and the titles of their suites with the types that have them."""
    tests, suites, helpers = [], [], {}
    for path in paths:
        text = path.read_text(encoding="utf-8")
        code = masked(text)
        types, off = [], []
        for found in TYPE.finditer(code):
            types.append((found[1].split(".")[-1], found.start(), closing(code, found.end() - 1)))
        for found in FUNCTION.finditer(code):
            name = (found[1] or "").strip("`")
            if not name:
                around = [each for each in types if each[1] < found.start() < each[2]]
                name = around[-1][0] if around else ""
            helpers[name] = helpers.get(name, "") + body(code, found.end())
        marks = []
        for found in TEST.finditer(code):
            behind = re.compile(r"\s*\(").match(code, found.end())
            stop = closing(code, behind.end() - 1) if behind else found.end()
            quote = re.match(r'\s*\(\s*"((?:[^"\\]|\\.)*)"', text[found.end():stop])
            title = re.sub(r"\\(.)", r"\1", quote[1]) if quote else None
            marks.append((found[1], title, found.start(), stop, bool(OFF.search(code[found.start():stop]))))
        for kind, title, start, stop, is_off in marks:
            if kind == "Suite" and (declared := TYPE.search(code, stop)):
                name = declared[1].split(".")[-1]
                if title:
                    suites.append((title, name))
                if is_off:
                    off.append((declared.start(), closing(code, declared.end() - 1)))
        for kind, title, start, stop, is_off in marks:
            declared = re.compile(r"\bfunc\s+(`[^`]+`|\w+)").search(code, stop) if kind == "Test" else None
            if declared is None:
                continue
            around = [name for name, begin, close in types if begin < start < close]
            runs = not is_off and not any(begin < start < close for begin, close in off)
            tests.append(
                Test(title, declared[1].strip("`"), around, path, runs, body(code, declared.end()) + code[start:stop]))
    settle(tests, helpers)
    return tests, suites


def settle(tests, helpers):
    """Notes which tests expect something, themselves or in a function that they call."""
    words = {name: set(CALL.findall(code)) for name, code in helpers.items()}
    expecting = {name for name, code in helpers.items() if EXPECTATION.search(code)}
    while True:
        more = {name for name in words if name not in expecting and words[name] & expecting}
        if not more:
            break
        expecting |= more
    for test in tests:
        test.expects = bool(EXPECTATION.search(test.code) or set(CALL.findall(test.code)) & expecting)
