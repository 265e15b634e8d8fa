"""A Rust compiler with the sources of its standard library, and the run-time part of ThreadSanitizer.

ThreadSanitizer reports races that are none unless the standard library is built with it too.
"""

import json
import os
import subprocess
import sys

from tools import ROOT, NotRun


class Toolchain:
    def __init__(self):
        script = os.path.join(ROOT, "xtask", "rust_with_sources.py")
        ended = subprocess.run([sys.executable, script], capture_output=True, text=True)
        if ended.returncode != 0:
            raise NotRun(ended.stderr.strip())
        found = json.loads(ended.stdout)
        self.rustc = found["rustc"]
        self.libraries = found["libraries"]
        self.runtime = found["thread_sanitizer"]
