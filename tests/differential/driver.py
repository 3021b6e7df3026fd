"""Compare generated input on Pintle and the real Helm; any difference fails.

usage: scripts/differential [--quick | --full] [--major 4|3] [--only KIND] [--seed SEED] [--batch N] [--minutes M]
                            [--bin BIN] [--helm DIR] [--jobs N] [--keep DIR]

Kinds: functions, templates, yaml, sets, charts. Every batch has its own seed, made of SEED, the kind and its number, so
`--seed SEED --only KIND --batch N` does one batch again. A difference is made small and written under DIR
(target/differential) as a test: rows for tests/observed/observed.tsv, or a folder for tests/cases/.

--full    the numbers that docs/compatibility.md names; with --minutes as much of it as goes into M minutes
--quick   as much as goes into four minutes, or M, for both majors
"""
import argparse
import os
import random
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed

import charts
import coverage
import packing
import recording
import set_strings
import template_batches
import yaml_documents
from oracle import ROOT, Pair
from report import Tally
from shrinking import shrink

# Kind: what makes and compares a batch, its size, and how many a full run compares with Helm 4; with Helm 3 a tenth.
KINDS = {
    "functions": (template_batches.functions, 1000, 90_000), "templates": (template_batches.grammar, 600, 30_000),
    "yaml": (yaml_documents.batch, 500, 20_000), "sets": (set_strings.batch, 25, 5_000),
    "charts": (charts.batch, 20, 2_000),
}
SHOWN = 10
MORE = 5  # batches of rarely called functions, at most


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--quick", action="store_true")
    length.add_argument("--full", action="store_true")
    parser.add_argument("--major", choices=["4", "3"], action="append")
    parser.add_argument("--only", choices=list(KINDS), action="append")
    parser.add_argument("--seed", default=str(random.SystemRandom().randrange(10**9)))
    parser.add_argument("--batch", type=int)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--bin", default=f"{ROOT}/target/release/pintle")
    parser.add_argument("--helm", default=f"{ROOT}/target/helm")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", default=f"{ROOT}/target/differential")
    options = parser.parse_args()
    options.bin, options.helm = os.path.abspath(options.bin), os.path.abspath(options.helm)
    for program in [options.bin, f"{options.helm}/helm4", f"{options.helm}/helm3"]:
        if not os.access(program, os.X_OK):
            sys.exit(f"scripts/differential: {program} is missing")
    return options


def batches(options, major):
    """(kind, number) of every batch, the kinds side by side in proportion to their numbers."""
    planned = []
    for kind in options.only or KINDS:
        _, size, total = KINDS[kind]
        count = -(-(total if major == "4" else total // 10) // size)
        numbers = [options.batch] if options.batch is not None else range(count)
        planned += [((number + 1) / count, kind, number) for number in numbers]
    return [(kind, number) for _, kind, number in sorted(planned)]


def kind_of(found):
    """What differs, without where: the small case should have the same."""
    return re.findall(r"^  (exit code: .*|stdout|stderr)", found, re.M)


def keep(options, pair, name, failure):
    """Makes a failure small and writes it as a test; what it was, as text."""
    found = packing.compare(pair, failure.files,
                            failure.words)[0] if failure.parts else "  only among others of its batch"
    if not found:
        return f"{name}: the difference does not come again alone\n  {failure.words}\n{failure.found}"
    if failure.parts:
        files, words = shrink(
            failure, lambda files, words: kind_of(packing.compare(pair, files, words)[0]) == kind_of(found)
        )
        found, _ = packing.compare(pair, files, words)
        where = recording.test_files(options, name, files, words)
    else:
        files, words, where = failure.files, failure.words, recording.loose_files(options.keep, name, failure.files)
    texts = "".join(
        f"\n  {path}: {text!r:.600}" for path, text in files.items()
        if not path.endswith("Chart.yaml") or len(files) > 4
    )
    return f"{name}: {' '.join(words)}{texts}\n{found}\n  written to {where}"


def run_batch(options, pair, kind, number, *names):
    maker, size, _ = KINDS[kind]
    name = f"{kind}-{options.seed}-{number}"
    tally = maker(random.Random(f"{options.seed}:{kind}:{number}:{pair.major}"), pair, size, *names)
    texts = [keep(options, pair, f"{name}-{at}", failure) for at, failure in enumerate(tally.failures[:SHOWN])]
    return kind, tally, texts


def compare_major(options, major, seconds):
    """Runs the batches of a major for as long as there is time; the tallies by kind."""
    pair, tallies, end = Pair(major, options.helm, options.bin), {}, time.monotonic() + seconds
    todo = batches(options, major)
    with ThreadPoolExecutor(options.jobs) as pool:
        running = {pool.submit(run_batch, options, pair, *batch) for batch in todo[:options.jobs]}
        todo = todo[options.jobs:]
        while running:
            done = next(as_completed(running))
            running.remove(done)
            kind, tally, texts = done.result()
            tallies.setdefault(kind, Tally(tally.kind)).add(tally)
            for text in texts:
                print(f"--- Helm {pair.version} {text}", flush=True)
            if todo and time.monotonic() < end:
                running.add(pool.submit(run_batch, options, pair, *todo.pop(0)))
    return tallies


def call_more(options, major, tally):
    """Calls the functions that chance has left behind, in batches of their own."""
    pair, enough = Pair(major, options.helm, options.bin), coverage.ENOUGH[major]
    for number in range(MORE):
        names = coverage.rarely_called(major, tally, enough)
        if not names:
            return
        _, more, texts = run_batch(options, pair, "functions", f"more-{number}", names)
        tally.add(more)
        for text in texts:
            print(f"--- Helm {pair.version} {text}", flush=True)


def too_many_errors(tallies):
    """Whether more than a fifth of the expressions end in an error on both sides, which tells little."""
    expressions = [tallies[kind] for kind in ("functions", "templates") if kind in tallies]
    errors, total = sum(tally.errors for tally in expressions), sum(tally.total for tally in expressions)
    print(f"{errors} of {total} expressions refused by both")
    return errors * 5 > total


def main():
    options = arguments()
    print(f"seed {options.seed}", flush=True)
    majors = options.major or ["4", "3"]
    endless = options.full or options.batch is not None
    minutes = options.minutes or (float("inf") if endless else 4)
    seconds = minutes * 60 / len(majors)
    failed = False
    for major in majors:
        tallies = compare_major(options, major, seconds)
        if options.full and options.batch is None and "functions" in tallies:
            call_more(options, major, tallies["functions"])
        for tally in tallies.values():
            print(
                f"Helm {Pair(major, '', '').version}, {tally.kind}: {tally.total} compared, {tally.errors} refused by both, {tally.crashes} where Helm crashes, {len(tally.failures)} different",
                flush=True
            )
            failed |= bool(tally.failures)
        if options.full and "functions" in tallies:
            failed |= coverage.report(major, tallies["functions"], coverage.ENOUGH[major])
            failed |= too_many_errors(tallies)
    sys.exit(1 if failed else 0)
