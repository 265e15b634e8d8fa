"""The fixed replies, in the form of the interface; persons and numbers are invented."""

import json
import os

PATIENT = {"patient_id": "255081416802538", "insQualified": True, "alimentationConsent": True, "nom": "EXEMPLE",
           "prenom": "Hélène", "dateNaissance": "1955-08-14", "sexe": "F", "medecin": None}
FOUND = {"nom": "LEFÈVRE-ÇELIK", "prenom": "Anaïs Noëlle", "date_naissance": "1955-08-14", "sexe": "F", "count": 1}
#: What stands before /patient, and how large the reply about is.
SIZES = {"1k": 1 << 10, "1m": 1 << 20, "16m": (16 << 20) - 4096}
CARDS = {"1card": 1, "100cards": 100}


def patient(size):
    """A record with so many entries behind what the interface names that it has about `size` bytes."""
    entry = {"id": 1234567, "date": "2026-03-14T09:26:53Z", "libelle": "Compte rendu d'imagerie médicale, fosse iliaque",
             "auteur": {"nom": "D'ESSAI", "prenom": "Zoé", "rpps": "800000000001"}, "lu": False, "poids": 12.5, "suite": None}
    one = len(json.dumps(entry, ensure_ascii=False).encode()) + 2
    whole = {**PATIENT, "documents": []}
    count = (size - len(json.dumps(whole, ensure_ascii=False).encode())) // one
    whole["documents"] = [entry] * count
    return whole


def cards(count):
    def card(number):
        token = f"{number:064x}"
        return token, [{"model": "IAS%20ECC%00%00%00", "manufacturer": "Fabricant%20d%27essai", "serial": f"20000{number:05}",
                        "token": token, "categoryCard": "CPS", "cardType": "CPS", "idNat": f"8000000{number:05}",
                        "civTitle": "DR", "firstName": "Zoé", "lastName": "D'ESSAI", "profCode": 10, "trainCode": 0,
                        "specCode": "SM26", "pinAttempt": 3}]
    return {"messageType": 1, "operation": 2, "response": None, "timestamp": "2026-03-14T09:26:53.589Z",
            "status": {"code": 0, "message": "OK"}, "data": {"data": dict(card(number) for number in range(count))}}


def lay_down(folder):
    """Files by the path that is asked for."""
    found = {"service/patient": PATIENT, "found/patient/search": FOUND, "v1/license/ticket": {"licenseTicket": "a.license.ticket"}}
    found.update((f"{name}/patient", patient(size)) for name, size in SIZES.items())
    found.update((f"listed/{name}", cards(count)) for name, count in CARDS.items())
    for path, reply in found.items():
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(reply, file, ensure_ascii=False)
