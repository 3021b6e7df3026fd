"""Running the real Helm and Pintle alike, and comparing what they print.

Helm runs under a limit of memory and is ended with SIGKILL: in some endless loops it ignores SIGTERM and grows.
"""
import os
import resource
import subprocess
import tempfile
from dataclasses import dataclass

from deviations import crash, normal

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VERSION = {"4": "4.3.1", "3": "3.17.3"}
COMPAT = {"4": [], "3": ["--compat", "helm3"]}
MEMORY = 8 << 30  # bytes of address space; Helm reserves about 2 GiB
SECONDS = 60


@dataclass(frozen=True)
class Outcome:
    """What a command did: `code` is its exit code, negative if a signal ended it, or "timeout"."""

    code: object
    out: bytes
    err: bytes

    @property
    def ended(self):
        """Whether the program gave up: a panic that nothing caught, a stack or a memory without end, a time-out."""
        return self.code == "timeout" or self.code < 0 or (self.code == 2 and b"goroutine " in self.err)


def run(words, cwd=ROOT, seconds=SECONDS, home=tempfile.gettempdir() + "/pintle-compare-home"):
    """Runs a command with nothing of the caller's environment but the path."""
    env = {"PATH": os.environ["PATH"], "TZ": "UTC", "HOME": home, "LC_ALL": "C.UTF-8"}
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe) as process:
        try:
            resource.prlimit(process.pid, resource.RLIMIT_AS, (MEMORY, MEMORY))
        except ProcessLookupError:
            pass  # it has ended already
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return Outcome("timeout", b"", b"")
    return Outcome(process.returncode, out, err)


def excerpt(wanted, given):
    """Where two texts part, and what each has there."""
    at = next((i for i, (a, b) in enumerate(zip(wanted, given)) if a != b), min(len(wanted), len(given)))
    start = max(0, at - 60)
    return f"from byte {at}:\n    Helm   {wanted[start:at + 160]!r}\n    Pintle {given[start:at + 160]!r}"


def difference(want, got, debug=False):
    """How two outcomes differ, as lines of text; empty if they do not. `debug` is the flag of Helm."""
    parts = []
    if crash(want) and not got.ended:
        return ""
    if got.code != want.code:
        parts.append(f"  exit code: Helm {want.code}, Pintle {got.code}")
    for stream, wanted, given in (("stdout", want.out, got.out), ("stderr", want.err, got.err)):
        if debug and (stream == "stderr" or want.code):
            continue
        wanted, given = normal(wanted), normal(given)
        if wanted != given:
            parts.append(f"  {stream} {excerpt(wanted, given)}")
    return "\n".join(parts)


class Pair:
    """The programs that are compared: one major of Helm, and Pintle as that major."""

    def __init__(self, major, helm, pintle):
        self.major, self.version = major, VERSION[major]
        self.helm, self.pintle = f"{helm}/helm{major}", pintle

    def ask_helm(self, words, cwd, seconds=SECONDS):
        return run([self.helm, *words], cwd, seconds)

    def ask_pintle(self, words, cwd, seconds=SECONDS):
        return run([self.pintle, *words, *COMPAT[self.major]], cwd, seconds)
