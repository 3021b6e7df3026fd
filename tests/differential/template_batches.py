"""Batches of templates: calls of functions, and templates by the grammar."""
import json

import packing
import signatures
from expressions import Expressions, function_case, pool
from report import Failure, Tally
from templates import Templates

DIRECTLY = 0.005  # the part of the templates that is also rendered alone, by command line


def compare_templates(rng, pair, kind, cases, values):
    """Compares (name, template) pairs that share their values."""
    tally = Tally(kind, len(cases))
    texts = [template for _, template in cases]
    differ, failed, crashed = packing.lint_all(pair, texts, values)
    tally.errors, tally.crashes = len(failed), len(crashed)
    alone = [number for number, text in enumerate(texts) if number not in crashed and (packing.ONLY_IN_TEMPLATE.search(text) or rng.random() < DIRECTLY)]
    packed = [number for number in range(len(texts)) if number not in {*differ, *failed, *crashed} and not packing.ONLY_IN_TEMPLATE.search(texts[number])]
    failures = {texts[number] for number in failed}
    suspects = {texts[number] for number in differ + alone} | set(packing.render_all(pair, [texts[number] for number in packed], values))
    for text in sorted(suspects):
        failing = text in failures
        forms = [packing.template_files(text, values, partial=not failing)]
        found = [form for form in forms if packing.compare(pair, *form)[0]]
        if found:
            files, words = found[0]
            tally.failures.append(Failure(files, words, [path for path in ("c/templates/_x.tpl", "c/templates/t.yaml", "c/values.yaml") if path in files][:: 2 if "c/templates/_x.tpl" in files else 1]))
        elif text not in {texts[number] for number in alone}:
            tally.failures.append(Failure({"packed.tpl": text, "values.yaml": values}, ["(only among others)"], []))
    tally.succeeded.update(cases[number][0] for number in packed if cases[number][0])
    return tally


def functions(rng, pair, size):
    """Calls of every function in turn."""
    values = pool(rng)
    expressions = Expressions(rng, json.loads(values), pair.major, wrong=0.01)
    names = sorted({row[0] for row in expressions.rows} | set(signatures.PROPERTIES))
    rare = signatures.SLOW
    drawn = [name for name in names for _ in range(2 if name in rare else 3)]
    return compare_templates(rng, pair, "function calls", [function_case(rng, expressions, drawn) for _ in range(size)], values)


def grammar(rng, pair, size):
    """Templates of every kind of node."""
    values = pool(rng)
    templates = Templates(rng, Expressions(rng, json.loads(values), pair.major, wrong=0.003))
    return compare_templates(rng, pair, "templates", [(None, templates.template()) for _ in range(size)], values)
