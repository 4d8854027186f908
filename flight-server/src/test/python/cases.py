"""Cases of a script, run in their order; each prints one JSON line: {"case": name, "error": text or null}."""

import json
import traceback

CASES = []


def case(function):
    CASES.append(function)
    return function


def run(*arguments):
    """Calls every case with the arguments; 1 when one failed, else 0."""
    failed = False
    for function in CASES:
        error = None
        try:
            function(*arguments)
        except Exception:
            error = traceback.format_exc()
            failed = True
        print(json.dumps({"case": function.__name__, "error": error}), flush=True)
    return 1 if failed else 0
