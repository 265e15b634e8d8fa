"""Makes a release of the archives that `cargo xtask dist` packed: RELEASING.md has the steps."""

import datetime
import glob
import os
import re
import sys

from ..tally import Tally
from ..tools import ROOT, text
from . import packages, sbom, setup, signing
from .archives import VERSION, named

USAGE = "cargo xtask release --help says what it takes"


def tag(name):
    """Whether this commit may have this tag."""
    heading = re.search(r"^## (\S+) - (\S+)$", text(ROOT, "CHANGELOG.md"), re.M)
    if name != f"v{VERSION}" or heading[1] != VERSION:
        sys.exit(f"the tag is {name}, Cargo.toml has {VERSION}, the first heading of CHANGELOG.md {heading[1]}")
    try:
        datetime.date.fromisoformat(heading[2])
    except ValueError:
        sys.exit(f"CHANGELOG.md has no date behind {VERSION}")


def signed(folder):
    if not signing.is_wanted():
        return "none: HR_SIGN and HR_CERTIFICATE are empty"
    archives = glob.glob(os.path.join(folder, f"hr-{VERSION}-win*.zip"))
    for archive in archives:
        signing.in_archive(archive)
    return f"{len(archives)} archives"


def pack(folder):
    """Adds to the archives in a folder what is made of them. What cannot be made is named."""
    tally = Tally("release")
    for kind in ("win32-msvc", "win64-msvc"):
        tally.check(f"archive {kind}", named, folder, kind)
    tally.check("signatures", signed, folder)
    tally.check("setup", lambda: setup.made(*(named(folder, bits) for bits in setup.BITS)))
    for kind, platform in packages.WHEELS.items():
        tally.check(f"wheel {platform}", packages.wheel, folder, kind, platform)
    tally.check("NuGet package", packages.nuget, folder)
    tally.check("SBOM", sbom.present, folder)
    tally.check("SHA256SUMS", packages.checksums, folder)
    tally.end()


COMMANDS = {("tag", 1): tag, ("pack", 1): pack, ("sbom", 1): sbom.make,
            ("setup", 2): lambda *archives: print(setup.made(*archives))}


def main():
    name, words = sys.argv[1:2], sys.argv[2:]
    if name == ["sign"] and words:
        return signing.sign(*words)
    command = COMMANDS.get((*name, len(words)))
    return command(*words) if command else sys.exit(USAGE)


if __name__ == "__main__":
    main()
