"""What a batch of comparisons came to."""
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Failure:
    """A command line on files that gave a difference; `parts` are the files, and "words", that may be made smaller."""

    files: dict
    words: list
    parts: list
    found: str = ""


@dataclass
class Tally:
    """Figures of one kind of comparison; `errors` counts those that both sides refuse in the same words."""

    kind: str
    total: int = 0
    errors: int = 0
    crashes: int = 0
    failures: list = field(default_factory=list)
    succeeded: Counter = field(default_factory=Counter)

    def add(self, other):
        self.total += other.total
        self.errors += other.errors
        self.crashes += other.crashes
        self.succeeded.update(other.succeeded)
        self.failures += other.failures
