"""A session: one method per function of the library."""

from __future__ import annotations

import os
import weakref
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._boundary import Document, Json, document, file_path, json_text, optional, optional_json, text
from ._calls import Calls
from ._chain import Chain
from ._doubts import Doubts
from ._handle import Handle, configuration_of
from ._library import load_library
from ._pin import Secret, forget, present, token_of
from ._progress import Progress
from ._read import login_of, patient_of, ready_of, reply_of, sent_of, settings_of, state_of, ticket_of
from .results import Login, Patient, Ready, Reply, Sent, State, Ticket

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from .config import Config


class Session(Doubts, Chain):
    """The way from a license ticket to a document in a patient's shared health record (DMP).

        with Session(license_url="https://...", license_bearer="...") as session:
            session.ticket()                                        # 1
            card = session.ready().cards[0]                         # 2
            session.login(card.token, pin)                          # 3
            session.patient_search(nom="EXEMPLE", prenom="Hélène")  # 5
            patient = session.patient_get()                         # 6
            session.dmp_open(patient.patient_id)                    # 8
            session.dmp_send(patient.patient_id, "report.pdf", activity_type="10", type_code="11503-0")  # 9

    Steps 4 (profile_put, profile_select) and 7 (patient_update) are needed only at times: ``next`` of every result
    names the function to call next. A call out of order sends nothing and raises CallerError (HR_E_STATE).

    Errors: CallerError, NetworkError, PeerError, InternalError, all of them HealthRecordError with a ``code``, a
    message in English and French, and, of a call that changes something, an ``outcome``. An argument that is not of
    its type raises TypeError; one with a NUL character or that UTF-8 cannot hold raises ValueError. Nothing is sent
    then, and nothing is ever repeated by itself.

    Threads: calls block, without the GIL. Any thread may call; one call at a time per session, a second one raises
    CallerError (HR_E_BUSY) at once. cancel() and close() may come from any thread at any time. Sessions are
    independent of each other. A session does not survive a fork.

    Signals: the handlers that Python has are asked while a call runs in the main thread. What one of them raises, such
    as KeyboardInterrupt at Ctrl-C, stops an upload, and is raised when the running call has ended, with the way it
    ended as ``__cause__``.

    A session that is dropped without close() is closed when Python collects it.
    """

    handle: int
    """The library's number of this session, for the raw layer."""
    settings: dict[str, Any]
    """The settings in force, without secrets."""

    def __init__(self, config: Mapping[str, object] | str | None = None, /, **settings: Unpack[Config]) -> None:
        """Opens a session: reads the settings and checks them. Sends nothing.

        config     a dict, or the JSON text of one object
        settings   the same as keyword arguments; see healthrecord.Config for all keys. They win over a dict's

        Raises CallerError (HR_E_CONFIG: the remedy names the key), LibraryError when the native library cannot be
        used, TypeError for JSON text together with keyword arguments.
        """
        configuration = configuration_of(config, settings)
        native = load_library()
        handle = Handle(native)
        self._close = weakref.finalize(self, handle.close)  # before it is open: nothing can come between
        try:
            self.settings = handle.open(settings_of, configuration)
            self.handle = handle.number
            self._cancel = handle.cancel
            self._calls = Calls(native, self.handle)
            self._progress: Progress | None = None
        except BaseException:
            self._close()  # who keeps the exception keeps this object
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<healthrecord.Session {self.handle} {'closed' if self.closed else 'open'}>"

    @property
    def closed(self) -> bool:
        """close() was called."""
        return not self._close.alive

    def close(self) -> None:
        """Closes the session and drops its secrets; a call that runs in another thread is cancelled.

        Closing twice is fine. Calls afterwards raise CallerError (HR_E_HANDLE). Never waits. Any thread, any time.
        """
        self._close()

    def cancel(self) -> None:
        """Stops the call that runs, within milliseconds; does nothing when none runs or the session is closed.

        The call raises CallerError (HR_E_CANCELLED), or NetworkError (HR_E_IN_DOUBT) when everything was sent;
        ``outcome`` says what had left. Never waits. Any thread, also from a callback.
        """
        self._cancel()

    def set_progress(self, progress: Progress | None) -> None:
        """Sets the receiver of the progress of this session's uploads; None: nobody. See dmp_send."""
        self._progress = progress

    def state(self) -> State:
        """Reports what the session holds, also while a call runs. Sends nothing. Raises CallerError (HR_E_HANDLE)."""
        return self._calls.call("hr_state", state_of)

    def ticket(self) -> Ticket:
        """Step 1: gets a license ticket from the license server; the session keeps it.

        Needs ``license_url`` and ``license_bearer``. May be called again when the ticket has expired. Blocks up to
        timeouts.call_ms. Raises CallerError (HR_E_CONFIG), PeerError (HR_E_UNAUTHORIZED: the license bearer is not
        accepted; a remedy that names ``ticket_method``: the server wants the other method), NetworkError.
        """
        return self._calls.call("hr_ticket", ticket_of)

    def ticket_set(self, ticket: str) -> None:
        """Step 1, elsewhere: takes over a ticket that your own server fetched, so that the license bearer stays off
        the workstation. Sends nothing. Raises CallerError (HR_E_ARGUMENT, HR_E_BUSY)."""
        self._calls.call_void("hr_ticket_set", text(ticket, "ticket"))

    def ready(self) -> Ready:
        """Step 2: asks the card client which cards are in the reader. Needs a ticket; changes nothing on the card.

        Blocks up to timeouts.call_ms. Raises NetworkError (HR_E_CARD_CLIENT_ABSENT: it is not running), PeerError
        (HR_E_CARD_STATUS, HR_E_UNAUTHORIZED: get a new ticket), CallerError (HR_E_STATE: no ticket).
        """
        return self._calls.call("hr_ready", ready_of)

    def login(self, card_token: str, pin: str | bytes | bytearray, *, confirmed: bool = False) -> Login:
        """Step 3: presents a PIN to a card, once, and opens a session with the shared record service.

        card_token   ``token`` of a card of the last ready()
        pin          as the person typed it; the copy made for the call is wiped. To leave none behind pass a
                     bytearray and wipe it afterwards: Python's str and bytes cannot be wiped
        confirmed    True only because a person typed the PIN again after an error whose ``reason`` was "pin_held":
                     calls pin_retry_allow(card_token) first; what that raises comes out, and no PIN is presented.
                     Never by program

        A card locks after a few wrong PINs. So CallerError (HR_E_PIN_GUARD, nothing sent) holds a PIN back. Its
        ``reason`` says why: "pin_in_use" (another login with this card runs: wait), "ready_needed" (no ready() came
        since the last failure), "pin_held" (an earlier presentation did not succeed, however it ended: ask the person
        for the PIN again, call ready(), then login with ``confirmed``). Call ready() before each other try, confirmed
        or not.

        Blocks up to timeouts.login_ms. Raises also PeerError (HR_E_CARD_STATUS: such as a wrong PIN;
        HR_E_UNAUTHORIZED; HR_E_REPLY), NetworkError (HR_E_IN_DOUBT: no answer, counts as a spent try), CallerError
        (HR_E_STATE, HR_E_ARGUMENT: a token that the last list does not have, or ``confirmed`` and no PIN of this card
        is held, HR_E_JOURNAL: the journal cannot be used, nothing was sent). Errors carry ``outcome``, but for those of
        pin_retry_allow().
        """
        try:
            given: list[Secret] = [pin]
            del pin  # an exception's traceback holds the variables of each frame
            calls = self._calls
            return present(calls, "hr_login", login_of, lambda: token_of(calls, card_token, confirmed), given)
        except BaseException as error:
            pin, given = "", []  # noqa: F841
            forget(error)
            raise

    def pin_retry_allow(self, card_token: str | None = None) -> None:
        """After "pin_held": a person is sure of the PIN, so let one more presentation through.

        card_token   ``token`` of a card of the last ready(); None: the card of the login that was held back last

        Because a person decided so, never by program; login(confirmed=True) does it too. A fresh ready() is needed
        all the same. Sends nothing. Raises CallerError (HR_E_ARGUMENT: none is held back, HR_E_STATE, HR_E_BUSY,
        HR_E_JOURNAL: the journal cannot be used).
        """
        self._calls.call_void("hr_pin_retry_allow", optional(card_token, "card_token"))

    def session_set(self, service_url: str, bearer: str) -> None:
        """Step 3, elsewhere: adopts a login that a browser page made with the card client.

        service_url, bearer   serviceUrl and bearer of the same login, unchanged

        Sends nothing. Raises CallerError (HR_E_ARGUMENT, HR_E_BUSY).
        """
        self._calls.call_void("hr_session_set", text(service_url, "service_url"), text(bearer, "bearer"))

    def profile_put(self, payload: Json) -> Reply:
        """Step 4, first half: PUT user-profiles; only when the login did not identify the professional.

        payload   a dict, or JSON text, which goes out byte for byte; the interface does not show it. Its ``reply`` is
                  expected to list the situations to choose from

        Needs a login. Blocks up to timeouts.call_ms. Raises CallerError, NetworkError, PeerError, with ``outcome``.
        """
        return self._calls.call("hr_profile_put", reply_of, json_text(payload, "payload"), changes=True)

    def profile_select(self, situation_id: str) -> Reply:
        """Step 4, second half: chooses the situation with this id, as the service gave it.

        Needs a login. Blocks up to timeouts.call_ms. Raises PeerError (HR_E_NOT_FOUND), CallerError, NetworkError,
        with ``outcome``.
        """
        return self._calls.call("hr_profile_select", reply_of, text(situation_id, "situation_id"), changes=True)

    def patient_search(
        self,
        nom: str | None = None,
        prenom: str | None = None,
        date_naissance: str | None = None,
        sexe: str | None = None,
    ) -> Reply:
        """Step 5: searches an identity (INS) by traits. They go out as given; None leaves one out, "" sends it empty.

        The interface shows neither their formats nor the reply: see ``reply``. Needs a login. Afterwards
        patient_get() speaks of the patient found. Blocks up to timeouts.call_ms. Raises PeerError (HR_E_NOT_FOUND),
        CallerError, NetworkError.
        """
        traits = map(optional, (nom, prenom, date_naissance, sexe), ("nom", "prenom", "date_naissance", "sexe"))
        return self._calls.call("hr_patient_search", reply_of, *traits)

    def patient_get(self) -> Patient:
        """Step 6: the parameters of the patient. Needs a login.

        When ``update_needed`` ask the patient, then patient_update(). Blocks up to timeouts.call_ms. Raises PeerError
        (HR_E_REPLY: a parameter is missing), CallerError, NetworkError.
        """
        return self._calls.call("hr_patient_get", patient_of)

    def patient_update(self, body: Json) -> Reply:
        """Step 7: sets parameters; only when patient_get() said ``update_needed``. Consent is the patient's: ask.

        body   a dict, or JSON text, which goes out byte for byte; the interface does not show it

        Blocks up to timeouts.call_ms. Raises CallerError (HR_E_STATE: no update was asked for), PeerError
        (HR_E_CONFLICT), NetworkError, with ``outcome``.
        """
        return self._calls.call("hr_patient_update", reply_of, json_text(body, "body"), changes=True)

    def request(self, method: str, path: str, body: Json | None = None) -> Reply:
        """Any other call under the service URL, with the session's bearer. Needs a login.

        method   GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS
        path     what follows the service URL: begins with "/", percent-encoded, may carry a query
        body     a dict, or JSON text, which goes out byte for byte; None: no body

        The rules of order and the refusal to send a document twice do not see what is sent this way. Blocks up to
        timeouts.call_ms. Raises CallerError, NetworkError, PeerError; with ``outcome`` unless it only reads.
        """
        arguments = (text(method, "method"), text(path, "path"), optional_json(body, "body"))
        changes = method not in ("GET", "HEAD", "OPTIONS")
        return self._calls.call("hr_request", reply_of, *arguments, changes=changes)

    def dmp_open(self, patient_id: str, body: Json | None = None) -> Reply:
        """Step 8: opens the patient's shared record.

        patient_id   of patient_get()
        body         None (the usual case), or what the service asks for: a dict, or JSON text

        Needs a login. Blocks up to timeouts.call_ms. Raises CallerError (HR_E_STATE: no login, or the update that
        patient_get() asked for was not made: the patient may have opposed), PeerError (HR_E_NOT_FOUND,
        HR_E_CONFLICT), NetworkError, with ``outcome``.
        """
        arguments = (text(patient_id, "patient_id"), optional_json(body, "body"))
        return self._calls.call("hr_dmp_open", reply_of, *arguments, changes=True)

    def dmp_send(
        self,
        patient_id: str,
        path: str | os.PathLike[str],
        *,
        activity_type: str,
        type_code: str,
        filename: str | None = None,
        progress: Progress | None = None,
    ) -> Sent:
        """Step 9: uploads a document from a file, once; the file is read while it is sent.

        patient_id      as given to dmp_open()
        path            the file; it must not change meanwhile
        activity_type, type_code   as the service wants them; the interface does not show the values
        filename        the name to send; None: the last part of path
        progress        for this upload, instead of the one of set_progress(): ``progress(done, total)``, called on
                        this thread at the start with 0 (again and again while the document is compared with one in
                        doubt), at every hundredth or 100 ms, and when the server has answered. Both numbers are
                        bytes, or units of 1,024 bytes for a document of more than 2,147,483,647 bytes.
                        Returning False stops the upload; anything else, None too, goes on. What it raises stops
                        the upload and is raised by this method, with the library's error as its ``__cause__``;
                        a cause that it had comes after that one

        Returning means definitely accepted. Errors carry ``outcome``: send again only after "not_sent" and
        "incomplete". After "unknown" or "accepted_unreadable" (``error.in_doubt``) the same document is refused with
        PeerError (HR_E_CONFLICT, ``at`` "library") until dmp_found() or dmp_resend_allow(): with a journal by other
        processes too, and after a restart.

        Blocks up to timeouts.upload_ms. Raises CallerError (HR_E_STATE: the record is not open, HR_E_FILE,
        HR_E_JOURNAL: the journal cannot be used, nothing was sent, HR_E_CANCELLED), NetworkError (HR_E_IN_DOUBT: all
        was sent and no answer came; HR_E_TIMEOUT with ``at`` "library": comparing the document with one in doubt took
        all the time, nothing was sent), PeerError (HR_E_REFUSED, HR_E_UNAUTHORIZED, HR_E_CONFLICT).
        """
        arguments = (
            text(patient_id, "patient_id"),
            file_path(path),
            optional(filename, "filename"),
            text(activity_type, "activity_type"),
            text(type_code, "type_code"),
        )
        return self._calls.upload("hr_dmp_send", sent_of, arguments, self._receiver(progress))

    def dmp_send_bytes(
        self,
        patient_id: str,
        data: Document,
        *,
        filename: str,
        activity_type: str,
        type_code: str,
        progress: Progress | None = None,
    ) -> Sent:
        """Step 9, from memory: as dmp_send(), with the document's bytes and a filename that is required.

        data   bytes, bytearray or memoryview, at most 2,147,483,647 bytes; not copied (but for a view that is
               read-only or not contiguous), and not to be changed meanwhile
        """
        address, length = document(data)
        arguments = (
            text(patient_id, "patient_id"),
            address,
            length,
            text(filename, "filename"),
            text(activity_type, "activity_type"),
            text(type_code, "type_code"),
        )
        return self._calls.upload("hr_dmp_send_bytes", sent_of, arguments, self._receiver(progress))

    def _receiver(self, progress: Progress | None) -> Progress | None:
        return self._progress if progress is None else progress
