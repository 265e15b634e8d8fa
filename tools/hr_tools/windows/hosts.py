"""Programs that use the library on Windows, each judged by what the sandbox received."""

import json
import os
import shutil

from ..sandbox import CARD
from ..tools import ROOT, installed, run
from . import endings, journals, kit, pascal, proxies, uploads
from .stage import ACCENTS, NAMES, Inside, only, same, sha256, stored


def quick_start(stage, library):
    """Made with nothing but what was unpacked."""
    program = os.path.join(stage.folder, f"quickstart {library}.exe")
    command = [kit.compiler(stage.bits), "-std=c99", "-Wall", "-Wextra", "-Werror", "-I", stage.kit.path("include"),
               stage.kit.path("share/hr/examples/quickstart.c"), stage.kit.path(f"lib/{library}"), "-o", program]
    run(*command, what=os.path.basename(program), cwd=stage.folder, timeout=kit.PATIENCE)
    return program


def quick_start_by_cmake(stage):
    """The same, as the archive's own project makes it; that puts the library beside it."""
    installed("cmake")
    build = os.path.join(stage.folder, "by cmake")
    chosen = {"SYSTEM_NAME": "Windows", "C_COMPILER": kit.compiler(stage.bits), "CXX_COMPILER": "NOTFOUND",
              "PREFIX_PATH": stage.kit.root, "FIND_ROOT_PATH": stage.kit.root}
    given = [f"-DCMAKE_{name}={value}" for name, value in chosen.items()]
    for command in (["-S", stage.kit.path("share/hr/examples"), "-B", build, *given], ["--build", build]):
        run("cmake", *command, what="cmake", timeout=kit.PATIENCE)
    return os.path.join(build, "quickstart.exe")


def quick_start_of_a_newcomer(stage):
    """With either import library, and by CMake."""
    content = "un résumé".encode()
    document = stage.file(ACCENTS, content)
    made = [quick_start(stage, library) for library in ("hr.lib", "libhr.dll.a")]
    for program in [*made, quick_start_by_cmake(stage)]:
        with stage.sandbox() as sandbox:
            given = {"stdin": f"{CARD[1]}\r\n".encode(), "env": {"HR_CONFIG": sandbox.config()}}
            seen = stage.run(program, "-", CARD[0], *NAMES, document, **given)
            same(seen["sent,"], f"sha256 {sha256(content)}")
            stored(sandbox, ACCENTS, content)


def quick_start_with_its_own_sandbox(stage):
    content = b"%PDF-1.4 invented"
    document = stage.file("document.pdf", content)
    with Inside(stage) as sandbox:
        arguments = [sandbox.config(), CARD[0], *NAMES, document]
        seen = stage.run(quick_start(stage, "hr.lib"), *arguments, stdin=f"{CARD[1]}\n".encode())
        same(seen["sent,"], f"sha256 {sha256(content)}")
        stored(sandbox, "document.pdf", content)


def nothing_for_an_unknown_owner(stage):
    """Wine's table has each connection without its process: by default nothing is sent then."""
    document = stage.file("a.txt", b"for nobody")
    with stage.sandbox() as sandbox:
        config = json.loads(sandbox.config())
        del config["card_client_owners"]
        refused = stage.fails(sandbox, "file", document, config=json.dumps(config))
        assert "HR_E_CONFIG" in refused, refused
        same([request["call"] for request in sandbox.ask("/requests")], ["ticket"])


def floating_point_traps(stage):
    with stage.sandbox() as sandbox:
        same(stage.host(sandbox, "traps"), {"kept": ""})
        same(len(sandbox.documents()), 1)


def free_pascal_demo(stage):
    """The Delphi wrapper and its example, compiled for Windows."""
    content = b"Pascal"
    document = stage.file("lettre é.txt", content)
    folder = os.path.join(stage.folder, "pascal")
    os.makedirs(folder, exist_ok=True)
    units = os.path.join(ROOT, "bindings", "delphi", "src")
    demo = os.path.join(ROOT, "bindings", "delphi", "demo", "SendDocument.dpr")
    program = pascal.compiled(stage.bits, demo, folder, "-v0", f"-Fu{units}")
    beside = shutil.copy(program, stage.folder)
    with stage.sandbox() as sandbox:
        given = {"stdin": f"{CARD[1]}\r\n".encode(), "env": {"HR_CONFIG": sandbox.config()}}
        seen = stage.run(beside, "-", CARD[0], *NAMES, document, **given)
        same(seen["sent,"], f"sha256 {sha256(content)}")
        stored(sandbox, "lettre é.txt", content)


@only(32)
def stdcall_twins(stage):
    stage.stdcall_header()
    content = b"stdcall"
    document = stage.file("stdcall.txt", content)
    program = stage.program("tests/c/stdcall.c", "-O0")
    with stage.sandbox() as sandbox:
        given = "\n".join([sandbox.config(), *CARD, ""]).encode()
        same(stage.run(program, stage.wine.path(document), stdin=given), {"all": "called"})
        seen = sorted((document["filename"], document["sha256"]) for document in sandbox.documents())
        same(seen, [("b.txt", sha256(b"12345")), ("stdcall.txt", sha256(content))])
    return f"{len(kit.functions())} functions"


CHECKS = [
    quick_start_of_a_newcomer,
    quick_start_with_its_own_sandbox,
    nothing_for_an_unknown_owner,
    uploads.upload_of_200_mb,
    uploads.tls_refused_and_accepted,
    uploads.answers_before_a_reset,
    uploads.devices_are_no_files,
    uploads.held_by_another_program,
    uploads.paths_in_every_form,
    journals.upload_of_a_killed_program,
    journals.lock_held_by_another_program,
    floating_point_traps,
    endings.cancelled_upload,
    endings.cancelled_wait,
    endings.card_client_absent,
    endings.ten_thousand_handles,
    endings.loaded_twice_and_unloaded,
    proxies.proxy_of_the_system,
    endings.panic_is_caught,
    endings.process_ends_in_the_midst_of_calls,
    endings.process_ends_while_a_lock_is_held,
    free_pascal_demo,
    stdcall_twins,
]
