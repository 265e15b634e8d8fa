"""What the contestants in Python share: command line, time, peak of memory.

    PROGRAM WORKLOAD COUNT URL [FILE]     prints the nanoseconds that COUNT calls took, and its VmHWM in kB
    PROGRAM chain 1 CONFIG FILE           prints 0 and its VmHWM: who starts it takes the time
"""

import os
import re
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor


def check(fact, what):
    if not fact:
        raise AssertionError(what)


def nanoseconds(call, count):
    for _ in range(count // 10):
        call()
    began = time.monotonic_ns()
    for _ in range(count):
        call()
    return time.monotonic_ns() - began


def nanoseconds_of_threads(make, count):
    """From the common start to the end of the last one; every thread has connected before."""
    threads = int(os.environ["BENCH_THREADS"])
    began = []
    start = threading.Barrier(threads, action=lambda: began.append(time.monotonic_ns()))

    def work():
        try:
            call = make()
            for _ in range(max(1, count // 10)):
                call()
        except BaseException:
            start.abort()
            raise
        start.wait()
        for _ in range(count):
            call()
        return time.monotonic_ns()

    with ThreadPoolExecutor(threads) as pool:
        working = [pool.submit(work) for _ in range(threads)]
    return max(done.result() for done in working) - began[0]


def peak():
    with open("/proc/self/status", encoding="ascii") as status:
        return int(re.search(r"VmHWM:\s*(\d+)", status.read())[1])


def main(workloads, chain):
    """workloads: by name, a function that makes a call from (url, file)."""
    try:
        name, count, url, *file = sys.argv[1:]
        if name == "chain":
            chain(url, *file)
            took = 0
        elif name == "threads":
            took = nanoseconds_of_threads(lambda: workloads["get"](url), int(count))
        else:
            took = nanoseconds(workloads[name](url, *file), int(count))
    except Exception as error:
        sys.exit(f"{type(error).__name__}: {error}")
    print(took, peak())
