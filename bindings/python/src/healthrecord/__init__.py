"""healthrecord: put a document into a patient's shared health record (DMP).

Start with Client: log in, find, deposit. Session has the single steps.
"""

from __future__ import annotations

from . import _native, requests, results, words
from ._conversation import AskAnswer, Result
from ._handle import Stop
from ._library import library_version, load_library
from ._log import set_log
from ._native import *  # noqa: F403
from .async_session import AsyncSession
from .client import AsyncClient, Client
from .errors import Ended, HealthRecordError, LibraryError, ended
from .requests import *  # noqa: F403
from .results import *  # noqa: F403
from .session import Session
from .words import *  # noqa: F403

__version__ = _native.__version__

__all__ = ["AskAnswer", "AsyncClient", "AsyncSession", "Client", "Ended", "HealthRecordError", "LibraryError", "Result"]
__all__ += ["Session", "Stop", "ended", "library_version", "load_library", "set_log"]
__all__ += _native.__all__
__all__ += words.__all__
__all__ += requests.__all__
__all__ += results.__all__
