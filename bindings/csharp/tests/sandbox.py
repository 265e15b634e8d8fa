"""A running sandbox: its addresses, its control interface, and the end of its process."""
import json
import os
import subprocess
import urllib.request


class Sandbox:
    def __init__(self):
        command = [os.environ["HR_SANDBOX"], "serve", "--port", "0", "--quiet", "--exit-with-stdin"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addresses = json.loads(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait(10)

    def config(self, **more):
        keys = ("license_url", "local_url", "license_bearer")
        return {**{key: self.addresses[key] for key in keys}, **more}

    def control(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.addresses["control_url"] + path, data, method=method)
        if data is not None:
            request.add_header("content-type", "application/json")
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as reply:
            return json.loads(reply.read() or b"null")

    def fault(self, **fault):
        self.control("POST", "/faults", fault)

    def documents(self):
        found = self.control("GET", "/documents")
        return found["documents"] if isinstance(found, dict) else found
