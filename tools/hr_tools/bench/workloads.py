"""What is measured."""

from dataclasses import dataclass

from . import contestants as who, turns

KIB, MIB = 1 << 10, 1 << 20


@dataclass
class Workload:
    name: str
    title: str
    call: str             # what the programs call it
    path: str = ""        # behind the server's address
    secure: bool = False
    document: int = 0     # bytes
    contestants: tuple = who.ALL
    threads: int = 1
    first: int = 20       # calls of the first turn, which is not counted
    repeats: bool = True
    weight: int = 1       # a share of the rounds: the heavy ones have fewer
    one_core: bool = True
    whole: bool = False   # the time of the process from its start to its end

    def measure(self, place, rounds):
        return turns.measure(self, place, max(3, rounds // self.weight))

    def prepare(self, place):
        if self.call == "chain":
            place.sandbox(self.secure).ask("/reset", "POST")

    def arguments(self, place):
        if self.call == "chain":
            return [place.sandbox(self.secure).settings, place.document(self.document)]
        url = (place.nginx.tls if self.secure else place.nginx.plain) + self.path
        return [url, place.document(self.document)] if self.document else [url]

    def environment(self, place):
        more = {"BENCH_CA": place.nginx.ca} if self.secure and self.call != "chain" else {}
        return {**more, "BENCH_THREADS": str(self.threads)}


def upload(name, size, size_text, secure):
    large = size > 100 * MIB
    return Workload(name, f"hr_dmp_send of {size_text}, {'TLS' if secure else 'plain'}", "upload", "/service", secure, size,
                    first=1 if large else 3, repeats=not large, weight=2 if large else 1, one_core=False)


def chain(name, secure):
    return Workload(name, f"nine calls, from the start of the process to its end, {'TLS' if secure else 'plain'}", "chain",
                    secure=secure, document=100 * KIB, first=1, repeats=False, one_core=False, whole=True)


def threads(count):
    several = f"{count} threads, a handle each" if count > 1 else "one thread"
    return Workload(f"threads_{count}", f"hr_patient_get in {several}", "threads", "/service",
                    threads=count, contestants=who.ALL, one_core=False)


ALL = [
    Workload("get", "hr_patient_get on a kept connection, a reply of 190 bytes", "get", "/service"),
    Workload("get_tls", "hr_patient_get on a kept connection, TLS", "get", "/service", secure=True),
    Workload("search", "hr_patient_search with accents", "search", "/found"),
    Workload("ready_1", "hr_ready, one card", "ready", "/1card"),
    Workload("ready_100", "hr_ready, 100 cards", "ready", "/100cards"),
    Workload("get_1k", "hr_patient_get, a reply of 1 KB", "get", "/1k"),
    Workload("get_1m", "hr_patient_get, a reply of 1 MB", "get", "/1m", first=1),
    Workload("get_16m", "hr_patient_get, a reply of 16 MB", "get", "/16m", first=1, weight=2),
    upload("upload_10k", 10 * KIB, "10 KB", False),
    upload("upload_10k_tls", 10 * KIB, "10 KB", True),
    upload("upload_1m", MIB, "1 MB", False),
    upload("upload_1m_tls", MIB, "1 MB", True),
    upload("upload_512m", 512 * MIB, "512 MB", False),
    upload("upload_512m_tls", 512 * MIB, "512 MB", True),
    chain("chain", False),
    chain("chain_tls", True),
    *(threads(count) for count in (1, 2, 4, 16)),
]
