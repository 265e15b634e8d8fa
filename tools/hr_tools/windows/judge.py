"""What the checks have in common: comparing, and what the sandbox received."""

from .stage import sha256

NAMES = ("EXEMPLE", "Hélène")
ACCENTS = "compte rendu forêt n°1 ☃.txt"


def only(*bits):
    def mark(test):
        test.bits = bits
        return test
    return mark


def same(seen, wanted):
    assert seen == wanted, f"{seen!r} instead of {wanted!r}"


def stored(sandbox, name, content):
    """The one document that the sandbox has."""
    [document] = sandbox.documents()
    same((document["filename"], document["sha256"]), (name, sha256(content)))
