"""Whether the generated calls reach every function of Pintle's table."""
import glob
import re

import signatures
from oracle import ROOT

ENOUGH = {"4": 200, "3": 20}  # successful calls of each function in a full run, by major


def table():
    """The names in the tables of `src/funcs`, and those of the language itself."""
    names = {"and", "or"}
    for path in glob.glob(f"{ROOT}/src/funcs/**/*.rs", recursive=True):
        text = open(path, encoding="utf8").read()
        for part in re.findall(r"FUNCTIONS[^=]*= funcs! \{(.*?)\n?\};", text, re.S):
            names |= set(re.findall(r'"(\w+)" =>', part))
    return names


def wanted(major):
    return table() - signatures.LEFT_OUT - (signatures.ONLY_IN_HELM_4 if major == "3" else set())


def rarely_called(major, tally, enough):
    """The functions with fewer than `enough` successful calls."""
    return sorted(name for name in wanted(major) if tally.succeeded[name] < enough)


def report(major, tally, enough):
    """Prints the functions that were not called often enough; whether there are any."""
    known = {name for name, _, _ in signatures.signatures()} | set(signatures.PROPERTIES) | signatures.LEFT_OUT
    rarely = [(tally.succeeded[name], name) for name in rarely_called(major, tally, enough)]
    unknown = sorted(table() - known)
    lowest = min(tally.succeeded[name] for name in wanted(major))
    print(f"{len(wanted(major))} functions, each called with success at least {lowest} times")
    for text, names in (("in the table, but not generated", unknown), ("called too rarely", rarely)):
        if names:
            print(f"{text}: {names}")
    return bool(rarely or unknown)
