// Generated from include/hr.h by cargo xtask bindings: do not edit.
//
// The constants and functions of include/hr.h, in its order. Api_hr_open calls hr_open, with n for a number and p for an
// address; the procedures of HealthRecord.wl call these.

// ---- Declarations of the collection ----

CONSTANTE
	// The call did what it was asked to do.
	HR_OK = 0
	// An argument is NULL, not UTF-8, empty where it may not be, or not of the form its comment asks for.
	HR_E_ARGUMENT = -1
	// The handle is 0, was closed, was never given out, or belongs to the process that forked this one. When a callback
	// forks, the child gets it as well, with outcome "unknown" where the call changes something.
	HR_E_HANDLE = -2
	// Another call on the same handle is running. Nothing was sent; calls never wait for each other.
	HR_E_BUSY = -3
	// A step that must come before this one is missing; the remedy names it. Nothing was sent.
	HR_E_STATE = -4
	// The configuration given to hr_open cannot serve this call; the remedy names the key.
	HR_E_CONFIG = -5
	// The document cannot be opened or read, or it changed while it was being sent.
	HR_E_FILE = -6
	// Something exceeds what can be handled: no memory for it, no handle left, or too many documents in doubt.
	HR_E_TOO_LARGE = -7
	// The PIN was not presented, because that could spend a try of the card without need.
	HR_E_PIN_GUARD = -8
	// hr_cancel, hr_close, hr_stop or the progress callback stopped the call.
	HR_E_CANCELLED = -9
	// A person must choose: `ask` says what, `choices` from what, and a next call with the answer goes on.
	HR_E_CHOICE = -10
	// No card that was asked for is in the reader.
	HR_E_NO_CARD = -11
	// The service answered for another patient than the one of `patient_id`. No record was opened, and nothing was changed
	// unless `reason` is "other_patient_updated".
	HR_E_OTHER_PATIENT = -12
	// The file of the key `journal` cannot be used; `reason` says why. Nothing was sent.
	HR_E_JOURNAL = -13
	// Nothing is at the place of a JSON text that the pointer leads to, or null; or no call has ended that hr_last could
	// speak of.
	HR_E_ABSENT = -14
	// Nothing listens at the card client's address: it is not installed or not running.
	HR_E_CARD_CLIENT_ABSENT = -100
	// The server could not be reached: unknown name, refused connection, no route.
	HR_E_CONNECT = -101
	// The time allowed by `timeouts` ran out; `phase` says where.
	HR_E_TIMEOUT = -102
	// The server's certificate was refused, or no TLS connection could be set up.
	HR_E_TLS = -103
	// The proxy refused or could not be used.
	HR_E_PROXY = -104
	// The connection ended before the call was complete.
	HR_E_INTERRUPTED = -105
	// Everything was sent and no answer came: the call may or may not have taken effect. `cause` says why.
	HR_E_IN_DOUBT = -106
	// The reply is not what the interface describes; the remedy names what is missing or wrong.
	HR_E_REPLY = -200
	// The server refused the request (a 4xx status that has no code of its own here).
	HR_E_REFUSED = -201
	// The server did not accept the credential (401 or 403).
	HR_E_UNAUTHORIZED = -202
	// The server does not know what was asked for (404).
	HR_E_NOT_FOUND = -203
	// The request contradicts what the server holds (409), or what is known about another sending of the document.
	HR_E_CONFLICT = -204
	// The server asks to wait (429); `retry_after_s` says how long, when the server said so.
	HR_E_RATE_LIMITED = -205
	// The server failed (5xx).
	HR_E_SERVER = -206
	// The card client answered with a `status.code` other than 0; `service_code` holds it.
	HR_E_CARD_STATUS = -207
	// The server answered with a redirection, which is never followed.
	HR_E_REDIRECT = -208
	// The library failed inside. The handle still answers; please report it.
	HR_E_PANIC = -900
	// The version of the binary contract that hr.h describes; see hr_abi_version.
	HR_ABI_VERSION = 2
	// No log (the state at start).
	HR_LOG_OFF = 0
	// Calls that failed.
	HR_LOG_ERROR = 1
	// Also calls that succeeded: method, path template, status, duration.
	HR_LOG_INFO = 2
	// Also handles opened and closed.
	HR_LOG_DEBUG = 3
FIN

// ---- Procedures ----

// The version of the binary contract of the library that is loaded.
PROCÉDURE Api_hr_abi_version() : entier
RENVOYER HrCode(API(gsHrDll, HrName("abi_version")))

// The version of the library, by semantic versioning.
PROCÉDURE Api_hr_version() : entier système
RENVOYER API(gsHrDll, HrName("version"))

// The name of a code, such as "HR_E_TIMEOUT" for -102.
PROCÉDURE Api_hr_code_name(nCode est un entier) : entier système
RENVOYER API(gsHrDll, HrName("code_name"), nCode)

// Wipes and frees a text that this library gave through an `out_json` argument.
PROCÉDURE Api_hr_free(pText est un entier système)
API(gsHrDll, HrName("free"), pText)

// Copies a text into a buffer of the caller's, for languages that cannot read through a pointer.
PROCÉDURE Api_hr_text_copy(pText est un entier système, pBuffer est un entier système, nCapacity est un entier) : entier
RENVOYER HrCode(API(gsHrDll, HrName("text_copy"), pText, pBuffer, nCapacity))

// Copies a text into a buffer of the caller's as UTF-16, for VB6, PowerBuilder, WinDev and others.
PROCÉDURE Api_hr_text_copy_utf16(pText est un entier système, pBuffer est un entier système, nCapacity est un entier) : entier
RENVOYER HrCode(API(gsHrDll, HrName("text_copy_utf16"), pText, pBuffer, nCapacity))

// Sets who receives log lines, for the whole process.
PROCÉDURE Api_hr_set_log(pFn est un entier système, pUser est un entier système, nLevel est un entier) : entier
RENVOYER HrCode(API(gsHrDll, HrName("set_log"), pFn, pUser, nLevel))

// Reads one value out of a JSON text, such as a result or an error object of this library.
PROCÉDURE Api_hr_json_get(pJson est un entier système, pPointer est un entier système, pOutText est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("json_get"), pJson, pPointer, pOutText))

// The kind of a value in a JSON text.
PROCÉDURE Api_hr_json_kind(pJson est un entier système, pPointer est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("json_kind"), pJson, pPointer))

// The number of elements of an array, or of members of an object, in a JSON text.
PROCÉDURE Api_hr_json_count(pJson est un entier système, pPointer est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("json_count"), pJson, pPointer))

// The name of one member of an object in a JSON text.
PROCÉDURE Api_hr_json_key(pJson est un entier système, pPointer est un entier système, nIndex est un entier, pOutText est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("json_key"), pJson, pPointer, nIndex, pOutText))

// Writes a text as a JSON string, to build a request with.
PROCÉDURE Api_hr_json_quote(pText est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("json_quote"), pText, pOutJson))

// Opens a handle: reads the configuration, checks it, sends nothing.
PROCÉDURE Api_hr_open(pConfigJson est un entier système, pOutHandle est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("open"), pConfigJson, pOutHandle, pOutJson))

// Closes a handle and drops its secrets.
PROCÉDURE Api_hr_close(nHandle est un entier) : entier
RENVOYER HrCode(API(gsHrDll, HrName("close"), nHandle))

// Stops the call that runs on a handle.
PROCÉDURE Api_hr_cancel(nHandle est un entier) : entier
RENVOYER HrCode(API(gsHrDll, HrName("cancel"), nHandle))

// Sets the receiver of the progress of this handle's uploads.
PROCÉDURE Api_hr_set_progress(nHandle est un entier, pFn est un entier système, pUser est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("set_progress"), nHandle, pFn, pUser))

// Reports what a handle holds. Sends nothing, and answers also while a call runs on the handle.
PROCÉDURE Api_hr_state(nHandle est un entier, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("state"), nHandle, pOutJson))

// Gives the text of the handle's last ended call that changes something once more, for a host that lost it between the
// library's return and its own hands: to an asynchronous exception, an aborted thread, a cancelled future. Sends
// nothing, and answers also while a call runs on the handle.
PROCÉDURE Api_hr_last(nHandle est un entier, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("last"), nHandle, pOutJson))

// Makes a stop: something that ends calls for good, for hosts whose cancellation may come before the call that it is
// meant for.
PROCÉDURE Api_hr_stop_new(pOutStop est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("stop_new"), pOutStop))

// Stops the calls that run under a stop, and those that will begin under it.
PROCÉDURE Api_hr_stop(nStopId est un entier) : entier
RENVOYER HrCode(API(gsHrDll, HrName("stop"), nStopId))

// Gives a stop back.
PROCÉDURE Api_hr_stop_free(nStopId est un entier) : entier
RENVOYER HrCode(API(gsHrDll, HrName("stop_free"), nStopId))

// Sets the stop under which this thread begins its calls on a handle, in place of the one before.
PROCÉDURE Api_hr_set_stop(nHandle est un entier, nStopId est un entier) : entier
RENVOYER HrCode(API(gsHrDll, HrName("set_stop"), nHandle, nStopId))

// Step 1: gets a license ticket from the license server.
PROCÉDURE Api_hr_ticket(nHandle est un entier, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("ticket"), nHandle, pOutJson))

// Step 1, elsewhere: takes over a ticket that the vendor's own server fetched, so that the license bearer stays off the
// workstation.
PROCÉDURE Api_hr_ticket_set(nHandle est un entier, pTicket est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("ticket_set"), nHandle, pTicket, pOutJson))

// Step 2: asks the card client which cards are in the reader.
PROCÉDURE Api_hr_ready(nHandle est un entier, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("ready"), nHandle, pOutJson))

// Step 3: presents a PIN to a card, once, and opens a session with the resource service.
PROCÉDURE Api_hr_login(nHandle est un entier, pCardToken est un entier système, pPinCode est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("login"), nHandle, pCardToken, pPinCode, pOutJson))

// After "pin_held": a person is sure of the PIN, so let one more presentation through.
PROCÉDURE Api_hr_pin_retry_allow(nHandle est un entier, pCardToken est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("pin_retry_allow"), nHandle, pCardToken, pOutJson))

// Step 3, elsewhere: adopts a login that was made by a browser page calling the card client.
PROCÉDURE Api_hr_session_set(nHandle est un entier, pServiceUrl est un entier système, pBearer est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("session_set"), nHandle, pServiceUrl, pBearer, pOutJson))

// Step 4, first half: PUT {serviceUrl}/user-profiles. Only when the login did not identify the professional.
PROCÉDURE Api_hr_profile_put(nHandle est un entier, pPayloadJson est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("profile_put"), nHandle, pPayloadJson, pOutJson))

// Step 4, second half: GET {serviceUrl}/user-profiles/{situation.id}/select.
PROCÉDURE Api_hr_profile_select(nHandle est un entier, pSituationId est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("profile_select"), nHandle, pSituationId, pOutJson))

// Step 5: GET {serviceUrl}/patient/search, the search of an identity (INS) by traits.
PROCÉDURE Api_hr_patient_search(nHandle est un entier, pNom est un entier système, pPrenom est un entier système, pDateNaissance est un entier système, pSexe est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("patient_search"), nHandle, pNom, pPrenom, pDateNaissance, pSexe, pOutJson))

// Step 6: GET {serviceUrl}/patient, the parameters of the patient.
PROCÉDURE Api_hr_patient_get(nHandle est un entier, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("patient_get"), nHandle, pOutJson))

// Step 7: POST {serviceUrl}/patient, only when hr_patient_get said updateNeeded.
PROCÉDURE Api_hr_patient_update(nHandle est un entier, pBodyJson est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("patient_update"), nHandle, pBodyJson, pOutJson))

// Any other call under the service URL, with the session's bearer.
PROCÉDURE Api_hr_request(nHandle est un entier, pMethod est un entier système, pPath est un entier système, pBodyJson est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("request"), nHandle, pMethod, pPath, pBodyJson, pOutJson))

// Checks, without a login, what the nine calls need: the configuration, the journal, the license server, the clock, the
// ticket, the card client and its cards.
PROCÉDURE Api_hr_diagnose(nHandle est un entier, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("diagnose"), nHandle, pOutJson))

// Step 8: PUT {serviceUrl}/dmp/{patient_id}, opens the patient's shared record.
PROCÉDURE Api_hr_dmp_open(nHandle est un entier, pPatientId est un entier système, pBodyJson est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("dmp_open"), nHandle, pPatientId, pBodyJson, pOutJson))

// Step 9: POST {serviceUrl}/dmp/{patient_id}/unique/doc/send, uploads a document from a file.
PROCÉDURE Api_hr_dmp_send(nHandle est un entier, pPatientId est un entier système, pPath est un entier système, pFilename est un entier système, pActivityType est un entier système, pTypeCode est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("dmp_send"), nHandle, pPatientId, pPath, pFilename, pActivityType, pTypeCode, pOutJson))

// Step 9, from memory: as hr_dmp_send, with the document's bytes instead of a path.
PROCÉDURE Api_hr_dmp_send_bytes(nHandle est un entier, pPatientId est un entier système, pData est un entier système, nLength est un entier, pFilename est un entier système, pActivityType est un entier système, pTypeCode est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("dmp_send_bytes"), nHandle, pPatientId, pData, nLength, pFilename, pActivityType, pTypeCode, pOutJson))

// After HR_E_CONFLICT at "library": a person decided to send a document again although it is not known whether the
// earlier sending arrived.
PROCÉDURE Api_hr_dmp_resend_allow(nHandle est un entier, pEntry est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("dmp_resend_allow"), nHandle, pEntry, pOutJson))

// After HR_E_CONFLICT at "library", or HR_E_IN_DOUBT: a person found the document in the patient's record.
PROCÉDURE Api_hr_dmp_found(nHandle est un entier, pEntry est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("dmp_found"), nHandle, pEntry, pOutJson))

// The uploads that the journal knows, the newest first, of all processes that name it.
PROCÉDURE Api_hr_journal(nHandle est un entier, pFilterJson est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("journal"), nHandle, pFilterJson, pOutJson))

// Waits until a card is in the reader: asks the card client as hr_ready does, and again 500 ms after each answer; after
// the time it is not asked again. A license ticket is fetched as hr_ticket does when the handle has none, and once in a
// call after a 401 of the card client; without license_url and license_bearer neither is done. Presents no PIN.
PROCÉDURE Api_hr_wait_card(nHandle est un entier, pCardJson est un entier système, nTimeoutMs est un entier, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("wait_card"), nHandle, pCardJson, nTimeoutMs, pOutJson))

// Logs in with one call: ticket, cards, PIN and, where it is asked for, the professional's situation (steps 1 to 4).
PROCÉDURE Api_hr_connect(nHandle est un entier, pRequestJson est un entier système, pPinCode est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("connect"), nHandle, pRequestJson, pPinCode, pOutJson))

// Finds a patient: hr_patient_search, then hr_patient_get (steps 5 and 6). No data is changed.
PROCÉDURE Api_hr_patient_find(nHandle est un entier, pRequestJson est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("patient_find"), nHandle, pRequestJson, pOutJson))

// Deposits documents into a patient's shared record with one call: finds and reads the patient, makes the update that
// is asked for, opens the record, sends each document (steps 5 to 9).
PROCÉDURE Api_hr_deposit(nHandle est un entier, pRequestJson est un entier système, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("deposit"), nHandle, pRequestJson, pOutJson))

// Deposits one document from memory: as hr_deposit, with the document's bytes instead of a path. It is known and
// compared as one from a file is.
PROCÉDURE Api_hr_deposit_bytes(nHandle est un entier, pRequestJson est un entier système, pData est un entier système, nLength est un entier, pOutJson est un entier système) : entier
RENVOYER HrCode(API(gsHrDll, HrName("deposit_bytes"), nHandle, pRequestJson, pData, nLength, pOutJson))
