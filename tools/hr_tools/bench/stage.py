"""What a run needs around the contestants: the servers, documents to send, the programs."""

import contextlib
import os

from .. import sandbox
from . import contestants, server


class Stage:
    def __init__(self, short):
        self.short = short
        self.programs = contestants.all_built()
        self.sandboxes = {}
        self.open = contextlib.ExitStack()

    def __enter__(self):
        self.folder = self.open.enter_context(server.in_memory())
        self.nginx = self.open.enter_context(server.nginx())
        return self

    def __exit__(self, *ended):
        self.open.__exit__(*ended)

    def contestants(self, workload):
        return [one for name, one in self.programs.items() if name in workload.contestants and one.can(workload)]

    def sandbox(self, secure):
        """The project's own: nginx cannot play the whole chain."""
        if secure not in self.sandboxes:
            box = self.sandboxes[secure] = self.open.enter_context(sandbox.Sandbox(sandbox.program(), secure))
            box.settings = box.file("settings.json", box.config().encode())
        return self.sandboxes[secure]

    def document(self, size):
        size = min(size, 8 << 20) if self.short else size
        path = os.path.join(self.folder, f"document-{size}.pdf")
        if not os.path.exists(path):
            block = os.urandom(1 << 20)
            with open(path, "wb") as file:
                for at in range(0, size, len(block)):
                    file.write(block[:size - at])
        return path
