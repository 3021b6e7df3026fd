"""Batches of templates: calls of functions, and templates by the grammar."""
import json

import packing
import signatures
from expressions import Expressions, function_case, pool
from report import Failure, Tally
from templates import Templates

DIRECTLY = 0.005  # the part of the templates that is also rendered alone, by command line


def compare_templates(rng, pair, kind, cases, values):
    """Compares (name, template) pairs that share their values: the verdicts, then the texts of those that did not fail."""
    tally = Tally(kind, len(cases))
    texts = [template for _, template in cases]
    differ, failed, crashed = packing.lint_all(pair, texts, values)
    tally.errors, tally.crashes = len(failed), len(crashed)
    untold = [number for number, text in enumerate(texts) if packing.ONLY_IN_TEMPLATE.search(text)]
    packed = [number for number in range(len(texts)) if number not in {*differ, *failed, *crashed, *untold}]
    tally.succeeded.update(cases[number][0] for number in packed)
    sample = [number for number in range(len(texts)) if rng.random() < DIRECTLY]
    for number in sorted({*differ, *untold, *sample} - {*crashed}):
        partials = (True, False) if number in differ else (number not in failed, )
        if alone(pair, texts[number], values, partials, tally) and number in untold:
            tally.succeeded[cases[number][0]] += 1
    for text in packing.render_all(pair, [texts[number] for number in packed], values):
        before = len(tally.failures)
        alone(pair, text, values, (True, ), tally)
        if len(tally.failures) == before:
            tally.failures.append(Failure({"packed.tpl": text, "values.yaml": values}, ["(only among others)"], []))
    return tally


def alone(pair, text, values, partials, tally):
    """Compares one template by command line, in each form; whether Helm rendered it."""
    for partial in partials:
        files, words = packing.template_files(text, values, partial)
        found, want = packing.compare(pair, files, words)
        if found:
            parts = ["c/templates/_x.tpl" if partial else "c/templates/t.yaml", "c/values.yaml"]
            tally.failures.append(Failure(files, words, parts, found))
            return False
    return want.code == 0


def functions(rng, pair, size, names=None):
    """Calls of every function in turn, or of those with the given names."""
    values = pool(rng)
    expressions = Expressions(rng, json.loads(values), pair.major, wrong=0.01)
    names = names or sorted({row[0] for row in expressions.rows} | set(signatures.PROPERTIES))
    often = lambda name: 2 if name in signatures.SLOW else 6 if name in signatures.OFTEN_REFUSED else 3
    drawn = [name for name in names for _ in range(often(name))]
    return compare_templates(
        rng, pair, "function calls", [function_case(rng, expressions, drawn) for _ in range(size)], values
    )


def grammar(rng, pair, size):
    """Templates of every kind of node."""
    values = pool(rng)
    templates = Templates(rng, Expressions(rng, json.loads(values), pair.major, wrong=0.003))
    return compare_templates(rng, pair, "templates", [(None, templates.template()) for _ in range(size)], values)
