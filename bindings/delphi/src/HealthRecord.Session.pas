{ Generated from include/hr.h and schema/ by cargo xtask bindings: do not edit. }
unit HealthRecord.Session;

{ The single calls, one method a function of the library. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HealthRecord.Calls, HealthRecord.Json, HealthRecord.Types;

type
  /// A handle of the library. Calls block up to their timeout; one at a time (HR_E_BUSY), from any thread. Each raises
  /// EHealthRecord or a class of it. An empty text stands for NULL where the comment speaks of NULL.
  THrSession = class(THrHandle)
  public
    /// Stops the call that runs on a handle.
    ///
    /// The call ends within milliseconds (within 20 ms of looking up a name, 10 ms of connecting, 200 ms where the
    /// system does not wake a blocked thread) with HR_E_CANCELLED, or with HR_E_IN_DOUBT when everything was sent;
    /// `outcome` says what had left. When no call runs nothing happens, and the next call is not affected.
    ///
    /// Any thread, at any time, also from the callbacks. Never waits.
    /// @returns(@unorderedList(
    /// @item(HR_OK the call that runs is being stopped, or none runs)
    /// @item(HR_E_HANDLE not open in this process)
    /// ))
    procedure Cancel;
    /// Reports what a handle holds. Sends nothing, and answers also while a call runs on the handle.
    ///
    /// Any thread.
    /// @returns(@unorderedList(
    /// @item(HR_OK out_json holds the state)
    /// @item(HR_E_HANDLE not open in this process)
    /// ))
    function State: THrState;
    /// Gives the text of the handle's last ended call that changes something once more, for a host that lost it between
    /// the library's return and its own hands: to an asynchronous exception, an aborted thread, a cancelled future.
    /// Sends nothing, and answers also while a call runs on the handle.
    ///
    /// These calls are hr_login, hr_profile_put, hr_profile_select, hr_patient_update, hr_dmp_open, hr_dmp_send,
    /// hr_dmp_send_bytes, hr_connect, hr_deposit, hr_deposit_bytes, and hr_request but for GET, HEAD and OPTIONS. Each
    /// one that has begun replaces the text when it ends, however it ends: also when it sent nothing, for its arguments
    /// or for its place in the order of calls, so that an older success never answers for a newer call. Only a call
    /// that gave HR_E_BUSY or HR_E_HANDLE did not begin. A host that does not know whether its call began compares
    /// `operation` of an error, and `reference` or `sha256` of a document. The text is kept in memory that is wiped,
    /// until the next such call ends or hr_close; it may hold the bearer and what a person may choose from, as the
    /// call's own did.
    ///
    /// Any thread, also from the callbacks. While a call runs it gives the text of the one that ended before.
    /// @returns(@unorderedList(
    /// @item(HR_OK out_json holds the text, that of an error too; given as often as asked)
    /// @item(HR_E_HANDLE not open in this process)
    /// @item(HR_E_ABSENT no call that changes something has ended on this handle)
    /// @item(HR_E_TOO_LARGE there is no memory, or there was none to keep the text)
    /// ))
    function Last: TJson;
    /// Sets the stop under which this thread begins its calls on a handle, in place of the one before.
    ///
    /// It counts for the calls that send something: the calls of every service call, listed at the top of this header,
    /// hr_wait_card, hr_connect, hr_patient_find, hr_deposit and hr_deposit_bytes. All others ignore it, such as
    /// hr_state, hr_last, hr_journal and what a person decides. Calls of other threads on the handle are not stopped by
    /// it. One stop may be set for many handles and by many threads.
    ///
    /// Any thread, also while a call runs on the handle. What was set goes with the thread, and with the handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the calls that this thread begins on the handle from now on have the stop; one that runs keeps its
    /// own)
    /// @item(HR_E_HANDLE the handle is not open in this process, or stop_id is no stop of it; nothing was changed)
    /// ))
    procedure SetStop(StopId: Integer);
    /// Step 1: gets a license ticket from the license server.
    ///
    /// Sends {license_url}/v1/license/ticket with the license bearer, by the method that `ticket_method` names (the
    /// interface shows POST and GET). The ticket is kept in the handle for steps 2 and 3.
    ///
    /// Also the codes of every service call, listed at the top of hr.h.
    ///
    /// May be called again when the ticket has expired; the license server sets how long it is valid and does not say
    /// so.
    ///
    /// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the handle holds the ticket)
    /// @item(HR_E_CONFIG license_url or license_bearer is not configured)
    /// @item(HR_E_REPLY the reply has no usable licenseTicket)
    /// @item(HR_E_UNAUTHORIZED the license server does not accept the license bearer)
    /// @item(HR_E_REFUSED a 4xx without a code of its own; after a 405 the remedy names ticket_method)
    /// @item(HR_E_NOT_FOUND the server answered 404: the remedy names ticket_method)
    /// @item(HR_E_SERVER the server answered 5xx; after a 501 the remedy names ticket_method)
    /// ))
    function Ticket: THrTicket;
    /// Step 1, elsewhere: takes over a ticket that the vendor's own server fetched, so that the license bearer stays
    /// off the workstation.
    ///
    /// Sends nothing. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the handle holds the ticket)
    /// @item(HR_E_ARGUMENT ticket is NULL, not UTF-8, empty, too long, or has characters that cannot stand in a header)
    /// @item(HR_E_HANDLE not open in this process)
    /// @item(HR_E_BUSY a call runs on the handle)
    /// ))
    function TicketSet(const Ticket: string): THrNextCall;
    /// Step 2: asks the card client which cards are in the reader.
    ///
    /// Sends {local_url}/direct/ready in the form that `card_form` names. Never through a proxy.
    ///
    /// Also the codes of every service call, listed at the top of hr.h.
    ///
    /// Changes nothing on the card. Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the handle holds the list of cards)
    /// @item(HR_E_STATE the handle has no ticket)
    /// @item(HR_E_CONFIG local_url is a name that does not lead to this computer, or the process that listens there may
    /// not receive ticket and PIN (see hr_login))
    /// @item(HR_E_CARD_CLIENT_ABSENT nothing listens at local_url)
    /// @item(HR_E_CARD_STATUS status.code is not 0; service_code and service_message hold the card client's status)
    /// @item(HR_E_REPLY the reply has no data.data)
    /// @item(HR_E_UNAUTHORIZED the card client does not accept the ticket; after a 401 the handle has dropped it: get a
    /// new one)
    /// @item(HR_E_REFUSED a 4xx without a code of its own; after a 405 the remedy names card_form)
    /// @item(HR_E_NOT_FOUND the card client answered 404: the remedy names card_form)
    /// @item(HR_E_SERVER the card client answered 5xx; after a 501 the remedy names card_form)
    /// ))
    function Ready: THrCards;
    /// Step 3: presents a PIN to a card, once, and opens a session with the resource service.
    ///
    /// Sends {local_url}/direct/login in the form that `card_form` names, on a fresh connection, without any retry. A
    /// card locks after a few wrong PINs, so a login is held back (HR_E_PIN_GUARD, nothing is sent), for the whole
    /// process and all its handles; `reason` says why:
    ///
    /// @preformatted(
    ///   - "pin_in_use": another login with this card is running. Wait for its end; no permit helps;
    ///   - "ready_needed": since a login with this card that did not succeed there was no hr_ready;
    ///   - "pin_held": this PIN was presented to this card without success. A person decides
    ///     (hr_pin_retry_allow).
    /// )
    ///
    /// However a login ended, it holds its PIN on that card unless it succeeded. What was not sent (`outcome` not_sent)
    /// leaves nothing. No reply and no counter lifts a hold: pinAttempt is passed through and decides nothing. Another
    /// PIN, which a person has typed, is free after hr_ready. PINs that differ in blanks alone, or in the script of
    /// their digits, count as one PIN; what is sent is what you pass. A success forgets what was held for this card,
    /// and what its permit was for.
    ///
    /// A card is known by serial and idNat, not by its token, however a list writes them: as text or number, in JSON or
    /// percent escapes, with blanks, signs or leading zeros, in either case, in digits of any script. Letters and
    /// digits alone count; without any ("-", "000") one is left out. Where it is, two entries may be the same card, and
    /// what is held for one is held for both; only a success of exactly this card, with a serial, forgets. The process
    /// remembers 4,096 presentations without success, as digests under a key of its own. Beyond these every PIN of
    /// every card is held until a login with the card succeeds; a permit helps.
    ///
    /// With a journal each presentation is recorded there before it is sent. This process judges those that it made PIN
    /// by PIN; for other processes, and after a restart, a card with a presentation that did not succeed, or has no
    /// end, holds every PIN back ("pin_held") until a person decides or a login with the card succeeds. While the
    /// process that presents a PIN runs, it is "pin_in_use". A damaged line of the journal holds each card back until a
    /// login with it succeeds or a permit is used.
    ///
    /// On a terminal server, or with fast user switching, whoever takes the card client's port first would receive
    /// ticket and PIN. So before hr_ready and hr_login send a byte, over TLS too, the library looks up the process at
    /// the other end of the connection: on Windows its session, on Linux its user. Unless that is this process's own,
    /// nothing is sent (`outcome` not_sent), and `reason` says why; card_client_owners at hr_open names what can be
    /// accepted:
    ///
    /// @preformatted(
    ///   - "card_client_other_session": another session, another one of the same user's among them; on Linux
    ///     another user but root. It cannot be accepted. A host that runs as a service, or as root, has that as its own;
    ///   - "card_client_service", "card_client_http_sys", "card_client_unknown": accepted where the list has the
    ///     word behind card_client_.
    /// )
    ///
    /// The code is HR_E_CONFIG, as for a local_url that leads to another computer: a process does listen, so it is not
    /// HR_E_CARD_CLIENT_ABSENT or HR_E_CONNECT, waiting does not help, and the configuration has to change. When the
    /// system's table has no row for the connection yet, the library waits for it, 53 milliseconds at most.
    ///
    /// Sending a login ends the session that the handle had, also when the login fails.
    ///
    /// Also the codes of every service call, listed at the top of hr.h. Errors carry `outcome`.
    ///
    /// Blocks up to timeouts.login_ms. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the session is open)
    /// @item(HR_E_ARGUMENT NULL, not UTF-8, a PIN without a visible character, or a token that is not in the last list)
    /// @item(HR_E_STATE the handle has no ticket, or no list of cards)
    /// @item(HR_E_PIN_GUARD the PIN was held back, see above; `reason` says why)
    /// @item(HR_E_JOURNAL the journal cannot be used; nothing was sent (outcome "not_sent"), and `reason` says why)
    /// @item(HR_E_CONFIG the process at local_url may not receive ticket and PIN (see above), or local_url leads to
    /// another computer)
    /// @item(HR_E_CARD_CLIENT_ABSENT nothing listens at local_url)
    /// @item(HR_E_CARD_STATUS the card client reports a problem, such as a wrong PIN; `reason` names it, by card_codes)
    /// @item(HR_E_UNAUTHORIZED 401 or 403: the PIN or the ticket was refused; after a 401 the handle has dropped the
    /// ticket: get a new one)
    /// @item(HR_E_REPLY the reply has no usable bearer or serviceUrl (https, or loopback))
    /// @item(HR_E_IN_DOUBT everything was sent and no answer came; it counts as a spent try)
    /// @item(HR_E_REFUSED a 4xx without a code of its own; after a 405 the remedy names card_form)
    /// @item(HR_E_NOT_FOUND the card client answered 404: the remedy names card_form)
    /// @item(HR_E_SERVER the card client answered 5xx; after a 501 the remedy names card_form)
    /// ))
    function Login(const CardToken: string; const PinCode: string): THrLogin;
    /// After "pin_held": a person is sure of the PIN, so let one more presentation through.
    ///
    /// Call it only because a person decided so, never automatically; a PIN that a person types after reading
    /// "pin_held" is such a decision. It covers the PINs of this card that are held now, and the next login with this
    /// card, of whatever PIN, uses it up unless the PIN was not sent. Where the entry may be several cards, it is one
    /// login all the same, with whichever of them comes first. A fresh hr_ready is needed before or after this call.
    ///
    /// Sends nothing. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK one more presentation is permitted)
    /// @item(HR_E_ARGUMENT not UTF-8, a token that the last list does not have, or a card of which no PIN is held; for
    /// NULL, no login of this handle was held back)
    /// @item(HR_E_JOURNAL the journal cannot be read or written, and nothing is permitted)
    /// @item(HR_E_CANCELLED hr_cancel or hr_close ended the wait for the journal)
    /// @item(HR_E_STATE a token was given, and the handle has no list of cards)
    /// @item(HR_E_HANDLE not open in this process)
    /// @item(HR_E_BUSY a call runs on the handle)
    /// ))
    function PinRetryAllow(const CardToken: string = ''): THrNextCall;
    /// Step 3, elsewhere: adopts a login that was made by a browser page calling the card client.
    ///
    /// The service keeps one current patient in a session. So the handles of this process that have one session, by
    /// this call or by hr_login, share it (same bearer, same host and port): a search by one makes the others read
    /// again, and hr_patient_get is HR_E_STATE on them until it has succeeded, or, where they have searched and not yet
    /// read, until they search again. hr_patient_search, hr_patient_get, hr_patient_update and hr_dmp_open have the
    /// current patient to themselves until they end, hr_patient_find and hr_deposit from the search until the patient
    /// is read and the record open. Another call waits for it as long as its first request may last, then ends with
    /// HR_E_BUSY, reason "session_in_use". What another process does with the session cannot be seen here: compare
    /// patient_id, or give it to hr_deposit.
    ///
    /// Sends nothing. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the handle has this session; one that it had before is replaced)
    /// @item(HR_E_ARGUMENT NULL, not UTF-8, or an address or a bearer that cannot be used)
    /// @item(HR_E_HANDLE not open in this process)
    /// @item(HR_E_BUSY a call runs on the handle)
    /// ))
    function SessionSet(const ServiceUrl: string; const Bearer: string): THrNextCall;
    /// Step 4, first half: PUT {serviceUrl}/user-profiles. Only when the login did not identify the professional.
    ///
    /// Also the codes of every service call, listed at the top of hr.h. Errors carry `outcome`.
    ///
    /// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the service accepted the payload)
    /// @item(HR_E_ARGUMENT payload_json is NULL, not UTF-8, or not JSON)
    /// @item(HR_E_STATE the handle has no session)
    /// @item(HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session)
    /// ))
    function ProfilePut(const PayloadJson: string): THrDone;
    /// Step 4, second half: GET {serviceUrl}/user-profiles/{situation.id}/select.
    ///
    /// Also the codes of every service call, listed at the top of hr.h. Errors carry `outcome`, since selecting changes
    /// the session at the other side.
    ///
    /// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the situation is selected)
    /// @item(HR_E_ARGUMENT situation_id is NULL, not UTF-8, or cannot be one part of a path)
    /// @item(HR_E_STATE the handle has no session)
    /// @item(HR_E_NOT_FOUND the service does not know the situation (404))
    /// @item(HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session)
    /// ))
    function ProfileSelect(const SituationId: string): THrDone;
    /// Step 5: GET {serviceUrl}/patient/search, the search of an identity (INS) by traits.
    ///
    /// Traits are passed as given, percent-encoded; the interface does not show their formats. NULL leaves a trait out
    /// of the request, an empty text sends it empty. Each may have 1,024 bytes.
    ///
    /// Also the codes of every service call, listed at the top of hr.h.
    ///
    /// Afterwards an update needs a new hr_patient_get, since the service may now speak of another patient. After any
    /// other code than HR_OK, whatever the reason, hr_patient_get is HR_E_STATE until a search succeeds: the service
    /// might still answer with the patient before. Blocks up to timeouts.call_ms. Any thread; one call at a time per
    /// handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the service answered, which does not mean that exactly one patient has these traits: the interface
    /// does not show the reply, so look into `raw`, and compare the patient that hr_patient_get returns)
    /// @item(HR_E_ARGUMENT a trait is not UTF-8 or too long)
    /// @item(HR_E_STATE the handle has no session)
    /// @item(HR_E_NOT_FOUND the service answered 404)
    /// @item(HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session)
    /// ))
    function PatientSearch(const Nom: string = ''; const Prenom: string = ''; const DateNaissance: string = '';
      const Sexe: string = ''): THrAnswered;
    /// Step 6: GET {serviceUrl}/patient, the parameters of the patient.
    ///
    /// Also the codes of every service call, listed at the top of hr.h.
    ///
    /// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the handle holds the patient's parameters)
    /// @item(HR_E_STATE the handle has no session, its last hr_patient_search or the last one of this session did not
    /// succeed, or another handle has searched since this one did)
    /// @item(HR_E_REPLY patient_id, insQualified or alimentationConsent is missing or of another type)
    /// @item(HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session)
    /// ))
    function PatientGet: THrPatient;
    /// Step 7: POST {serviceUrl}/patient, only when hr_patient_get said updateNeeded.
    ///
    /// Consent is the patient's, and whoever has checked an identity document signs for the qualification of the
    /// identity: ask before claiming either. When the body or the reply says of insQualified or alimentationConsent, as
    /// a member at any depth, anything but true, the update counts as not made, and the record stays closed until an
    /// hr_patient_get finds both true.
    ///
    /// Also the codes of every service call, listed at the top of hr.h. Errors carry `outcome`.
    ///
    /// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the service accepted the update)
    /// @item(HR_E_ARGUMENT body_json is NULL, not UTF-8, or not JSON)
    /// @item(HR_E_STATE the handle has no session, made no hr_patient_get since the last search, or the last one did
    /// not ask for an update)
    /// @item(HR_E_CONFLICT the service answered 409)
    /// @item(HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session)
    /// ))
    function PatientUpdate(const BodyJson: string): THrDone;
    /// Any other call under the service URL, with the session's bearer.
    ///
    /// Also the codes of every service call, listed at the top of hr.h. Errors of methods that change something carry
    /// `outcome`.
    ///
    /// The rules of order and the refusal to send a document twice do not see what is sent this way, but for a request
    /// to /patient/search, which counts as a search. So does each path that a server may take for it: with escapes,
    /// also within escapes, in other letters, with parameters or an extension. Blocks up to timeouts.call_ms. Any
    /// thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the service answered with a 2xx)
    /// @item(HR_E_ARGUMENT NULL, not UTF-8, not JSON, another method, or an unusable path)
    /// @item(HR_E_STATE the handle has no session)
    /// ))
    function Request(const Method: string; const Path: string; const BodyJson: string = ''): THrResponse;
    /// Step 8: PUT {serviceUrl}/dmp/{patient_id}, opens the patient's shared record.
    ///
    /// Also the codes of every service call, listed at the top of hr.h. Errors carry `outcome`.
    ///
    /// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the record is open for this patient)
    /// @item(HR_E_ARGUMENT NULL, not UTF-8, an id that cannot be one part of a path, or a body that is not JSON)
    /// @item(HR_E_STATE the handle has no session; no hr_patient_get of this session returned this patient_id; or the
    /// last one that did asked for an update that was not made (the patient may have opposed))
    /// @item(HR_E_NOT_FOUND the service does not know the patient (404))
    /// @item(HR_E_CONFLICT the service answered 409)
    /// @item(HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session)
    /// ))
    function DmpOpen(const PatientId: string; const BodyJson: string = ''): THrDone;
    /// Step 9: POST {serviceUrl}/dmp/{patient_id}/unique/doc/send, uploads a document from a file.
    ///
    /// Sends multipart/form-data with file, filename, activity_type and type_code, once, on a fresh connection, with an
    /// exact Content-Length. The file is read while it is sent: memory does not grow with it. Before the last bytes
    /// leave, the file's length and times are compared with those at its opening: a service never receives the whole of
    /// a file that is seen to have changed meanwhile. What a program writes through a memory map that it already holds,
    /// or within one step of the file system's clock (up to 16 ms, 2 s on FAT) after an earlier change, may change
    /// neither length nor times: sha256 then identifies what was sent. On Linux a file that is renamed or deleted
    /// counts as changed.
    ///
    /// On Windows nobody can write to the file while it is sent; it may be read, renamed and deleted. A file that
    /// another program holds without sharing it, has open for writing, or has locked in part, is tried for half a
    /// second: then HR_E_FILE with reason "file_locked". Opening and reading that hang, as with a network drive whose
    /// server is gone or a file that is fetched when it is read (OneDrive), end with the call's time (HR_E_TIMEOUT at
    /// "library") and with hr_cancel, as far as the drive's software allows. On other systems neither ends them: the
    /// call returns when the system gives the file up.
    ///
    /// A document (same content, patient and type_code, by handles with one license_url) whose sending ended with
    /// outcome "unknown" or "accepted_unreadable" is in doubt: it is refused until hr_dmp_resend_allow. Each such end
    /// is a doubt of its own, in place of the document's earlier one; `entry` names it. A document that another call is
    /// sending is refused as well. Both are seen before anything is sent, or at the latest before the last bytes leave.
    /// A doubt ends when a sending that was permitted is accepted. A handle without a journal goes by the memory of
    /// this process; one with a journal by the journal alone, for all processes that name it and after a restart: an
    /// upload that has no end because its process was killed is in doubt. The document is then read once before it is
    /// sent, and the record that its upload begins is on the disk before the first byte leaves.
    ///
    /// Also the codes of every service call, listed at the top of hr.h. Errors carry `outcome`: send again only after
    /// "not_sent" and "incomplete".
    ///
    /// Blocks up to timeouts.upload_ms. Any thread; one call at a time per handle. See hr_set_progress.
    /// @returns(@unorderedList(
    /// @item(HR_OK the service has definitely accepted the document)
    /// @item(HR_E_ARGUMENT NULL, not UTF-8, or an id or name that cannot be sent)
    /// @item(HR_E_STATE the handle has no session, or the record is not open for this patient)
    /// @item(HR_E_FILE the file is missing, not readable, not a regular file, held by another program (reason
    /// "file_locked"), or it changed while it was sent (outcome "incomplete"))
    /// @item(HR_E_CONFLICT with at "library" (outcome "rejected"): the document is in doubt, and `entry` names the
    /// doubt; or, with reason "document_in_use", another call is sending it: wait for its end and look at that. With at
    /// "service": the service answered 409)
    /// @item(HR_E_JOURNAL the journal cannot be used; nothing was sent (outcome "not_sent"), and `reason` says why)
    /// @item(HR_E_TOO_LARGE without a journal, 10,000 documents are in doubt and no other is sent; or no memory)
    /// @item(HR_E_TIMEOUT with at "library": reading the document, or comparing it with one in doubt, took all the
    /// time, and no service has the whole of it. Otherwise as in every service call)
    /// @item(HR_E_IN_DOUBT everything was sent and no answer came)
    /// @item(HR_E_REFUSED such as 413, also when the server refuses before it has read everything)
    /// @item(HR_E_CANCELLED hr_cancel, hr_close or the progress callback stopped the upload)
    /// @item(HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session)
    /// ))
    function DmpSend(const PatientId: string; const Path: string; const Filename: string; const ActivityType: string;
      const TypeCode: string): THrUpload;
    /// Step 9, from memory: as hr_dmp_send, with the document's bytes instead of a path.
    ///
    /// The other codes are those of hr_dmp_send, for the same causes.
    ///
    /// Blocks up to timeouts.upload_ms. Any thread; one call at a time per handle. See hr_set_progress.
    /// @returns(@unorderedList(
    /// @item(HR_OK the service has definitely accepted the document)
    /// @item(HR_E_ARGUMENT as for hr_dmp_send; also when length is negative, or data is NULL with a length above 0)
    /// @item(HR_E_FILE the bytes are not those that were compared beforehand)
    /// ))
    function DmpSendBytes(const PatientId: string; Data: Pointer; Length: Integer; const Filename: string;
      const ActivityType: string; const TypeCode: string): THrUpload;
    /// After HR_E_CONFLICT at "library": a person decided to send a document again although it is not known whether the
    /// earlier sending arrived.
    ///
    /// Call it only because a person decided so, after looking into the record, never automatically. It covers one
    /// sending of the document of this doubt, for its patient and type_code; the document may then be in the record
    /// twice. A sending that ends "not_sent" or "incomplete" does not use it up.
    ///
    /// Sends nothing. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK one more sending of the document is permitted)
    /// @item(HR_E_ARGUMENT NULL, not UTF-8, no entry, or nothing is held back for it: no such doubt (any more), one
    /// that a later sending of the document has replaced, or a sending of it is on its way)
    /// @item(HR_E_JOURNAL the journal cannot be read or written, and nothing is permitted)
    /// @item(HR_E_CANCELLED hr_cancel or hr_close ended the wait for the journal)
    /// @item(HR_E_HANDLE not open in this process)
    /// @item(HR_E_BUSY a call runs on the handle)
    /// ))
    function DmpResendAllow(const Entry: string): THrNextCall;
    /// After HR_E_CONFLICT at "library", or HR_E_IN_DOUBT: a person found the document in the patient's record.
    ///
    /// The doubt ends as "accepted": the document can be sent again, as one that was accepted can. Call it only because
    /// a person looked into the record.
    ///
    /// Sends nothing. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the doubt is settled)
    /// @item(HR_E_ARGUMENT as for hr_dmp_resend_allow)
    /// @item(HR_E_JOURNAL the journal cannot be read or written, and the doubt stays)
    /// @item(HR_E_CANCELLED hr_cancel or hr_close ended the wait for the journal)
    /// @item(HR_E_HANDLE not open in this process)
    /// @item(HR_E_BUSY a call runs on the handle)
    /// ))
    function DmpFound(const Entry: string): THrNextCall;
    /// The uploads that the journal knows, the newest first, of all processes that name it.
    ///
    /// The order is that of the file; the times are what the clocks said. An upload whose begin has no end counts as
    /// "unknown" once its process has ended, or the call that made it. A damaged line is listed as a doubt about an
    /// unknown document, with null for what it said; it refuses nothing, and nobody can decide about it.
    ///
    /// Sends nothing. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK also when nothing fits)
    /// @item(HR_E_ARGUMENT not UTF-8, not a JSON object, or with a member that is unknown, repeated or not of its form)
    /// @item(HR_E_CONFIG the configuration has no `journal`)
    /// @item(HR_E_JOURNAL the journal cannot be read; `reason` says why)
    /// @item(HR_E_CANCELLED hr_cancel or hr_close ended the wait for another call of this process)
    /// @item(HR_E_TOO_LARGE no memory)
    /// @item(HR_E_HANDLE not open in this process)
    /// @item(HR_E_BUSY a call runs on the handle)
    /// ))
    function Journal(const FilterJson: string = ''): THrJournal;
    /// Waits until a card is in the reader: asks the card client as hr_ready does, and again 500 ms after each answer;
    /// after the time it is not asked again. A license ticket is fetched as hr_ticket does when the handle has none,
    /// and once in a call after a 401 of the card client; without license_url and license_bearer neither is done.
    /// Presents no PIN.
    ///
    /// Also the codes of every service call, listed at the top of hr.h, and of hr_ticket and hr_ready, with `step`, the
    /// function that the step is.
    ///
    /// Blocks up to timeout_ms and the end of the question that runs then, each request of which takes up to
    /// timeouts.call_ms. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK a card that fits is in the reader)
    /// @item(HR_E_ARGUMENT card_json is not UTF-8, not JSON, has a member twice, no member, or a value that is neither
    /// text, number nor boolean; or timeout_ms is negative)
    /// @item(HR_E_NO_CARD no card that fits came in time)
    /// @item(HR_E_CARD_STATUS the last answer was a status.code other than 0; `reason` names it, by card_codes. One
    /// before the last counts as an answer without a card)
    /// @item(HR_E_CANCELLED hr_cancel or hr_close ended the wait, within 50 ms)
    /// ))
    function WaitCard(const CardJson: string; TimeoutMs: Integer): THrFittingCards;
    /// Logs in with one call: ticket, cards, PIN and, where it is asked for, the professional's situation (steps 1 to
    /// 4).
    ///
    /// With a PIN: fetches a ticket when the handle has none (after a 401 of the listing once more), lists the cards,
    /// waits for one that fits, and presents the PIN to it as hr_login does: at most once, with all that the PIN guard
    /// holds back. Entries that agree in serial or idNat and differ in neither are one card; the first is used. A PIN
    /// always makes a new login; an earlier one ends before the cards are listed. Without a PIN (NULL) the open session
    /// is used, and `wait_card_ms` counts for nothing. Where there is none, or `card` is not the card that opened it
    /// (of a session of hr_session_set that is not known, and it is used), it ends, the cards are listed, and the call
    /// stops for the PIN, with the card that it is for. Without `card` it is the only one whose cardType is among the
    /// configuration's card_types: a patient's card is never taken for the doctor's. Then step 4: `profile` is PUT to
    /// /user-profiles, `situation_id` is selected, each time that they are given. Both are left out where the login
    /// says that the professional is identified (see identified_field). Where it says no, the configuration's `profile`
    /// is PUT once in a session where the request has none, and one situation must be chosen unless one was selected
    /// since; where it says neither, nothing is asked for. When a person must choose, the call stops with HR_E_CHOICE:
    /// put the answer into the request, as the start of hr.h says, and repeat the call; with pin_code NULL once a text
    /// says `session` true: no second PIN is presented, and a `profile` that this session has accepted is not PUT
    /// again.
    ///
    /// Also the codes of every service call, listed at the top of hr.h, and of hr_ticket, hr_ready, hr_login,
    /// hr_profile_put and hr_profile_select: `step` is the function that the failed step is, and `session` says whether
    /// a session is open: when step 4 fails it is, unless the service ended it (401). Go on with pin_code NULL then;
    /// the result of hr_login is not repeated.
    ///
    /// Blocks up to wait_card_ms and the time of each step. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the session is open, and whatever was asked of step 4 is done)
    /// @item(HR_E_ARGUMENT request_json is not UTF-8, not JSON or has a member that is not known, repeated or not of
    /// its form; pin_code is not UTF-8)
    /// @item(HR_E_STATE the session ended in another call's hands)
    /// @item(HR_E_NO_CARD as for hr_wait_card)
    /// @item(HR_E_CHOICE `ask` is "card": several cards fit, none is of a kind in card_types, or a token stands for
    /// several and `card` has neither serial nor idNat; no PIN was presented. Or it is "pin": there is no PIN and no
    /// session. Or, with a session, it is "profile": the service does not know in which situation the professional
    /// works, and no profile was sent; or "situation": `choices` has the list that situations_pointer leads to, or one
    /// whose raw is the service's reply to the profile; none where an earlier call sent it)
    /// @item(HR_E_PIN_GUARD as for hr_login; with the reason "pin_held" `entry` is what `confirmed` or `retry` must
    /// name)
    /// ))
    function Connect(const RequestJson: string = ''; const PinCode: string = ''): THrConnection;
    /// Finds a patient: hr_patient_search, then hr_patient_get (steps 5 and 6). Nothing is changed.
    ///
    /// The interface does not show the search's reply, so this library cannot count who was found, unless the
    /// configuration says with patients_pointer where their list is. Without it and without patient_id the parameters
    /// are those of a patient whom the service chose, and others may have the same traits: a person compares before
    /// anything is sent.
    ///
    /// Also the codes of every service call, listed at the top of hr.h, and of hr_patient_search and hr_patient_get,
    /// with `step`, the function that the failed step is. After any other code than HR_OK hr_patient_get is HR_E_STATE
    /// until a search succeeds.
    ///
    /// Blocks up to twice timeouts.call_ms. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK the patient was read: the one of patient_id, or the only one who has these traits)
    /// @item(HR_E_ARGUMENT request_json is NULL, not UTF-8, not JSON, without any trait, or has a member that is not
    /// known, repeated, not a text or too long; or it has no traits, and patient_id is not of the patient who was read
    /// last)
    /// @item(HR_E_STATE the handle has no session)
    /// @item(HR_E_OTHER_PATIENT the parameters are of another patient than patient_id or, without it, than the only one
    /// in the list)
    /// @item(HR_E_NOT_FOUND the list is empty, or the service answered 404, not with a page)
    /// @item(HR_E_CHOICE `ask` is "traits": several have these traits, those of `choices`, and nobody was read. Or it
    /// is "patient": the one of `choices` was read, and others may have the same traits. They hold names: keep them out
    /// of logs)
    /// @item(HR_E_REPLY a reply is not what was announced, or a 404 came with a page; with patients_pointer also where
    /// it leads to no list, to a list of one value that is no object, or through an object that has the member twice)
    /// ))
    function PatientFind(const RequestJson: string): THrFoundPatient;
    /// Deposits documents into a patient's shared record with one call: finds and reads the patient, makes the update
    /// that is asked for, opens the record, sends each document (steps 5 to 9).
    ///
    /// The patient is who the host says: with patient_id the parameters that the service returns must be of that
    /// patient, else HR_E_OTHER_PATIENT; without it only a patient of whom patients_pointer shows that nobody else has
    /// these traits is taken, else HR_E_CHOICE. Nothing is opened or sent before that. An update is made only with
    /// `update` and patient_id, and then the patient is read again. Documents go in their order, each once, with all
    /// that hr_dmp_send promises. A document that was accepted before, from this process (at least its last 100,000) or
    /// by the journal, is not sent again: outcome "accepted", already true. So after a failure the same call is made
    /// again: it sends what was not accepted, and nothing twice. What is in doubt stays so until `doubts`, hr_dmp_found
    /// or hr_dmp_resend_allow says what a person saw in the record. HR_E_FILE, a document in doubt and a 4xx other than
    /// 401, 408 and 429 leave the other documents their turn. Anything else ends the call; later documents are
    /// "not_sent".
    ///
    /// Also the codes of every service call, listed at the top of hr.h, and of hr_patient_search, hr_patient_get,
    /// hr_patient_update, hr_dmp_open and hr_dmp_send: of what ended the call; else HR_E_IN_DOUBT where a document is
    /// in doubt; else of the first document that failed. `step` is the function that the failed step is.
    ///
    /// Progress (hr_set_progress) counts the bytes of all documents together, those accepted before and those refused
    /// as done. hr_state has `document`, the index of the one being sent. Blocks up to the time of each step; each
    /// document has timeouts.upload_ms. Any thread; one call at a time per handle.
    /// @returns(@unorderedList(
    /// @item(HR_OK every document is accepted)
    /// @item(HR_E_ARGUMENT request_json is NULL, not UTF-8, not JSON, lacks `documents` or a member of one, or has one
    /// that is not known, repeated or not of its form; update without patient_id; neither traits nor a patient read
    /// before whose patient_id is given. Nothing was sent)
    /// @item(HR_E_STATE the handle has no session)
    /// @item(HR_E_CHOICE `ask` is "traits" or "patient", as for hr_patient_find. Or it is "update": insQualified or
    /// alimentationConsent is false, and the only one of `choices` has the patient's parameters as raw. They hold
    /// names: keep them out of logs)
    /// @item(HR_E_OTHER_PATIENT the parameters are those of another patient than patient_id or, without one, than the
    /// only one in the list that patients_pointer leads to)
    /// @item(HR_E_IN_DOUBT a document's end is not known, or one was held back for an earlier doubt: then `ask` is
    /// "doubt", and `choices` has the two answers about the first one)
    /// ))
    function Deposit(const RequestJson: string): THrDeposit;
    /// Deposits one document from memory: as hr_deposit, with the document's bytes instead of a path. It is known and
    /// compared as one from a file is.
    ///
    /// The other codes are those of hr_deposit, for the same causes.
    ///
    /// Blocks as hr_deposit. Any thread; one call at a time per handle. See hr_set_progress.
    /// @returns(@unorderedList(
    /// @item(HR_OK the document is accepted)
    /// @item(HR_E_ARGUMENT as for hr_deposit; also when length is negative, or data is NULL with a length above 0)
    /// @item(HR_E_FILE the bytes are not those that were compared beforehand)
    /// ))
    function DepositBytes(const RequestJson: string; Data: Pointer; Length: Integer): THrDeposit;
    /// The version of the library, such as "0.1.0" (semantic versioning).
    /// @returns(static UTF-8 text, never NULL, never to be freed. Any thread, at any time.)
    class function Version: string;
  end;

implementation

uses
  HrApi;

class function THrSession.Version: string;
begin
  HrLoad;
  Result := StaticText(hr_version());
end;

procedure THrSession.Cancel;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_cancel');
  try
    Call.Answer(hr_cancel(Handle));
  finally
    Call.Finish;
  end;
end;

function THrSession.State: THrState;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_state');
  try
    Result := THrState.Read(Call.Answer(hr_state(Handle, @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.Last: TJson;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_last');
  try
    Result := Call.Answer(hr_last(Handle, @Call.Text));
  finally
    Call.Finish;
  end;
end;

procedure THrSession.SetStop(StopId: Integer);
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_set_stop');
  try
    Call.Answer(hr_set_stop(Handle, StopId));
  finally
    Call.Finish;
  end;
end;

function THrSession.Ticket: THrTicket;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_ticket');
  try
    Result := THrTicket.Read(Call.Answer(hr_ticket(Handle, @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.TicketSet(const Ticket: string): THrNextCall;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_ticket_set');
  try
    Result := THrNextCall.Read(Call.Answer(hr_ticket_set(Handle, Call.Given('ticket', Ticket), @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.Ready: THrCards;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_ready');
  try
    Result := THrCards.Read(Call.Answer(hr_ready(Handle, @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.Login(const CardToken: string; const PinCode: string): THrLogin;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_login');
  try
    Result := THrLogin.Read(Call.Answer(hr_login(Handle, Call.Given('card_token', CardToken), Call.Given('pin_code',
      PinCode), @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.PinRetryAllow(const CardToken: string): THrNextCall;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_pin_retry_allow');
  try
    Result := THrNextCall.Read(Call.Answer(hr_pin_retry_allow(Handle, Call.Optional('card_token', CardToken),
      @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.SessionSet(const ServiceUrl: string; const Bearer: string): THrNextCall;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_session_set');
  try
    Result := THrNextCall.Read(Call.Answer(hr_session_set(Handle, Call.Given('service_url', ServiceUrl),
      Call.Given('bearer', Bearer), @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.ProfilePut(const PayloadJson: string): THrDone;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_profile_put');
  try
    Result := THrDone.Read(Call.Answer(hr_profile_put(Handle, Call.Given('payload_json', PayloadJson), @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.ProfileSelect(const SituationId: string): THrDone;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_profile_select');
  try
    Result := THrDone.Read(Call.Answer(hr_profile_select(Handle, Call.Given('situation_id', SituationId),
      @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.PatientSearch(const Nom: string; const Prenom: string; const DateNaissance: string;
  const Sexe: string): THrAnswered;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_patient_search');
  try
    Result := THrAnswered.Read(Call.Answer(hr_patient_search(Handle, Call.Optional('nom', Nom),
      Call.Optional('prenom', Prenom), Call.Optional('date_naissance', DateNaissance), Call.Optional('sexe', Sexe),
      @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.PatientGet: THrPatient;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_patient_get');
  try
    Result := THrPatient.Read(Call.Answer(hr_patient_get(Handle, @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.PatientUpdate(const BodyJson: string): THrDone;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_patient_update');
  try
    Result := THrDone.Read(Call.Answer(hr_patient_update(Handle, Call.Given('body_json', BodyJson), @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.Request(const Method: string; const Path: string; const BodyJson: string): THrResponse;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_request');
  try
    Result := THrResponse.Read(Call.Answer(hr_request(Handle, Call.Given('method', Method), Call.Given('path', Path),
      Call.Optional('body_json', BodyJson), @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.DmpOpen(const PatientId: string; const BodyJson: string): THrDone;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_dmp_open');
  try
    Result := THrDone.Read(Call.Answer(hr_dmp_open(Handle, Call.Given('patient_id', PatientId),
      Call.Optional('body_json', BodyJson), @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.DmpSend(const PatientId: string; const Path: string; const Filename: string;
  const ActivityType: string; const TypeCode: string): THrUpload;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_dmp_send');
  try
    Result := THrUpload.Read(Call.Answer(hr_dmp_send(Handle, Call.Given('patient_id', PatientId), Call.Given('path',
      Path), Call.Optional('filename', Filename), Call.Given('activity_type', ActivityType), Call.Given('type_code',
      TypeCode), @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.DmpSendBytes(const PatientId: string; Data: Pointer; Length: Integer; const Filename: string;
  const ActivityType: string; const TypeCode: string): THrUpload;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_dmp_send_bytes');
  try
    Result := THrUpload.Read(Call.Answer(hr_dmp_send_bytes(Handle, Call.Given('patient_id', PatientId), Data, Length,
      Call.Given('filename', Filename), Call.Given('activity_type', ActivityType), Call.Given('type_code', TypeCode),
      @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.DmpResendAllow(const Entry: string): THrNextCall;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_dmp_resend_allow');
  try
    Result := THrNextCall.Read(Call.Answer(hr_dmp_resend_allow(Handle, Call.Given('entry', Entry), @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.DmpFound(const Entry: string): THrNextCall;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_dmp_found');
  try
    Result := THrNextCall.Read(Call.Answer(hr_dmp_found(Handle, Call.Given('entry', Entry), @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.Journal(const FilterJson: string): THrJournal;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_journal');
  try
    Result := THrJournal.Read(Call.Answer(hr_journal(Handle, Call.Optional('filter_json', FilterJson), @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.WaitCard(const CardJson: string; TimeoutMs: Integer): THrFittingCards;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_wait_card');
  try
    Result := THrFittingCards.Read(Call.Answer(hr_wait_card(Handle, Call.Optional('card_json', CardJson), TimeoutMs,
      @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.Connect(const RequestJson: string; const PinCode: string): THrConnection;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_connect');
  try
    Result := THrConnection.Read(Call.Answer(hr_connect(Handle, Call.Optional('request_json', RequestJson),
      Call.Optional('pin_code', PinCode), @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.PatientFind(const RequestJson: string): THrFoundPatient;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_patient_find');
  try
    Result := THrFoundPatient.Read(Call.Answer(hr_patient_find(Handle, Call.Given('request_json', RequestJson),
      @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.Deposit(const RequestJson: string): THrDeposit;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_deposit');
  try
    Result := THrDeposit.Read(Call.Answer(hr_deposit(Handle, Call.Given('request_json', RequestJson), @Call.Text)));
  finally
    Call.Finish;
  end;
end;

function THrSession.DepositBytes(const RequestJson: string; Data: Pointer; Length: Integer): THrDeposit;
var
  Call: THrCall;
begin
  Call.Start(Self, 'hr_deposit_bytes');
  try
    Result := THrDeposit.Read(Call.Answer(hr_deposit_bytes(Handle, Call.Given('request_json', RequestJson), Data,
      Length, @Call.Text)));
  finally
    Call.Finish;
  end;
end;

end.
