"""Runs the Python examples of pages of documentation.

page.py URI PAGE...

Each block of Python runs by itself, in the order of the pages, against the server at URI instead of the page's. What stands
behind "# " after a print, line by line, must be what the block prints. Prints one JSON line a block:
{"case": name, "error": text or null}.
"""

import contextlib
import io
import json
import pathlib
import re
import sys
import traceback

ADDRESS = "localhost:31337"


def run(source, uri):
    assert ADDRESS in source, f"the example does not connect to {ADDRESS}"
    expected = re.findall(r"^ *print\(.*\)  # (.*)$", source, re.MULTILINE)
    assert expected, "the example says nothing of what it prints"
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(source.replace(ADDRESS, uri.removeprefix("grpc://")), "example", "exec"), {"__name__": "__main__"})
    assert printed.getvalue().splitlines() == expected, f"{printed.getvalue()!r} is not {expected}"


def main():
    uri, *pages = sys.argv[1:]
    failed = False
    for page in map(pathlib.Path, pages):
        blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
        for number, source in enumerate(blocks, 1):
            error = None
            try:
                run(source, uri)
            except Exception:
                error = traceback.format_exc()
                failed = True
            print(json.dumps({"case": f"{page.name} {number}", "error": error}), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
