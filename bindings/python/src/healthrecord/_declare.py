"""How the raw layer declares a function of the library: names for its types, and the look-up of its symbol.

Parameter kinds, and what they are in the header:

    INT       int32_t               OUT_INT    int32_t *out_handle
    TEXT      const char *          OUT_TEXT   char **out_json
    BYTES     const uint8_t *       OWNED      char * that hr_free takes
    USER      void *                BUFFER     char * to fill
                                    BUFFER16   uint16_t * to fill
"""

from __future__ import annotations

import ctypes
from typing import Any, Callable

INT = ctypes.c_int32
TEXT = ctypes.c_char_p
BYTES = ctypes.POINTER(ctypes.c_uint8)
USER = ctypes.c_void_p
OWNED = ctypes.c_void_p
BUFFER = ctypes.c_void_p
BUFFER16 = ctypes.POINTER(ctypes.c_uint16)
OUT_INT = ctypes.POINTER(ctypes.c_int32)
OUT_TEXT = ctypes.POINTER(ctypes.c_void_p)

Function = Callable[..., Any]


class SymbolMissing(Exception):
    """The library has no function of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def declare(library: ctypes.CDLL, name: str, result: Any, *parameters: Any) -> Function:
    """One export with its types: name, result, parameters."""
    try:
        function = getattr(library, name)
    except AttributeError:
        raise SymbolMissing(name) from None
    function.restype = result
    function.argtypes = parameters
    return function  # type: ignore[no-any-return]
