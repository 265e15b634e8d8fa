"""Makes libraries that cannot be used, each for another reason, and one that succeeds without a result:
stubs.py DIRECTORY LIBRARY HEADER.
"""
import os
import re
import struct
import subprocess
import sys


# Opens a handle; every other call succeeds and gives no text.
MUTE = """
#include <string.h>
int hr_open(const char *config, int *handle, char **out) { *handle = 7; *out = "{}"; return 0; }
const char *hr_code_name(int code) { return "HR_E_TOO_LARGE"; }
int hr_text_copy(const char *text, char *buffer, int capacity) {
    int size = (int)strlen(text) + 1;
    if (capacity >= size) memcpy(buffer, text, size);
    return size;
}
"""


def compiled(path, bodies, more=""):
    source = more + "".join(f"int {name}(void) {{ return {body}; }}\n" for name, body in bodies.items())
    subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", path], input=source.encode(), check=True)


def pe(machine):
    header = bytearray(512)
    header[0:2] = b"MZ"
    struct.pack_into("<i", header, 60, 128)
    header[128:132] = b"PE\0\0"
    struct.pack_into("<H", header, 132, machine)
    return bytes(header)


def main(directory, library, header):
    os.makedirs(directory, exist_ok=True)

    def write(name, data):
        with open(os.path.join(directory, name), "wb") as file:
            file.write(data)

    with open(header, encoding="utf-8") as file:
        names = re.findall(r"^(?:HR_API )?(?:int32_t|void|const char) \*?(hr_\w+)\(", file.read(), re.M)
    assert len(names) > 20, names
    functions = {name: 1 for name in names}
    compiled(os.path.join(directory, "libhr-abi3.so"), {**functions, "hr_abi_version": 3})
    mute = {name: 2 * int(name == "hr_abi_version") for name in names if f" {name}(" not in MUTE.replace("*", " ")}
    compiled(os.path.join(directory, "libhr-mute.so"), mute, MUTE)
    del functions["hr_dmp_resend_allow"]
    compiled(os.path.join(directory, "libhr-lacks.so"), functions)

    with open(library, "rb") as file:
        elf = bytearray(file.read())
    write("libhr-cut.so", elf[:200])
    elf[4] = 1
    struct.pack_into("<H", elf, 18, 3)
    write("libhr-x86.so", elf)
    write("libhr-text.so", b"no library at all\n")
    write("libhr-empty.so", b"")
    write("hr-x86.dll", pe(0x014C))
    write("hr-x64.dll", pe(0x8664))
    write("hr-arm64.dll", pe(0xAA64))


if __name__ == "__main__":
    main(*sys.argv[1:])
