"""Documents in doubt: what a person decides about them, and what the journal knows."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import TYPE_CHECKING

from ._boundary import json_text, text
from ._calls import Calls
from ._read import journal_of
from .results import Journal

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .config import JournalFilter


class Doubts:
    """Part of Session."""

    _calls: Calls

    def dmp_resend_allow(self, entry: str) -> None:
        """After HR_E_CONFLICT with ``at`` "library": let the document of this doubt through once more.

        entry   ``entry`` of the error or of journal(): 32 hexadecimal digits

        Because a person decided so after looking into the record, never by program: it may then be there twice. Sends
        nothing. Raises CallerError (HR_E_ARGUMENT: there is no such doubt any more, or a later one of the document has
        replaced it, HR_E_BUSY, HR_E_JOURNAL: the journal cannot be used).
        """
        self._calls.call_void("hr_dmp_resend_allow", text(entry, "entry"))

    def dmp_found(self, entry: str) -> None:
        """A person found the document of this doubt in the patient's record: the doubt ends as "accepted".

        Never by program. ``entry``, and what it raises, as for dmp_resend_allow(). Sends nothing.
        """
        self._calls.call_void("hr_dmp_found", text(entry, "entry"))

    def journal(self, **wanted: Unpack[JournalFilter]) -> Journal:
        """The uploads that the journal knows, of all processes that name it, the newest first; see JournalFilter.

        Sends nothing. Raises CallerError (HR_E_CONFIG: the settings have no ``journal``, HR_E_JOURNAL: it cannot be
        read, ``reason`` says why, HR_E_ARGUMENT, HR_E_BUSY, HR_E_CANCELLED).
        """
        if isinstance(since := wanted.get("since"), datetime):
            wanted["since"] = since.astimezone(timezone.utc).replace(tzinfo=None).isoformat() + "Z"
        return self._calls.call("hr_journal", journal_of, json_text(wanted, "wanted"))
