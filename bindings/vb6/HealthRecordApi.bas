Attribute VB_Name = "HealthRecordApi"
' Generated from include/hr.h by cargo xtask bindings: do not edit.
Option Explicit

' The functions and numbers of include/hr.h as a 32-bit program calls them, in the header's order. Each hr_ function of
' the header is hr32_ here: the same function, called as stdcall. HrLoad of HealthRecordLoading comes first.
'
' A Long stands for every pointer: to NUL-terminated UTF-8 (HealthRecordText makes it and reads it), to a document's
' bytes, or to a function of a .bas module (AddressOf). String is nowhere: VB6 would turn it into ANSI.
'
' Each function has an Alias because the editor changes the case of names, and the library's names have one case.

' The call did what it was asked to do.
Public Const HR_OK As Long = 0
' An argument is NULL, not UTF-8, empty where it may not be, or not of the form its comment asks for.
Public Const HR_E_ARGUMENT As Long = -1
' The handle is 0, was closed, was never given out, or belongs to the process that forked this one. When a callback
' forks, the child gets it as well, with outcome "unknown" where the call changes something.
Public Const HR_E_HANDLE As Long = -2
' Another call on the same handle is running. Nothing was sent; calls never wait for each other.
Public Const HR_E_BUSY As Long = -3
' A step that must come before this one is missing; the remedy names it. Nothing was sent.
Public Const HR_E_STATE As Long = -4
' The configuration given to hr_open cannot serve this call; the remedy names the key.
Public Const HR_E_CONFIG As Long = -5
' The document cannot be opened or read, or it changed while it was being sent.
Public Const HR_E_FILE As Long = -6
' Something exceeds what can be handled: no memory for it, no handle left, or too many documents in doubt.
Public Const HR_E_TOO_LARGE As Long = -7
' The PIN was not presented, because that could spend a try of the card without need.
Public Const HR_E_PIN_GUARD As Long = -8
' hr_cancel, hr_close, hr_stop or the progress callback stopped the call.
Public Const HR_E_CANCELLED As Long = -9
' A person must choose: `ask` says what, `choices` from what, and a next call with the answer goes on.
Public Const HR_E_CHOICE As Long = -10
' No card that was asked for is in the reader.
Public Const HR_E_NO_CARD As Long = -11
' The service answered for another patient than the one of `patient_id`. No record was opened, and nothing was changed
' unless `reason` is "other_patient_updated".
Public Const HR_E_OTHER_PATIENT As Long = -12
' The file of the key `journal` cannot be used; `reason` says why. Nothing was sent.
Public Const HR_E_JOURNAL As Long = -13
' Nothing is at the place of a JSON text that the pointer leads to, or null; or no call has ended that hr_last could
' speak of.
Public Const HR_E_ABSENT As Long = -14
' Nothing listens at the card client's address: it is not installed or not running.
Public Const HR_E_CARD_CLIENT_ABSENT As Long = -100
' The server could not be reached: unknown name, refused connection, no route.
Public Const HR_E_CONNECT As Long = -101
' The time allowed by `timeouts` ran out; `phase` says where.
Public Const HR_E_TIMEOUT As Long = -102
' The server's certificate was refused, or no TLS connection could be set up.
Public Const HR_E_TLS As Long = -103
' The proxy refused or could not be used.
Public Const HR_E_PROXY As Long = -104
' The connection ended before the call was complete.
Public Const HR_E_INTERRUPTED As Long = -105
' Everything was sent and no answer came: the call may or may not have taken effect. `cause` says why.
Public Const HR_E_IN_DOUBT As Long = -106
' The reply is not what the interface describes; the remedy names what is missing or wrong.
Public Const HR_E_REPLY As Long = -200
' The server refused the request (a 4xx status that has no code of its own here).
Public Const HR_E_REFUSED As Long = -201
' The server did not accept the credential (401 or 403).
Public Const HR_E_UNAUTHORIZED As Long = -202
' The server does not know what was asked for (404).
Public Const HR_E_NOT_FOUND As Long = -203
' The request contradicts what the server holds (409), or what is known about another sending of the document.
Public Const HR_E_CONFLICT As Long = -204
' The server asks to wait (429); `retry_after_s` says how long, when the server said so.
Public Const HR_E_RATE_LIMITED As Long = -205
' The server failed (5xx).
Public Const HR_E_SERVER As Long = -206
' The card client answered with a `status.code` other than 0; `service_code` holds it.
Public Const HR_E_CARD_STATUS As Long = -207
' The server answered with a redirection, which is never followed.
Public Const HR_E_REDIRECT As Long = -208
' The library failed inside. The handle still answers; please report it.
Public Const HR_E_PANIC As Long = -900
' The version of the binary contract that hr.h describes; see hr_abi_version.
Public Const HR_ABI_VERSION As Long = 2
' No log (the state at start).
Public Const HR_LOG_OFF As Long = 0
' Calls that failed.
Public Const HR_LOG_ERROR As Long = 1
' Also calls that succeeded: method, path template, status, duration.
Public Const HR_LOG_INFO As Long = 2
' Also handles opened and closed.
Public Const HR_LOG_DEBUG As Long = 3

' The version of the binary contract of the library that is loaded.
Public Declare Function hr32_abi_version Lib "hr.dll" Alias "hr32_abi_version" () As Long

' The version of the library, by semantic versioning.
Public Declare Function hr32_version Lib "hr.dll" Alias "hr32_version" () As Long

' The name of a code, such as "HR_E_TIMEOUT" for -102.
Public Declare Function hr32_code_name Lib "hr.dll" Alias "hr32_code_name" (ByVal code As Long) As Long

' Wipes and frees a text that this library gave through an `out_json` argument.
Public Declare Sub hr32_free Lib "hr.dll" Alias "hr32_free" (ByVal text As Long)

' Copies a text into a buffer of the caller's, for languages that cannot read through a pointer.
Public Declare Function hr32_text_copy Lib "hr.dll" Alias "hr32_text_copy" ( _
    ByVal text As Long, ByVal buffer As Long, ByVal capacity As Long) As Long

' Copies a text into a buffer of the caller's as UTF-16, for VB6, PowerBuilder, WinDev and others.
Public Declare Function hr32_text_copy_utf16 Lib "hr.dll" Alias "hr32_text_copy_utf16" ( _
    ByVal text As Long, ByVal buffer As Long, ByVal capacity As Long) As Long

' Sets who receives log lines, for the whole process.
Public Declare Function hr32_set_log Lib "hr.dll" Alias "hr32_set_log" ( _
    ByVal fn As Long, ByVal user As Long, ByVal level As Long) As Long

' Reads one value out of a JSON text, such as a result or an error object of this library.
Public Declare Function hr32_json_get Lib "hr.dll" Alias "hr32_json_get" ( _
    ByVal json As Long, ByVal pointer As Long, ByRef out_text As Long) As Long

' The kind of a value in a JSON text.
Public Declare Function hr32_json_kind Lib "hr.dll" Alias "hr32_json_kind" ( _
    ByVal json As Long, ByVal pointer As Long) As Long

' The number of elements of an array, or of members of an object, in a JSON text.
Public Declare Function hr32_json_count Lib "hr.dll" Alias "hr32_json_count" ( _
    ByVal json As Long, ByVal pointer As Long) As Long

' The name of one member of an object in a JSON text.
Public Declare Function hr32_json_key Lib "hr.dll" Alias "hr32_json_key" ( _
    ByVal json As Long, ByVal pointer As Long, ByVal index As Long, ByRef out_text As Long) As Long

' Writes a text as a JSON string, to build a request with.
Public Declare Function hr32_json_quote Lib "hr.dll" Alias "hr32_json_quote" ( _
    ByVal text As Long, ByRef out_json As Long) As Long

' Opens a handle: reads the configuration, checks it, sends nothing.
Public Declare Function hr32_open Lib "hr.dll" Alias "hr32_open" ( _
    ByVal config_json As Long, ByRef out_handle As Long, ByRef out_json As Long) As Long

' Closes a handle and drops its secrets.
Public Declare Function hr32_close Lib "hr.dll" Alias "hr32_close" (ByVal handle As Long) As Long

' Stops the call that runs on a handle.
Public Declare Function hr32_cancel Lib "hr.dll" Alias "hr32_cancel" (ByVal handle As Long) As Long

' Sets the receiver of the progress of this handle's uploads.
Public Declare Function hr32_set_progress Lib "hr.dll" Alias "hr32_set_progress" ( _
    ByVal handle As Long, ByVal fn As Long, ByVal user As Long) As Long

' Reports what a handle holds. Sends nothing, and answers also while a call runs on the handle.
Public Declare Function hr32_state Lib "hr.dll" Alias "hr32_state" ( _
    ByVal handle As Long, ByRef out_json As Long) As Long

' Gives the text of the handle's last ended call that changes something once more, for a host that lost it between the
' library's return and its own hands: to an asynchronous exception, an aborted thread, a cancelled future. Sends
' nothing, and answers also while a call runs on the handle.
Public Declare Function hr32_last Lib "hr.dll" Alias "hr32_last" (ByVal handle As Long, ByRef out_json As Long) As Long

' Makes a stop: something that ends calls for good, for hosts whose cancellation may come before the call that it is
' meant for.
Public Declare Function hr32_stop_new Lib "hr.dll" Alias "hr32_stop_new" (ByRef out_stop As Long) As Long

' Stops the calls that run under a stop, and those that will begin under it.
Public Declare Function hr32_stop Lib "hr.dll" Alias "hr32_stop" (ByVal stop_id As Long) As Long

' Gives a stop back.
Public Declare Function hr32_stop_free Lib "hr.dll" Alias "hr32_stop_free" (ByVal stop_id As Long) As Long

' Sets the stop under which this thread begins its calls on a handle, in place of the one before.
Public Declare Function hr32_set_stop Lib "hr.dll" Alias "hr32_set_stop" ( _
    ByVal handle As Long, ByVal stop_id As Long) As Long

' Step 1: gets a license ticket from the license server.
Public Declare Function hr32_ticket Lib "hr.dll" Alias "hr32_ticket" ( _
    ByVal handle As Long, ByRef out_json As Long) As Long

' Step 1, elsewhere: takes over a ticket that the vendor's own server fetched, so that the license bearer stays off the
' workstation.
Public Declare Function hr32_ticket_set Lib "hr.dll" Alias "hr32_ticket_set" ( _
    ByVal handle As Long, ByVal ticket As Long, ByRef out_json As Long) As Long

' Step 2: asks the card client which cards are in the reader.
Public Declare Function hr32_ready Lib "hr.dll" Alias "hr32_ready" ( _
    ByVal handle As Long, ByRef out_json As Long) As Long

' Step 3: presents a PIN to a card, once, and opens a session with the resource service.
Public Declare Function hr32_login Lib "hr.dll" Alias "hr32_login" ( _
    ByVal handle As Long, ByVal card_token As Long, ByVal pin_code As Long, ByRef out_json As Long) As Long

' After "pin_held": a person is sure of the PIN, so let one more presentation through.
Public Declare Function hr32_pin_retry_allow Lib "hr.dll" Alias "hr32_pin_retry_allow" ( _
    ByVal handle As Long, ByVal card_token As Long, ByRef out_json As Long) As Long

' Step 3, elsewhere: adopts a login that was made by a browser page calling the card client.
Public Declare Function hr32_session_set Lib "hr.dll" Alias "hr32_session_set" ( _
    ByVal handle As Long, ByVal service_url As Long, ByVal bearer As Long, ByRef out_json As Long) As Long

' Step 4, first half: PUT {serviceUrl}/user-profiles. Only when the login did not identify the professional.
Public Declare Function hr32_profile_put Lib "hr.dll" Alias "hr32_profile_put" ( _
    ByVal handle As Long, ByVal payload_json As Long, ByRef out_json As Long) As Long

' Step 4, second half: GET {serviceUrl}/user-profiles/{situation.id}/select.
Public Declare Function hr32_profile_select Lib "hr.dll" Alias "hr32_profile_select" ( _
    ByVal handle As Long, ByVal situation_id As Long, ByRef out_json As Long) As Long

' Step 5: GET {serviceUrl}/patient/search, the search of an identity (INS) by traits.
Public Declare Function hr32_patient_search Lib "hr.dll" Alias "hr32_patient_search" ( _
    ByVal handle As Long, ByVal nom As Long, ByVal prenom As Long, ByVal date_naissance As Long, ByVal sexe As Long, _
    ByRef out_json As Long) As Long

' Step 6: GET {serviceUrl}/patient, the parameters of the patient.
Public Declare Function hr32_patient_get Lib "hr.dll" Alias "hr32_patient_get" ( _
    ByVal handle As Long, ByRef out_json As Long) As Long

' Step 7: POST {serviceUrl}/patient, only when hr_patient_get said updateNeeded.
Public Declare Function hr32_patient_update Lib "hr.dll" Alias "hr32_patient_update" ( _
    ByVal handle As Long, ByVal body_json As Long, ByRef out_json As Long) As Long

' Any other call under the service URL, with the session's bearer.
Public Declare Function hr32_request Lib "hr.dll" Alias "hr32_request" ( _
    ByVal handle As Long, ByVal method As Long, ByVal path As Long, ByVal body_json As Long, _
    ByRef out_json As Long) As Long

' Checks, without a login, what the nine calls need: the configuration, the journal, the license server, the clock, the
' ticket, the card client and its cards.
Public Declare Function hr32_diagnose Lib "hr.dll" Alias "hr32_diagnose" ( _
    ByVal handle As Long, ByRef out_json As Long) As Long

' Step 8: PUT {serviceUrl}/dmp/{patient_id}, opens the patient's shared record.
Public Declare Function hr32_dmp_open Lib "hr.dll" Alias "hr32_dmp_open" ( _
    ByVal handle As Long, ByVal patient_id As Long, ByVal body_json As Long, ByRef out_json As Long) As Long

' Step 9: POST {serviceUrl}/dmp/{patient_id}/unique/doc/send, uploads a document from a file.
Public Declare Function hr32_dmp_send Lib "hr.dll" Alias "hr32_dmp_send" ( _
    ByVal handle As Long, ByVal patient_id As Long, ByVal path As Long, ByVal filename As Long, _
    ByVal activity_type As Long, ByVal type_code As Long, ByRef out_json As Long) As Long

' Step 9, from memory: as hr_dmp_send, with the document's bytes instead of a path.
Public Declare Function hr32_dmp_send_bytes Lib "hr.dll" Alias "hr32_dmp_send_bytes" ( _
    ByVal handle As Long, ByVal patient_id As Long, ByVal data As Long, ByVal length As Long, ByVal filename As Long, _
    ByVal activity_type As Long, ByVal type_code As Long, ByRef out_json As Long) As Long

' After HR_E_CONFLICT at "library": a person decided to send a document again although it is not known whether the
' earlier sending arrived.
Public Declare Function hr32_dmp_resend_allow Lib "hr.dll" Alias "hr32_dmp_resend_allow" ( _
    ByVal handle As Long, ByVal entry As Long, ByRef out_json As Long) As Long

' After HR_E_CONFLICT at "library", or HR_E_IN_DOUBT: a person found the document in the patient's record.
Public Declare Function hr32_dmp_found Lib "hr.dll" Alias "hr32_dmp_found" ( _
    ByVal handle As Long, ByVal entry As Long, ByRef out_json As Long) As Long

' The uploads that the journal knows, the newest first, of all processes that name it.
Public Declare Function hr32_journal Lib "hr.dll" Alias "hr32_journal" ( _
    ByVal handle As Long, ByVal filter_json As Long, ByRef out_json As Long) As Long

' Waits until a card is in the reader: asks the card client as hr_ready does, and again 500 ms after each answer; after
' the time it is not asked again. A license ticket is fetched as hr_ticket does when the handle has none, and once in a
' call after a 401 of the card client; without license_url and license_bearer neither is done. Presents no PIN.
Public Declare Function hr32_wait_card Lib "hr.dll" Alias "hr32_wait_card" ( _
    ByVal handle As Long, ByVal card_json As Long, ByVal timeout_ms As Long, ByRef out_json As Long) As Long

' Logs in with one call: ticket, cards, PIN and, where it is asked for, the professional's situation (steps 1 to 4).
Public Declare Function hr32_connect Lib "hr.dll" Alias "hr32_connect" ( _
    ByVal handle As Long, ByVal request_json As Long, ByVal pin_code As Long, ByRef out_json As Long) As Long

' Finds a patient: hr_patient_search, then hr_patient_get (steps 5 and 6). No data is changed.
Public Declare Function hr32_patient_find Lib "hr.dll" Alias "hr32_patient_find" ( _
    ByVal handle As Long, ByVal request_json As Long, ByRef out_json As Long) As Long

' Deposits documents into a patient's shared record with one call: finds and reads the patient, makes the update that is
' asked for, opens the record, sends each document (steps 5 to 9).
Public Declare Function hr32_deposit Lib "hr.dll" Alias "hr32_deposit" ( _
    ByVal handle As Long, ByVal request_json As Long, ByRef out_json As Long) As Long

' Deposits one document from memory: as hr_deposit, with the document's bytes instead of a path. It is known and
' compared as one from a file is.
Public Declare Function hr32_deposit_bytes Lib "hr.dll" Alias "hr32_deposit_bytes" ( _
    ByVal handle As Long, ByVal request_json As Long, ByVal data As Long, ByVal length As Long, _
    ByRef out_json As Long) As Long
