// HealthRecord: one WLangage procedure for each function of include/hr.h, for a collection of procedures that has the
// constants and procedures of HealthRecordApi.wl too.
// The README says how to paste it, which names of WinDev are confirmed by what, and that it was not run.
//
// Texts of the library are UTF-8 that ends with a NUL: HrText makes it, HrBytes reads it. Results are JSON in UTF-8
// in a "chaîne ANSI", which HrJsonGet reads. A text that is handed over is a "chaîne UNICODE" in every project: in one that runs
// in ANSI mode a plain "chaîne" would lose what the code page of Windows has not. A failed call gives "" (HrOpen: 0; a function that has no text:
// its code), and gstHrError describes it until the next call. Reading JSON changes gstHrError only when it fails, and
// there is nothing in "".

// ---- Declarations of the collection ----

STHrError est une Structure
	nCode est un entier // HR_OK, a code, or 1: hr.dll cannot be used
	sName est une chaîne // such as HR_E_TIMEOUT
	sOperation est une chaîne // such as hr_login
	sReason est une chaîne // a word for programs, such as pin_held; or ""
	bInDoubt est un booléen // only a person may decide to do it again
	sOutcome est une chaîne // of a call that changes something: repeat only after not_sent and incomplete
	sMessage est une chaîne
	sMessageFr est une chaîne // can be shown to a doctor
	sJson est une chaîne ANSI // the whole error object; "" for functions that return a code alone
FIN

// What is sent, by its names, so that none can be taken for another.
STHrDocument est une Structure
	sPath est une chaîne UNICODE
	sTypeCode est une chaîne // such as 11503-0
	sActivityType est une chaîne // such as 10
	sFileName est une chaîne UNICODE // "": the last part of sPath
FIN

gstHrError est une STHrError
gsHrDll est une chaîne = fRepExe() + "\hr.dll"

// ---- Calling ----

// 32-bit: the functions in stdcall. 64-bit: there is one convention, and only these.
PROCÉDURE HrName(sName est une chaîne) : chaîne
SI EnMode64bits() ALORS
	RENVOYER "hr_" + sName
FIN
RENVOYER "hr32_" + sName

// API gives 8 bytes in 64-bit mode, of which a code fills the lower four; the upper four may hold anything.
PROCÉDURE HrCode(nReturned est un entier sur 8) : entier
nLow est un entier sur 8 = nReturned & 4294967295
SI nLow > 2147483647 ALORS
	RENVOYER nLow - 4294967296
FIN
RENVOYER nLow

// A text with a NUL inside would arrive cut: no UTF-8 takes its place, which the library refuses with HR_E_ARGUMENT.
PROCÉDURE HrText(sText est une chaîne UNICODE) : chaîne ANSI
SI Position(sText, Caract(0)) > 0 ALORS
	RENVOYER Caract(255) + Caract(0)
FIN
RENVOYER ChaîneVersUTF8(sText) + Caract(0)

// The text at an address of the library, in UTF-8; the address stays the library's.
PROCÉDURE HrBytes(nText est un entier système) : chaîne ANSI
nNone est un entier système = 0
SI nText = 0 ALORS
	RENVOYER ""
FIN
nSize est un entier = Api_hr_text_copy(nText, nNone, 0)
sBytes est une chaîne ANSI = Répète(Caract(0), nSize)
Api_hr_text_copy(nText, &sBytes, nSize)
RENVOYER ExtraitChaîne(sBytes, 1, Caract(0))

// The same in UTF-16.
PROCÉDURE HrUnicode(nText est un entier système) : chaîne UNICODE
nNone est un entier système = 0
SI nText = 0 ALORS
	RENVOYER ""
FIN
nUnits est un entier = Api_hr_text_copy_utf16(nText, nNone, 0)
sText est une chaîne UNICODE = Répète(Caract(0), nUnits)
Api_hr_text_copy_utf16(nText, &sText, nUnits)
RENVOYER ExtraitChaîne(sText, 1, Caract(0))

// Reads a result and frees it.
PROCÉDURE HrTake(nText est un entier système) : chaîne ANSI
sJson est une chaîne ANSI = HrBytes(nText)
Api_hr_free(nText)
RENVOYER sJson

// The same in UTF-16.
PROCÉDURE HrTakeUnicode(nText est un entier système) : chaîne UNICODE
sText est une chaîne UNICODE = HrUnicode(nText)
Api_hr_free(nText)
RENVOYER sText

PROCÉDURE HrAnswer(sOperation est une chaîne, nCode est un entier, nText est un entier système) : chaîne ANSI
sJson est une chaîne ANSI = HrTake(nText)
HrRemember(sOperation, nCode, sJson)
SI nCode <> HR_OK ALORS
	RENVOYER ""
FIN
RENVOYER sJson

// For functions that return a code alone.
PROCÉDURE HrResult(sOperation est une chaîne, nCode est un entier) : entier
HrRemember(sOperation, nCode, "")
RENVOYER nCode

PROCÉDURE HrRemember(sOperation est une chaîne, nCode est un entier, sJson est une chaîne ANSI)
gstHrError.nCode = nCode
gstHrError.sName = HrCodeName(nCode)
gstHrError.sOperation = sOperation
gstHrError.sReason = ""
gstHrError.sOutcome = ""
gstHrError.bInDoubt = (nCode = HR_E_IN_DOUBT)
gstHrError.sMessage = ""
gstHrError.sMessageFr = ""
gstHrError.sJson = ""
SI nCode = HR_OK ALORS
	RETOUR
FIN
gstHrError.sMessage = sOperation + " : " + gstHrError.sName
gstHrError.sMessageFr = gstHrError.sMessage
SI sJson = "" ALORS
	RETOUR
FIN
gstHrError.sJson = sJson
gstHrError.sMessage = HrErrorField("/message")
gstHrError.sMessageFr = HrErrorField("/message_fr")
gstHrError.sOutcome = HrErrorField("/outcome")
gstHrError.sReason = HrErrorField("/reason")
SI gstHrError.sOutcome = "unknown" OU gstHrError.sOutcome = "accepted_unreadable" ALORS gstHrError.bInDoubt = Vrai
SI HrErrorField("/ending") = "in_doubt" ALORS gstHrError.bInDoubt = Vrai

// Any field of the last error object, such as "/remedy_fr"; "" when it is not there, or cannot be read.
PROCÉDURE HrErrorField(sPointer est une chaîne UNICODE) : chaîne UNICODE
sSource est une chaîne ANSI = gstHrError.sJson + Caract(0)
sPath est une chaîne ANSI = HrText(sPointer)
nText est un entier système = 0
Api_hr_json_get(&sSource, &sPath, &nText)
RENVOYER HrTakeUnicode(nText)

// ---- The library ----

PROCÉDURE HrAbiVersion() : entier
RENVOYER Api_hr_abi_version()

PROCÉDURE HrVersion() : chaîne
RENVOYER HrBytes(Api_hr_version())

PROCÉDURE HrCodeName(nCode est un entier) : chaîne
RENVOYER HrBytes(Api_hr_code_name(nCode))

// nReceiver: the address of a procedure, or 0 for no log.
PROCÉDURE HrSetLog(nReceiver est un entier système, nLevel est un entier) : entier
nUser est un entier système = 0
RENVOYER HrResult("hr_set_log", Api_hr_set_log(nReceiver, nUser, nLevel))

// ---- JSON ----

// One value of a result. sPointer: a JSON pointer, such as "/cards/0/serial". "" for null, for what is not there, and for
// what cannot be read, such as a text with U+0000: gstHrError.nCode is HR_E_ARGUMENT then.
PROCÉDURE HrJsonGet(sJson est une chaîne ANSI, sPointer est une chaîne UNICODE) : chaîne UNICODE
SI sJson = "" ALORS RENVOYER ""
sSource est une chaîne ANSI = sJson + Caract(0)
sPath est une chaîne ANSI = HrText(sPointer)
nText est un entier système = 0
nCode est un entier = Api_hr_json_get(&sSource, &sPath, &nText)
SI nCode <> HR_OK ET nCode <> HR_E_ABSENT ALORS HrResult("hr_json_get", nCode)
RENVOYER HrTakeUnicode(nText)

// 0 nothing is there, 1 null, 2 boolean, 3 number, 4 string, 5 array, 6 object; or a code.
PROCÉDURE HrJsonKind(sJson est une chaîne ANSI, sPointer est une chaîne UNICODE) : entier
SI sJson = "" ALORS RENVOYER 0
sSource est une chaîne ANSI = sJson + Caract(0)
sPath est une chaîne ANSI = HrText(sPointer)
nKind est un entier = Api_hr_json_kind(&sSource, &sPath)
SI nKind < 0 ALORS HrResult("hr_json_kind", nKind)
RENVOYER nKind

// The number of elements of an array or members of an object, 0 for null and for what is not there; or a code.
PROCÉDURE HrJsonCount(sJson est une chaîne ANSI, sPointer est une chaîne UNICODE) : entier
SI sJson = "" ALORS RENVOYER 0
sSource est une chaîne ANSI = sJson + Caract(0)
sPath est une chaîne ANSI = HrText(sPointer)
nCount est un entier = Api_hr_json_count(&sSource, &sPath)
SI nCount = HR_E_ABSENT ALORS nCount = 0
SI nCount < 0 ALORS HrResult("hr_json_count", nCount)
RENVOYER nCount

// The name of a member, nIndex from 0; "" behind the last one.
PROCÉDURE HrJsonKey(sJson est une chaîne ANSI, sPointer est une chaîne UNICODE, nIndex est un entier) : chaîne UNICODE
SI sJson = "" ALORS RENVOYER ""
sSource est une chaîne ANSI = sJson + Caract(0)
sPath est une chaîne ANSI = HrText(sPointer)
nText est un entier système = 0
nCode est un entier = Api_hr_json_key(&sSource, &sPath, nIndex, &nText)
SI nCode <> HR_OK ET nCode <> HR_E_ABSENT ALORS HrResult("hr_json_key", nCode)
RENVOYER HrTakeUnicode(nText)

// A text as a JSON string with its quotes, for a configuration or a body.
PROCÉDURE HrJsonQuote(sText est une chaîne UNICODE) : chaîne UNICODE
sSource est une chaîne ANSI = HrText(sText)
nText est un entier système = 0
nCode est un entier = Api_hr_json_quote(&sSource, &nText)
SI nCode <> HR_OK ALORS HrResult("hr_json_quote", nCode)
RENVOYER HrTakeUnicode(nText)

// ---- Handles ----

// The handle, or 0.
PROCÉDURE HrOpen(sConfigurationJson est une chaîne UNICODE) : entier
SI HrAbiVersion() <> HR_ABI_VERSION ALORS
	gstHrError.nCode = 1
	gstHrError.sName = ""
	gstHrError.sOperation = "hr_open"
	gstHrError.sReason = ""
	gstHrError.sOutcome = ""
	gstHrError.sJson = ""
	gstHrError.sMessage = "hr.dll has another version of the interface than this collection"
	gstHrError.sMessageFr = "hr.dll n'a pas la même version de l'interface que cette collection"
	RENVOYER 0
FIN
sConfiguration est une chaîne ANSI = HrText(sConfigurationJson)
nHandle est un entier = 0
nText est un entier système = 0
nCode est un entier = Api_hr_open(&sConfiguration, &nHandle, &nText)
HrAnswer("hr_open", nCode, nText)
RENVOYER nHandle

PROCÉDURE HrClose(nHandle est un entier) : entier
RENVOYER HrResult("hr_close", Api_hr_close(nHandle))

PROCÉDURE HrCancel(nHandle est un entier) : entier
RENVOYER HrResult("hr_cancel", Api_hr_cancel(nHandle))

// A stop ends calls for good, also those that begin later, of handles that have it (HrSetStop). 0: it failed.
PROCÉDURE HrStopNew() : entier
nStop est un entier = 0
HrResult("hr_stop_new", Api_hr_stop_new(&nStop))
RENVOYER nStop

PROCÉDURE HrStop(nStop est un entier) : entier
RENVOYER HrResult("hr_stop", Api_hr_stop(nStop))

PROCÉDURE HrStopFree(nStop est un entier) : entier
RENVOYER HrResult("hr_stop_free", Api_hr_stop_free(nStop))

// nStop: 0 for none.
PROCÉDURE HrSetStop(nHandle est un entier, nStop est un entier) : entier
RENVOYER HrResult("hr_set_stop", Api_hr_set_stop(nHandle, nStop))

// nReceiver: the address of a procedure, or 0 for nobody.
PROCÉDURE HrSetProgress(nHandle est un entier, nReceiver est un entier système) : entier
nUser est un entier système = 0
RENVOYER HrResult("hr_set_progress", Api_hr_set_progress(nHandle, nReceiver, nUser))

PROCÉDURE HrState(nHandle est un entier) : chaîne ANSI
nText est un entier système = 0
nCode est un entier = Api_hr_state(nHandle, &nText)
RENVOYER HrAnswer("hr_state", nCode, nText)

PROCÉDURE HrDiagnose(nHandle est un entier) : chaîne ANSI
nText est un entier système = 0
nCode est un entier = Api_hr_diagnose(nHandle, &nText)
RENVOYER HrAnswer("hr_diagnose", nCode, nText)

// ---- The steps ----

PROCÉDURE HrTicket(nHandle est un entier) : chaîne ANSI
nText est un entier système = 0
nCode est un entier = Api_hr_ticket(nHandle, &nText)
RENVOYER HrAnswer("hr_ticket", nCode, nText)

PROCÉDURE HrTicketSet(nHandle est un entier, sTicket est une chaîne UNICODE) : chaîne ANSI
sBytes est une chaîne ANSI = HrText(sTicket)
nText est un entier système = 0
nCode est un entier = Api_hr_ticket_set(nHandle, &sBytes, &nText)
RENVOYER HrAnswer("hr_ticket_set", nCode, nText)

PROCÉDURE HrReady(nHandle est un entier) : chaîne ANSI
nText est un entier système = 0
nCode est un entier = Api_hr_ready(nHandle, &nText)
RENVOYER HrAnswer("hr_ready", nCode, nText)

PROCÉDURE HrLogin(nHandle est un entier, sCardToken est une chaîne UNICODE, sPinCode est une chaîne UNICODE) : chaîne ANSI
sToken est une chaîne ANSI = HrText(sCardToken)
sPin est une chaîne ANSI = HrText(sPinCode)
nText est un entier système = 0
nCode est un entier = Api_hr_login(nHandle, &sToken, &sPin, &nText)
sPin = ""
RENVOYER HrAnswer("hr_login", nCode, nText)

// Only because a person decided so, never by program; HrConnect with HrChoice(0) presents a held PIN without a permit that
// may be left over. An empty token: the card of the login that was held back last.
PROCÉDURE HrPinRetryAllow(nHandle est un entier, sCardToken est une chaîne UNICODE) : chaîne ANSI
sToken est une chaîne ANSI = HrText(sCardToken)
nToken, nText sont des entiers système
SI sCardToken <> "" ALORS nToken = &sToken
nCode est un entier = Api_hr_pin_retry_allow(nHandle, nToken, &nText)
RENVOYER HrAnswer("hr_pin_retry_allow", nCode, nText)

PROCÉDURE HrSessionSet(nHandle est un entier, sServiceUrl est une chaîne UNICODE, sBearer est une chaîne UNICODE) : chaîne ANSI
sUrl est une chaîne ANSI = HrText(sServiceUrl)
sBytes est une chaîne ANSI = HrText(sBearer)
nText est un entier système = 0
nCode est un entier = Api_hr_session_set(nHandle, &sUrl, &sBytes, &nText)
RENVOYER HrAnswer("hr_session_set", nCode, nText)

PROCÉDURE HrProfilePut(nHandle est un entier, sPayloadJson est une chaîne UNICODE) : chaîne ANSI
sPayload est une chaîne ANSI = HrText(sPayloadJson)
nText est un entier système = 0
nCode est un entier = Api_hr_profile_put(nHandle, &sPayload, &nText)
RENVOYER HrAnswer("hr_profile_put", nCode, nText)

PROCÉDURE HrProfileSelect(nHandle est un entier, sSituationId est une chaîne UNICODE) : chaîne ANSI
sId est une chaîne ANSI = HrText(sSituationId)
nText est un entier système = 0
nCode est un entier = Api_hr_profile_select(nHandle, &sId, &nText)
RENVOYER HrAnswer("hr_profile_select", nCode, nText)

// An empty trait is left out of the search.
PROCÉDURE HrPatientSearch(nHandle est un entier, sNom est une chaîne UNICODE, sPrenom est une chaîne UNICODE, sDateNaissance est une chaîne UNICODE, sSexe est une chaîne UNICODE) : chaîne ANSI
sLast est une chaîne ANSI = HrText(sNom)
sFirst est une chaîne ANSI = HrText(sPrenom)
sBirth est une chaîne ANSI = HrText(sDateNaissance)
sSex est une chaîne ANSI = HrText(sSexe)
nLast, nFirst, nBirth, nSex, nText sont des entiers système
SI sNom <> "" ALORS nLast = &sLast
SI sPrenom <> "" ALORS nFirst = &sFirst
SI sDateNaissance <> "" ALORS nBirth = &sBirth
SI sSexe <> "" ALORS nSex = &sSex
nCode est un entier = Api_hr_patient_search(nHandle, nLast, nFirst, nBirth, nSex, &nText)
RENVOYER HrAnswer("hr_patient_search", nCode, nText)

PROCÉDURE HrPatientGet(nHandle est un entier) : chaîne ANSI
nText est un entier système = 0
nCode est un entier = Api_hr_patient_get(nHandle, &nText)
RENVOYER HrAnswer("hr_patient_get", nCode, nText)

PROCÉDURE HrPatientUpdate(nHandle est un entier, sBodyJson est une chaîne UNICODE) : chaîne ANSI
sBody est une chaîne ANSI = HrText(sBodyJson)
nText est un entier système = 0
nCode est un entier = Api_hr_patient_update(nHandle, &sBody, &nText)
RENVOYER HrAnswer("hr_patient_update", nCode, nText)

// An empty body is none.
PROCÉDURE HrRequest(nHandle est un entier, sMethod est une chaîne UNICODE, sPath est une chaîne UNICODE, sBodyJson est une chaîne UNICODE) : chaîne ANSI
sVerb est une chaîne ANSI = HrText(sMethod)
sTarget est une chaîne ANSI = HrText(sPath)
sBody est une chaîne ANSI = HrText(sBodyJson)
nBody, nText sont des entiers système
SI sBodyJson <> "" ALORS nBody = &sBody
nCode est un entier = Api_hr_request(nHandle, &sVerb, &sTarget, nBody, &nText)
RENVOYER HrAnswer("hr_request", nCode, nText)

// An empty body is none.
PROCÉDURE HrDmpOpen(nHandle est un entier, sPatientId est une chaîne UNICODE, sBodyJson est une chaîne UNICODE) : chaîne ANSI
sId est une chaîne ANSI = HrText(sPatientId)
sBody est une chaîne ANSI = HrText(sBodyJson)
nBody, nText sont des entiers système
SI sBodyJson <> "" ALORS nBody = &sBody
nCode est un entier = Api_hr_dmp_open(nHandle, &sId, nBody, &nText)
RENVOYER HrAnswer("hr_dmp_open", nCode, nText)

// An empty file name: the last part of the path is the name that is sent.
PROCÉDURE HrDmpSend(nHandle est un entier, sPatientId est une chaîne UNICODE, sPath est une chaîne UNICODE, sFileName est une chaîne UNICODE, sActivityType est une chaîne UNICODE, sTypeCode est une chaîne UNICODE) : chaîne ANSI
sId est une chaîne ANSI = HrText(sPatientId)
sFile est une chaîne ANSI = HrText(sPath)
sName est une chaîne ANSI = HrText(sFileName)
sActivity est une chaîne ANSI = HrText(sActivityType)
sType est une chaîne ANSI = HrText(sTypeCode)
nName, nText sont des entiers système
SI sFileName <> "" ALORS nName = &sName
nCode est un entier = Api_hr_dmp_send(nHandle, &sId, &sFile, nName, &sActivity, &sType, &nText)
RENVOYER HrAnswer("hr_dmp_send", nCode, nText)

PROCÉDURE HrDmpSendBytes(nHandle est un entier, sPatientId est une chaîne UNICODE, bufData est un Buffer, sFileName est une chaîne UNICODE, sActivityType est une chaîne UNICODE, sTypeCode est une chaîne UNICODE) : chaîne ANSI
sId est une chaîne ANSI = HrText(sPatientId)
sName est une chaîne ANSI = HrText(sFileName)
sActivity est une chaîne ANSI = HrText(sActivityType)
sType est une chaîne ANSI = HrText(sTypeCode)
nLength est un entier = Taille(bufData)
nText est un entier système = 0
nCode est un entier = Api_hr_dmp_send_bytes(nHandle, &sId, &bufData, nLength, &sName, &sActivity, &sType, &nText)
RENVOYER HrAnswer("hr_dmp_send_bytes", nCode, nText)

// Waits until a card fits, up to nTimeoutMs (0 asks once). sCardJson: members that its entry must have, such as
// {"cardType":"CPS"}; "" is any card.
PROCÉDURE HrWaitCard(nHandle est un entier, sCardJson est une chaîne UNICODE, nTimeoutMs est un entier) : chaîne ANSI
sCard est une chaîne ANSI = HrText(sCardJson)
nCard, nText sont des entiers système
SI sCardJson <> "" ALORS nCard = &sCard
nCode est un entier = Api_hr_wait_card(nHandle, nCard, nTimeoutMs, &nText)
RENVOYER HrAnswer("hr_wait_card", nCode, nText)

// Steps 1 to 4. sRequestJson: "" is none. sPinCode: as a person typed it; "": the library asks for it, or goes on with the open session. While
// HrErrorField("/ask") says what a person is asked, call again with the PIN and, as sRequestJson, HrChoice of the person.
PROCÉDURE HrConnect(nHandle est un entier, sRequestJson est une chaîne UNICODE, sPinCode est une chaîne UNICODE) : chaîne ANSI
sRequest est une chaîne ANSI = HrText(sRequestJson)
sPin est une chaîne ANSI = HrText(sPinCode)
nRequest, nPin, nText sont des entiers système
SI sRequestJson <> "" ALORS nRequest = &sRequest
SI sPinCode <> "" ALORS nPin = &sPin
nCode est un entier = Api_hr_connect(nHandle, nRequest, nPin, &nText)
sPin = ""
RENVOYER HrAnswer("hr_connect", nCode, nText)

// What the person reads of a choice of the last error, nIndex from 0; "" behind the last one.
PROCÉDURE HrChoiceLabel(nIndex est un entier) : chaîne UNICODE
RENVOYER HrErrorField("/choices/" + nIndex + "/label_fr")

// The members of the next request for a choice, as a JSON object; "" where it is only to be read.
PROCÉDURE HrChoice(nIndex est un entier) : chaîne UNICODE
RENVOYER HrErrorField("/choices/" + nIndex + "/value")

// Steps 5 and 6. sTraitsJson: of HrTraits; sPatientId: who is meant, or "". Where nobody knows whether others have the traits,
// HrErrorField("/ask") is "patient": a person compares before anything is sent.
PROCÉDURE HrPatientFind(nHandle est un entier, sTraitsJson est une chaîne UNICODE, sPatientId est une chaîne UNICODE) : chaîne ANSI
sMembers est une chaîne UNICODE = HrMember("", "patient_id", sPatientId)
SI sMembers <> "" ALORS sMembers = sMembers + ","
sRequest est une chaîne ANSI = HrText("{" + sMembers + """patient"":" + sTraitsJson + "}")
nText est un entier système = 0
nCode est un entier = Api_hr_patient_find(nHandle, &sRequest, &nText)
RENVOYER HrAnswer("hr_patient_find", nCode, nText)

// Steps 5 to 9. sRequestJson: of HrDepositRequest. After a failure HrErrorField("/documents/0/message_fr") says how the first
// document ended. The same call again sends what was not accepted, and no document twice.
PROCÉDURE HrDeposit(nHandle est un entier, sRequestJson est une chaîne UNICODE) : chaîne ANSI
sRequest est une chaîne ANSI = HrText(sRequestJson)
nText est un entier système = 0
nCode est un entier = Api_hr_deposit(nHandle, &sRequest, &nText)
RENVOYER HrAnswer("hr_deposit", nCode, nText)

// The same for one document from memory: its sPath is "", its sFileName is not.
PROCÉDURE HrDepositBytes(nHandle est un entier, sRequestJson est une chaîne UNICODE, bufData est un Buffer) : chaîne ANSI
sRequest est une chaîne ANSI = HrText(sRequestJson)
nLength est un entier = Taille(bufData)
nText est un entier système = 0
nCode est un entier = Api_hr_deposit_bytes(nHandle, &sRequest, &bufData, nLength, &nText)
RENVOYER HrAnswer("hr_deposit_bytes", nCode, nText)

// The traits as JSON; "" is left out.
PROCÉDURE HrTraits(sNom est une chaîne UNICODE, sPrenom est une chaîne UNICODE, sDateNaissance est une chaîne UNICODE, sSexe est une chaîne UNICODE) : chaîne UNICODE
sMembers est une chaîne UNICODE = HrMember("", "nom", sNom)
sMembers = HrMember(sMembers, "prenom", sPrenom)
sMembers = HrMember(sMembers, "date_naissance", sDateNaissance)
RENVOYER "{" + HrMember(sMembers, "sexe", sSexe) + "}"

// One document of the patient who was found: sPatientId is "/patient_id" of HrPatientFind, sTraitsJson what was searched.
// sUpdateJson: what a person signed for, or "".
PROCÉDURE HrDepositRequest(sTraitsJson est une chaîne UNICODE, sPatientId est une chaîne UNICODE, stDocument est une STHrDocument, sUpdateJson est une chaîne UNICODE) : chaîne UNICODE
sMembers est une chaîne UNICODE = HrMember("", "path", stDocument.sPath)
sMembers = HrMember(sMembers, "type_code", stDocument.sTypeCode)
sMembers = HrMember(sMembers, "activity_type", stDocument.sActivityType)
sMembers = HrMember(sMembers, "filename", stDocument.sFileName)
sRequest est une chaîne UNICODE = HrMember("", "patient_id", sPatientId)
SI sRequest <> "" ALORS sRequest = sRequest + ","
sRequest = "{" + sRequest + """patient"":" + sTraitsJson + ",""documents"":[{" + sMembers + "}]"
SI sUpdateJson <> "" ALORS sRequest = sRequest + ",""update"":" + sUpdateJson
RENVOYER sRequest + "}"

PROCÉDURE HrMember(sMembers est une chaîne UNICODE, sName est une chaîne, sValue est une chaîne UNICODE) : chaîne UNICODE
SI sValue = "" ALORS
	RENVOYER sMembers
FIN
SI sMembers <> "" ALORS
	RENVOYER sMembers + ",""" + sName + """:" + HrJsonQuote(sValue)
FIN
RENVOYER """" + sName + """:" + HrJsonQuote(sValue)

// The text of the last call of this handle that changed something, as often as asked.
PROCÉDURE HrLast(nHandle est un entier) : chaîne ANSI
nText est un entier système = 0
nCode est un entier = Api_hr_last(nHandle, &nText)
RENVOYER HrAnswer("hr_last", nCode, nText)

// Only because a person decided so after a look into the record, never by program. sEntry: "entry" of the error object, or
// of an entry of HrJournal.
PROCÉDURE HrDmpResendAllow(nHandle est un entier, sEntry est une chaîne UNICODE) : chaîne ANSI
sDoubt est une chaîne ANSI = HrText(sEntry)
nText est un entier système = 0
nCode est un entier = Api_hr_dmp_resend_allow(nHandle, &sDoubt, &nText)
RENVOYER HrAnswer("hr_dmp_resend_allow", nCode, nText)

// Only because a person found the document in the record, never by program. sEntry: as for HrDmpResendAllow.
PROCÉDURE HrDmpFound(nHandle est un entier, sEntry est une chaîne UNICODE) : chaîne ANSI
sDoubt est une chaîne ANSI = HrText(sEntry)
nText est un entier système = 0
nCode est un entier = Api_hr_dmp_found(nHandle, &sDoubt, &nText)
RENVOYER HrAnswer("hr_dmp_found", nCode, nText)

// The uploads of the journal, the newest first. sFilterJson, such as {"doubt":true}, says which; empty: the newest 100.
PROCÉDURE HrJournal(nHandle est un entier, sFilterJson est une chaîne UNICODE) : chaîne ANSI
sFilter est une chaîne ANSI = HrText(sFilterJson)
nFilter, nText sont des entiers système
SI sFilterJson <> "" ALORS nFilter = &sFilter
nCode est un entier = Api_hr_journal(nHandle, nFilter, &nText)
RENVOYER HrAnswer("hr_journal", nCode, nText)
