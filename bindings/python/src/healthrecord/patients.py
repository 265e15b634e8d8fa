"""Patients as a search found them, and where a person has to look first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Union

_BY_A_SEARCH = object()


class _Person:
    """What was read of a patient. ``repr`` shows nothing of it."""

    def __init__(self, by: object, owner: object, traits: Mapping[str, str], parameters: Any) -> None:
        if by is not _BY_A_SEARCH:
            raise TypeError(f"a {type(self).__name__} comes from find(), nothing else makes one")
        self._owner = owner
        self._traits = dict(traits)
        self._parameters = parameters

    def __repr__(self) -> str:
        return f"<healthrecord.{type(self).__name__}>"

    @property
    def patient_id(self) -> str:
        """The patient's number (NIR)."""
        return str(self._parameters["patient_id"])

    @property
    def ins_qualified(self) -> bool:
        """The identity is qualified."""
        return self._parameters["insQualified"] is True

    @property
    def alimentation_consent(self) -> bool:
        """The patient does not oppose documents being added."""
        return self._parameters["alimentationConsent"] is True

    @property
    def may_receive(self) -> bool:
        """Both: a document can be sent. If not, send() needs an ``update`` that a person signed for."""
        return self.ins_qualified and self.alimentation_consent

    @property
    def parameters(self) -> Any:
        """The whole reply of the service: what a person compares."""
        return self._parameters


class FoundPatient(_Person):
    """A patient that a search of this client found: what send() and deposit() take, and nothing else.

    They search again, so that a patient who became another one meanwhile is OtherPatient.
    """


class Candidate(_Person):
    """Who was read after a search; others may have the same traits. A person compares, then confirm()."""

    def confirm(self) -> FoundPatient:
        """A person compared ``parameters`` with whom they mean. Never by program."""
        return FoundPatient(_BY_A_SEARCH, self._owner, self._traits, self._parameters)


@dataclass(frozen=True)
class One:
    """One patient has these traits, and nobody else."""

    patient: FoundPatient


@dataclass(frozen=True)
class Unverified:
    """A patient was read; the settings have no ``patients_pointer``, so nobody knows whether others fit as well."""

    candidate: Candidate
    sentence: str = "Compare these with your patient: others may have the same traits."
    sentence_fr: str = "Comparez ces informations avec votre patient : d'autres peuvent avoir les mêmes traits."


@dataclass(frozen=True)
class Several:
    """Several have these traits; nobody was read. Search again with more of them.

    choices   their list as the service wrote it: show it to the person, and keep it out of logs
    """

    choices: Any = field(repr=False)
    sentence: str
    sentence_fr: str


@dataclass(frozen=True)
class Nobody:
    """Nobody has these traits."""

    sentence: str
    sentence_fr: str


@dataclass(frozen=True)
class ConsentNeeded:
    """The patient's identity is not qualified, or consent is not given: nothing was opened or sent.

    parameters   the patient's, as the service wrote them. Ask the patient, then send(..., update=...)
    """

    parameters: Any = field(repr=False)
    sentence: str
    sentence_fr: str


@dataclass(frozen=True)
class OtherPatient:
    """The service answered for another patient: nothing was opened or sent. Search again."""

    sentence: str
    sentence_fr: str


Found = Union[One, Unverified, Several, Nobody]
Stopped = Union[ConsentNeeded, OtherPatient, Several]


def found_patient(owner: object, traits: Mapping[str, str], parameters: Any) -> FoundPatient:
    return FoundPatient(_BY_A_SEARCH, owner, traits, parameters)


def candidate(owner: object, traits: Mapping[str, str], parameters: Any) -> Candidate:
    return Candidate(_BY_A_SEARCH, owner, traits, parameters)
