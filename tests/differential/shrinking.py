"""Making a failing command line small: fewer files, fewer words, fewer lines, fewer letters, as long as it still fails."""
import re

TOKEN = re.compile(r"\{\{-?|-?\}\}|\w+|\s+|.", re.S)


class Budget:
    """Counts the tries; each asks Helm."""

    def __init__(self, fails, tries):
        self.fails, self.tries = fails, tries

    def still_fails(self, files, words):
        if self.tries <= 0:
            return False
        self.tries -= 1
        return self.fails(files, words)


def fewest(parts, fails):
    """A smaller list of parts that still fails: halves, quarters and so on are left out as long as one can be."""
    size = max(1, len(parts) // 2)
    while parts:
        at, left_out = 0, False
        while at < len(parts):
            fewer = parts[:at] + parts[at + size:]
            if fails(fewer):
                parts, left_out = fewer, True
            else:
                at += size
        if size == 1 and not left_out:
            break
        size = max(1, size // 2)
    return parts


def shrink(failure, fails, tries=400):
    """Makes a failure small in its `parts`; `fails(files, words)` says whether there still is a difference."""
    budget = Budget(fails, tries)
    files, words, parts = failure.files, failure.words, failure.parts
    if "words" in parts:
        names = fewest(parts[:-1], lambda names: budget.still_fails({name: files[name] for name in names}, words))
        files, parts = {name: files[name] for name in names}, [*names, "words"]
        tail = fewest(words[3:], lambda tail: budget.still_fails(files, words[:3] + tail))
        words = words[:3] + tail
    for split in (
        lambda text: text.splitlines(True), lambda text: re.findall(r"\([^()]*\)|[^()]+|.", text, re.S), TOKEN.findall
    ):
        for name in files:
            text = files[name]
            if name in parts and isinstance(text, str):
                files = {
                    **files, name: "".join(
                        fewest(split(text), lambda pieces: budget.still_fails({**files, name: "".join(pieces)}, words))
                    )
                }
    return files, words
