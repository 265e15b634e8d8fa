"""The settings of a session."""

from __future__ import annotations

import os
from datetime import datetime
from typing import Any, TypedDict, Union


class Timeouts(TypedDict, total=False):
    """Milliseconds, from 1 to 2147483647. One left out keeps its default."""

    connect_ms: int
    call_ms: int
    login_ms: int
    upload_ms: int


class CardCodes(TypedDict, total=False):
    """Which ``status.code`` of the card client means what; each list holds integers or short texts.

    An error whose code is listed has the word as its ``reason``, and a message that says so.
    """

    pin_refused: list[Union[int, str]]
    card_locked: list[Union[int, str]]
    card_absent: list[Union[int, str]]


class Config(TypedDict, total=False):
    """What Session takes, as keyword arguments or as a dict. Every key is optional; the library refuses unknown ones.

    license_url        address of the license server (https, or loopback); for ticket()
    license_bearer     the license bearer, a secret; for ticket()
    license_auth       "bearer" (default: "Authorization: Bearer x") or "raw" ("Authorization: x")
    ticket_method      "POST" (default) or "GET"
    local_url          the card client, default "http://127.0.0.1:48367"; must lead to this computer
    card_client_owners whose processes are given ticket and PIN beside those of the own session (on Linux: the own
                       user): a list of "service", "http_sys", "unknown"; default on Windows none, elsewhere "unknown".
                       Another user's session never is
    card_form          "body" (default: POST, ticket in the body) or "bearer" (GET, ticket in Authorization)
    identified_field   JSON pointer to the boolean of the login's reply that makes step 4 unnecessary, such as
                       "/identified"; default None: the library does not know
    card_types         which cardType is a professional's, for connect() without a card; default ["CPS"]
    profile            dict: payload of PUT /user-profiles, for connect() where the login needs it and the call has none
    situations_pointer JSON pointer to the list of situations in that reply, such as "/situations"; default None
    patients_pointer   JSON pointer to the list of patients in the search's reply, such as "/patients", by which find()
                       knows whether others have the same traits; default None: the interface does not show it
    timeouts           connect_ms 10000, call_ms 30000, login_ms 60000, upload_ms 600000
    proxy              "none" (default), "env", "system" or "http://[user:pw@]host:port"; never used for loopback
    ca_file            path of a PEM file with roots trusted beside those of the system
    journal            absolute path of a file on a disk of this computer, made where there is none, in which uploads
                       and presentations of PINs are recorded, so that a document in doubt and a held PIN are known
                       after a restart and to other processes; default: what this process remembers counts
    journal_days       default 365: older records of what is settled are removed, a thousand or more at a time, by the
                       session that is the first to open the file; the newest 10,000, doubts and held PINs stay
    max_reply_bytes    largest reply accepted, default 16777216
    allow_plain_http   default False: license server and service must be https unless on loopback
    card_codes         codes of the card client that have a meaning, default none: the interface shows no codes
    language           "en" (default) or "fr": language of message and remedy in errors
    user_agent         default "hr/" and the library's version
    """

    license_url: str
    license_bearer: str
    license_auth: str
    ticket_method: str
    local_url: str
    card_client_owners: list[str]
    card_form: str
    identified_field: Union[str, None]
    card_types: list[str]
    profile: Union[dict[str, Any], None]
    situations_pointer: Union[str, None]
    patients_pointer: Union[str, None]
    timeouts: Timeouts
    proxy: str
    ca_file: Union[str, os.PathLike[str]]
    journal: Union[str, os.PathLike[str]]
    journal_days: int
    max_reply_bytes: int
    allow_plain_http: bool
    card_codes: CardCodes
    language: str
    user_agent: str


class JournalFilter(TypedDict, total=False):
    """Which uploads Session.journal gives, as keyword arguments: those that fit all that is given.

    entry       an upload's id
    sha256      of the document
    reference   what the host called it
    outcome     a word, see HealthRecordError
    doubt       True: nobody knows whether it arrived
    since       those that began then or later: a datetime, or a text such as "2026-11-22T18:30:00Z"
    limit       at most so many, 1 to 10000, default 100
    """

    entry: str
    sha256: str
    reference: str
    outcome: str
    doubt: bool
    since: Union[datetime, str]
    limit: int
