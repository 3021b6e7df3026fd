"""What is not compared, each under the name it has in `docs/compatibility.md`; `tests/compatibility.rs` counts both.

The reasons are only these: Go's order of maps, random data and the clock, and where Helm crashes, hangs or asks the
network.
"""
import re


def _sorted_lines(start):
    """Sorts the lines that begin so and stand together."""
    pattern = re.compile(rb"(?:^" + start + rb"[^\n]*\n)+", re.M)
    return lambda text: pattern.sub(lambda m: b"".join(sorted(m.group(0).splitlines(True))), text)


def _sorted_properties(text):
    return re.sub(
        rb"additional properties ('[^\n]*') not allowed",
        lambda m: b"additional properties " + b", ".join(sorted(m.group(1).split(b", "))) + b" not allowed", text,
    )


def _sorted_findings(text):
    """Sorts the findings of a schema, of which `lint` has the first one behind the name of a file."""
    return re.sub(
        rb"^(\[ERROR\] \S*: |)((?:- [^\n]*\n)+)",
        lambda m: m.group(1) + b"".join(sorted(m.group(2).splitlines(True))), text, flags=re.M,
    )


# What is taken out of both texts before they are compared.
TEXTS = {
    "schema-findings": _sorted_findings,
    "property-names": _sorted_properties,
    "merge-warnings": _sorted_lines(rb'(?:level=INFO msg=)?"?(?:[a-z]+\.go:\d+: )?(?:warning: |Conflict: |key )'),
    "addresses": lambda text: re.sub(rb"\b0x[0-9a-f]{10,12}\b", b"0xADDRESS", text),
}

# How Helm ends where it crashes, as its standard error says; there, Pintle has to report an error.
CRASHES = {
    "endless-recursion": rb"goroutine stack exceeds|fatal error: stack overflow",
    "out-of-memory": rb"out of memory|cannot allocate memory",
    "import-paths": rb"interface conversion: interface \{\} is [^\n]*, not string\n[\s\S]*processImportValues",
    "next-format": rb"index out of range[\s\S]*v3Accessor",
}
# It does not end.
HANGS = "endless-loops"

# Helm loads the charts below `charts/` in the order of a map, which shows in lists of them, in what is logged of each,
# in the order of their definitions of resources, and in which fault comes first.
SUBCHARTS = "order-of-subcharts"

# What the flag --debug adds: standard error has Go's stack and clock, and what was rendered of a failed chart comes in
# the order of a map.
DEBUG = "debug-output"

# Kinds of input that are not generated, or only inside a property that holds for every result.
NOT_GENERATED = {
    "order-of-keys": "`keys` and `values` give a map's entries in random order",
    "random-functions": "`randAlpha`, `uuidv4`, `genCA`, `bcrypt`, …",
    "clock": "`now`, `ago`, dates of now, and the zone database of the machine",
    "network": "`getHostByName` with --enable-dns, and schemas with references to URLs",
}


def normal(text):
    """Text without what Helm itself prints differently from run to run."""
    for take_out in TEXTS.values():
        text = take_out(text)
    return text


def crash(outcome):
    """The name of the crash or hang that Helm's outcome is, or None."""
    if outcome.code == "timeout":
        return HANGS
    if outcome.code == 2 or outcome.code < 0:
        return next((name for name, words in CRASHES.items() if re.search(words, outcome.err)), None)
    return None


def same_in_another_order(want, got):
    """Whether two outcomes have the same lines and names, all counted."""
    parts = [[outcome.code, *sorted(re.split(rb"[\n,]", normal(outcome.out) + b"\n" + normal(outcome.err)))] for outcome in (want, got)]
    return parts[0] == parts[1]
