"""A network of this process's own. `hr_ready` reads the system's table of connections, which on a busy machine has thousands of others."""

import ctypes
import fcntl
import os
import socket
import struct

NEW_USER, NEW_NETWORK = 0x10000000, 0x40000000
SET_FLAGS, UP = 0x8914, 1


def enter():
    """Whether the system permits it: for this process and those that it starts from now on."""
    unshare = ctypes.CDLL(None, use_errno=True).unshare
    user, group = os.getuid(), os.getgid()
    if unshare(NEW_NETWORK) != 0:
        if unshare(NEW_USER | NEW_NETWORK) != 0:
            return False
        for name, line in ("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1"):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(line)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as anyone:
        fcntl.ioctl(anyone, SET_FLAGS, struct.pack("16sH14x", b"lo", UP))
    return True
