/* hr.h - put a document into a patient's shared health record (DMP).
 *
 * Generated from the library's sources: do not edit. It compiles as C99 and as C++11.
 *
 * CALL ORDER
 *   1 hr_ticket (or hr_ticket_set)     license ticket
 *   2 hr_ready                         cards in the reader
 *   3 hr_login (or hr_session_set)     PIN, opens the session
 *   4 hr_profile_put, hr_profile_select   only when the login did not identify the professional
 *   5 hr_patient_search                identity by traits
 *   6 hr_patient_get                   parameters
 *   7 hr_patient_update                only when 6 says updateNeeded
 *   8 hr_dmp_open                      the patient's shared record
 *   9 hr_dmp_send (or hr_dmp_send_bytes)  the document
 * Every result of a step has `next`: the function to call next. A call out of order sends nothing and gives HR_E_STATE.
 * Three calls make these steps: hr_connect 1 to 4, hr_patient_find 5 and 6, hr_deposit 5 to 9. They mix
 * freely with the single steps.
 *
 * HANDLES are positive numbers from hr_open. A number is never used again; a stale or foreign one gives
 * HR_E_HANDLE, never a crash. Handles are independent of each other, but for those that have one session: see
 * hr_session_set. Handles do not survive a fork, whatever the child's pid: open new ones in the child. Stops,
 * the log receiver, the record of the PIN guard and the record of documents in doubt do not survive it
 * either. The child may call every function at once, also when other threads of the parent were inside calls.
 * A child made by vfork may call none: it has the parent's memory.
 *
 * TEXTS are NUL-terminated UTF-8. Texts that you pass are borrowed for the call. A text that you receive
 * through out_json is yours: free it with hr_free, and with nothing else. out_json is set to NULL on entry
 * and receives one text on every return, the result on success and the error object on failure; pass NULL
 * when the code is enough. (It stays NULL only when memory is exhausted, and at the end of a Windows
 * process.) A NUL character in a value is written as \u0000, so a text never ends early. An output may lie
 * at any address, as a member of a packed record does.
 *
 * RESULTS are one JSON object. Fields that are the service's keep the service's names. hr_json_get reads a
 * member in any language. What is a `word` is one of the list that has the member's name under WORDS. These
 * members are in several results:
 *   http_status  integer. The status of the reply. Of the last request of a function, as `raw`.
 *   raw          any value. The service's reply exactly as it came: JSON byte for byte (unknown fields, order
 *                and big numbers kept), a string when it was plain text, null when it was empty. The last
 *                member.
 *   next         text or null. The function to call next; null when the chain is complete.
 *   outcome      text. The word accepted: the call is done. Of a call that changes something.
 *   journal      word, may be missing. The word not_completed, where the call ended as stated and the journal
 *                has no record of its end. Of hr_login and the uploads.
 *   ending       word. How the call ended.
 *   ask          word or null. What a person is asked next; null: nothing.
 *   choices      array of objects or null. What there is to choose from, 1,000 at most, null where nothing is
 *                asked. It names cards, situations or patients: show it to the person, and keep it out of
 *                logs:
 *     label     text. What the person reads.
 *     label_fr  text. The same in French.
 *     value     object or null. Members of the next request; null: it is shown, and cannot be chosen:
 *       card          object, may be missing. The card that is meant.
 *       confirmed     text, may be missing. The presentation that holds the PIN.
 *       retry         text, may be missing. The presentation that holds the PIN, which was confirmed.
 *       situation_id  text, may be missing. The situation to select.
 *       patient_id    text, may be missing. The patient who is meant.
 *       doubts        object, may be missing. What the person found out about a document.
 *     raw       any value. What the service or the card client gave, as it came; null where there is nothing.
 *   message      text. One sentence for the person, in the configured language.
 *   message_fr   text. The same sentence in French.
 *
 * ERRORS are negative numbers; 0 is success. The error object always has the same members:
 *   code             integer. The number that the function returned.
 *   name             text. The name of the code.
 *   operation        text. The function that was called.
 *   call_id          text. The id of the call, for a person to read out: the log and the journal have it too.
 *   step             text or null. The function that the failed step is, of hr_wait_card, hr_connect,
 *                    hr_patient_find and hr_deposit; else null.
 *   at               word. Who the error comes from.
 *   message          text. One line for the doctor, to be shown as it is: chosen by function, reason and
 *                    outcome, about card, code, patient and document, in the configured language.
 *   message_fr       text. The same line in French.
 *   remedy           text. One line for the programmer: what is wrong, and what to do. With
 *                    tls_unknown_issuer it names who issued the certificate, as the certificate says it.
 *   remedy_fr        text. The same line in French.
 *   reason           word or null. Why, in a word for programs, or null.
 *   http_status      integer or null. The status of the reply, or null without one.
 *   service_code     any value. The status.code of the reply: an integer of up to 10 digits, or a text of 1
 *                    to 32 letters, digits, - _ . with fewer than six digits and no secret in it; any other
 *                    is null.
 *   service_message  text or null. The card client's status.message, with *** for long numbers; null when it
 *                    holds a secret.
 *   outcome          word or null. What became of a call that changes something (login, steps 4 and 7 to 9,
 *                    hr_connect, an hr_request that changes); null for others, and for hr_deposit and
 *                    hr_deposit_bytes, whose documents have one each.
 *   phase            word or null. How far the call had come, or null.
 *   cause            text or null. With HR_E_IN_DOUBT: the name of the code that says why there was no
 *                    answer.
 *   retry_after_s    integer or null. How many seconds the server asks to wait, at most 86400, or null.
 *   sha256           text or null. Of the document, when an upload failed after all of it was read.
 *   bytes            integer or null. The length of that document.
 *   entry            text or null. The id of the doubt about the document, for hr_dmp_resend_allow and
 *                    hr_dmp_found; with pin_held what stands for the last presentation to the card, for
 *                    hr_connect; else null.
 *   journal          word or null. The word not_completed when the journal has no record of how the call
 *                    ended; else null.
 *   ending           word or null. Of hr_connect, hr_patient_find, hr_deposit and hr_deposit_bytes: how the
 *                    call ended; else null.
 *   ask              word or null. Of these three: what a person is asked next; null: nothing.
 *   session          boolean or null. Of hr_connect: whether a session is open; else null.
 *   choices          array of objects or null, as in RESULTS. What there is to choose from, for the person
 *                    alone; null where nothing is asked. See ANSWERS.
 *   documents        array of objects or null, as in the result of hr_deposit. Of hr_deposit: what is known
 *                    of each document; else null.
 * No secret, address, file name, patient's number or name, and no reply body, is in an error object, but in
 * four members. `choices` names cards, situations or patients. `documents` has the host's own `reference`. What a
 * server wrote into `service_message` or `service_code` is there as it came, without the call's secrets and long
 * numbers: a name would stay.
 *
 * WORDS. What programs act on; each list may grow in a later version:
 *   ending  How a call of several steps, or one document, ended:
 *     "open"            A session is open.
 *     "found"           The patient is found and was read.
 *     "sent"            All documents, or this one, are in the record.
 *     "no_card"         No card that fits is in the reader.
 *     "card_locked"     The card is locked, as card_codes says.
 *     "pin_refused"     The card refused the PIN, as card_codes says.
 *     "pin_held"        The PIN was presented to this card without success before; it was not presented now.
 *     "not_open"        The PIN was presented, and no definite answer came.
 *     "nobody"          Nobody has these traits.
 *     "several"         Several patients have these traits.
 *     "unverified"      A patient was read, and others may have the same traits, or an earlier search had no
 *                       answer.
 *     "other_patient"   The service speaks of another patient than the one of patient_id.
 *     "consent_needed"  The identity is not qualified, or the consent is missing.
 *     "refused"         A step before the documents was definitely refused.
 *     "rejected"        The document was definitely refused.
 *     "not_sent"        The service does not have the document.
 *     "in_doubt"        Nobody knows whether the document arrived.
 *     "in_use"          Another call uses the card, the document or the session.
 *     "login_needed"    No session is open, or the service ended it.
 *     "cancelled"       The host stopped the call.
 *     "failed"          Anything else.
 *   ask  What a person is asked next:
 *     "card"       Which card is used.
 *     "pin"        The PIN of the card.
 *     "retry"      Whether a PIN that failed more than once is presented once more.
 *     "situation"  In which situation the professional works.
 *     "profile"    The payload of step 4, which the host gives.
 *     "traits"     More traits of the patient.
 *     "patient"    Whether the patient who was read is the one who is meant.
 *     "update"     The body of step 7, for which the patient is asked.
 *     "doubt"      Whether a document in doubt is in the record.
 *   outcome  What became of a call that changes something:
 *     "accepted"             It is done.
 *     "not_sent"             No byte of the body left: it may be sent again.
 *     "incomplete"           A part left, and the server cannot hold the whole: it may be sent again.
 *     "rejected"             It was definitely refused, by the service or by this library: it may be sent
 *                            again once corrected. A refused login has spent a try.
 *     "unknown"              Everything left, and no definite answer came: a person decides.
 *     "accepted_unreadable"  It was accepted, but the reply is unreadable: do not send it again.
 *   at  Who an error comes from:
 *     "license"  The license server.
 *     "card"     The card client.
 *     "service"  The resource service.
 *     "library"  This library.
 *   phase  How far a call had come when it failed:
 *     "resolve"  Looking up a name or a proxy.
 *     "connect"  Connecting.
 *     "tls"      Setting up TLS.
 *     "send"     Sending the request.
 *     "wait"     Waiting for the first byte of the reply.
 *     "read"     Reading the reply.
 *   reason  Why a call failed, where a program can act on it; docs/en/journal.md says more of what is wrong
 *     with a journal:
 *     "pin_refused"                The card client's code says, by card_codes, that the PIN is wrong.
 *     "card_locked"                The card client's code says, by card_codes, that the card is locked.
 *     "card_absent"                The card client's code says, by card_codes, that no card is there.
 *     "pin_held"                   A presentation without success holds the PIN back: a person decides, by
 *                                  confirmed or retry of hr_connect, or hr_pin_retry_allow.
 *     "ready_needed"               Call hr_ready before the next login.
 *     "pin_in_use"                 Another login with this card runs: wait for its end, no permit helps.
 *     "card_client_other_session"  A process of another session or user listens at local_url.
 *     "card_client_service"        A service listens at local_url.
 *     "card_client_http_sys"       HTTP.SYS of Windows listens at local_url.
 *     "card_client_unknown"        The system does not say whose process listens at local_url.
 *     "tls_expired"                The server's certificate has expired.
 *     "tls_not_yet_valid"          The server's certificate is not valid yet.
 *     "tls_unknown_issuer"         Nobody whom this computer trusts issued the server's certificate.
 *     "tls_wrong_name"             The server's certificate is for another name.
 *     "tls_refused"                The server's certificate was refused for another reason.
 *     "session_in_use"             Another call of this session has the current patient: call again.
 *     "other_patient_updated"      After an update the service spoke of another patient, whose it may have
 *                                  been.
 *     "document_in_use"            Another call is sending the same document: wait for its end.
 *     "file_locked"                Another program holds the document's file: close it there.
 *     "journal_locked"             Another process holds the journal's lock: call again.
 *     "journal_slow"               The journal cannot be read in the time of the call: raise call_ms.
 *     "journal_unreadable"         The journal cannot be read.
 *     "journal_unwritable"         The journal cannot be written.
 *     "journal_not_a_file"         The journal's path leads to something that is no regular file.
 *     "journal_on_network"         The journal is on a drive of another computer.
 *     "journal_not_ours"           The file is no journal of this library.
 *     "journal_newer"              A later version of this library made the journal.
 *     "journal_replaced"           The journal is no longer the file that was opened.
 *     "journal_full"               The journal has no room for another record.
 *   journal  The state of the journal's record of a call:
 *     "not_completed"  The call ended as stated, and the journal has no record of its end.
 *   check_name  What a diagnosis checks:
 *     "library"           Version, bitness and file of the library.
 *     "card_codes"        Whether this key of the configuration is set.
 *     "identified_field"  Whether this key of the configuration is set.
 *     "patients_pointer"  Whether this key of the configuration is set.
 *     "journal"           The journal: written to, damaged lines, documents in doubt.
 *     "trust_store"       By what certificates are trusted.
 *     "proxy"             The setting, and what is set in the environment.
 *     "license_server"    Name, connection, TLS and answer of the license server.
 *     "clock"             This computer's clock beside the license server's.
 *     "ticket"            Until when the ticket is valid.
 *     "card_client"       Whether the card client listens, and in which form it answers.
 *     "cards"             The kinds of cards in the reader.
 *
 * ANSWERS. What a person answers to `ask` goes into the request, in the place of members of the same name,
 * and the call is made again. "card", "retry", "situation", "patient" and "doubt": the value of one of
 * `choices`. "pin": the PIN as pin_code, with the value of the only choice, which is the card. "update": the
 * member `update`, with the value of the only choice. "traits": a fuller `patient`; "profile": `profile`. A
 * choice with the value null shows what is known and cannot be chosen: patients who have the same traits, a
 * reply in which no situations were found (then `situation_id` may be given). The same PIN goes with every
 * repetition of hr_connect until a text says `session` true.
 *
 * CODES OF EVERY SERVICE CALL. hr_ticket, hr_ready, hr_login, hr_request and the calls of steps 4 to 9 send a
 * request. Besides the codes in its own comment, each may return:
 *   HR_E_HANDLE        the handle is not open in this process
 *   HR_E_BUSY          another call runs on the handle, or (reason "session_in_use") another call of its
 *                      session has had the current patient all the time; nothing was sent
 *   HR_E_CONNECT       unknown name, refused connection, no route
 *   HR_E_TIMEOUT       the time allowed by `timeouts` ran out
 *   HR_E_TLS           the certificate was refused, or no TLS connection could be set up
 *   HR_E_PROXY         the proxy refused or could not be used
 *   HR_E_INTERRUPTED   the connection ended before the call was complete
 *   HR_E_CANCELLED     hr_cancel, hr_close or hr_stop stopped the call
 *   HR_E_IN_DOUBT      everything was sent and no answer came; only for a call that changes something
 *   HR_E_REPLY         the reply is not HTTP, not JSON although announced, a web page, cut, too large or compressed
 *   HR_E_REFUSED       a 4xx that has no code of its own
 *   HR_E_UNAUTHORIZED  401 or 403
 *   HR_E_NOT_FOUND     404
 *   HR_E_CONFLICT      409
 *   HR_E_RATE_LIMITED  429
 *   HR_E_SERVER        5xx
 *   HR_E_REDIRECT      a redirection, which is never followed
 *   HR_E_TOO_LARGE     there is no memory
 * Every function that returns a code may return HR_E_PANIC: the library failed inside.
 *
 * THREADS. Any function may be called from any thread. One call at a time per handle: a second one gets
 * HR_E_BUSY at once. hr_cancel, hr_stop, hr_close, hr_state, hr_last and hr_set_stop may come at any time. No thread
 * outlives a call, except workers that look up names and, on Windows and macOS, ask the system to check
 * certificates and (Windows) for its proxies: at most eight in a process, one of them when none hangs. On
 * Windows one more thread watches a file while a call reads it. The library retries nothing, keeps nothing on
 * disk but the journal, if the configuration names one, and writes nothing to stdout or stderr.
 * pthread_cancel takes effect after the call, not in it: stop a call with hr_cancel. A thread whose
 * cancellation was asynchronous has deferred cancellation afterwards. Never end a thread in a call by
 * TerminateThread: nothing is cleaned up then.
 *
 * CALLING CONVENTION: that of C (cdecl). The DLL for 32-bit Windows has each function once more in stdcall
 * under a name that begins with hr32_ (hr32_open), callbacks included, for VB6, VBA, PowerBuilder and FoxPro.
 *
 * THE END OF A WINDOWS PROCESS. The system first ends every thread but one, wherever it is, and then calls
 * DllMain of each DLL, which is where a DLL in C++ or Delphi runs its last destructors and finalizations. A
 * call from there does nothing and returns at once: HR_OK from hr_close, hr_cancel, hr_stop, hr_stop_free,
 * hr_set_stop, hr_set_log and hr_set_progress, HR_E_CANCELLED and no text from every other function that
 * needs a handle or gives one, from hr_stop_new, and from hr_json_get and those like it; hr_free wipes the
 * text and leaves the memory to the system. A call in another thread has ended at some point that nobody
 * learns: end your calls (hr_cancel, then wait for their threads) before the process ends.
 *
 * Otherwise do not call the library from DllMain or another loader callback. After its first call it stays
 * loaded. A call needs up to 128 KiB of stack. NULL is checked; any other invalid pointer is undefined
 * behaviour.
 */


#ifndef HR_H
#define HR_H

#include <stdint.h>
#if defined(HR_STATIC)
#  define HR_API
#elif defined(_WIN32)
#  define HR_API __declspec(dllimport)
#elif defined(__GNUC__)
#  define HR_API __attribute__((visibility("default")))
#else
#  define HR_API
#endif


/**
 * The call did what it was asked to do.
 */
#define HR_OK 0

/**
 * An argument is NULL, not UTF-8, empty where it may not be, or not of the form its comment asks for.
 */
#define HR_E_ARGUMENT -1

/**
 * The handle is 0, was closed, was never given out, or belongs to the process that forked this one. When a
 * callback forks, the child gets it as well, with outcome "unknown" where the call changes something.
 */
#define HR_E_HANDLE -2

/**
 * Another call on the same handle is running. Nothing was sent; calls never wait for each other.
 */
#define HR_E_BUSY -3

/**
 * A step that must come before this one is missing; the remedy names it. Nothing was sent.
 */
#define HR_E_STATE -4

/**
 * The configuration given to hr_open cannot serve this call; the remedy names the key.
 */
#define HR_E_CONFIG -5

/**
 * The document cannot be opened or read, or it changed while it was being sent.
 */
#define HR_E_FILE -6

/**
 * Something exceeds what can be handled: no memory for it, no handle left, or too many documents in doubt.
 */
#define HR_E_TOO_LARGE -7

/**
 * The PIN was not presented, because that could spend a try of the card without need.
 */
#define HR_E_PIN_GUARD -8

/**
 * hr_cancel, hr_close, hr_stop or the progress callback stopped the call.
 */
#define HR_E_CANCELLED -9

/**
 * A person must choose: `ask` says what, `choices` from what, and a next call with the answer goes on.
 */
#define HR_E_CHOICE -10

/**
 * No card that was asked for is in the reader.
 */
#define HR_E_NO_CARD -11

/**
 * The service answered for another patient than the one of `patient_id`. No record was opened, and nothing was changed
 * unless `reason` is "other_patient_updated".
 */
#define HR_E_OTHER_PATIENT -12

/**
 * The file of the key `journal` cannot be used; `reason` says why. Nothing was sent.
 */
#define HR_E_JOURNAL -13

/**
 * Nothing is at the place of a JSON text that the pointer leads to, or null; or no call has ended that hr_last could
 * speak of.
 */
#define HR_E_ABSENT -14

/**
 * Nothing listens at the card client's address: it is not installed or not running.
 */
#define HR_E_CARD_CLIENT_ABSENT -100

/**
 * The server could not be reached: unknown name, refused connection, no route.
 */
#define HR_E_CONNECT -101

/**
 * The time allowed by `timeouts` ran out; `phase` says where.
 */
#define HR_E_TIMEOUT -102

/**
 * The server's certificate was refused, or no TLS connection could be set up.
 */
#define HR_E_TLS -103

/**
 * The proxy refused or could not be used.
 */
#define HR_E_PROXY -104

/**
 * The connection ended before the call was complete.
 */
#define HR_E_INTERRUPTED -105

/**
 * Everything was sent and no answer came: the call may or may not have taken effect. `cause` says why.
 */
#define HR_E_IN_DOUBT -106

/**
 * The reply is not what the interface describes; the remedy names what is missing or wrong.
 */
#define HR_E_REPLY -200

/**
 * The server refused the request (a 4xx status that has no code of its own here).
 */
#define HR_E_REFUSED -201

/**
 * The server did not accept the credential (401 or 403).
 */
#define HR_E_UNAUTHORIZED -202

/**
 * The server does not know what was asked for (404).
 */
#define HR_E_NOT_FOUND -203

/**
 * The request contradicts what the server holds (409), or what is known about another sending of the document.
 */
#define HR_E_CONFLICT -204

/**
 * The server asks to wait (429); `retry_after_s` says how long, when the server said so.
 */
#define HR_E_RATE_LIMITED -205

/**
 * The server failed (5xx).
 */
#define HR_E_SERVER -206

/**
 * The card client answered with a `status.code` other than 0; `service_code` holds it.
 */
#define HR_E_CARD_STATUS -207

/**
 * The server answered with a redirection, which is never followed.
 */
#define HR_E_REDIRECT -208

/**
 * The library failed inside. The handle still answers; please report it.
 */
#define HR_E_PANIC -900

/**
 * The version of the binary contract that this header describes; see hr_abi_version.
 */
#define HR_ABI_VERSION 2

/**
 * No log (the state at start).
 */
#define HR_LOG_OFF 0

/**
 * Calls that failed.
 */
#define HR_LOG_ERROR 1

/**
 * Also calls that succeeded: method, path template, status, duration.
 */
#define HR_LOG_INFO 2

/**
 * Also handles opened and closed.
 */
#define HR_LOG_DEBUG 3

/**
 * Receives log lines; see hr_set_log.
 *
 * @param user the pointer given to hr_set_log
 * @param level HR_LOG_ERROR to HR_LOG_DEBUG
 * @param text one line in UTF-8, without its end; valid during the callback only
 */
typedef void (*hr_log_fn)(void *user, int32_t level, const char *text);

/**
 * Receives the progress of an upload; see hr_set_progress.
 *
 * @param user the pointer given to hr_set_progress
 * @param done bytes of the document handed to the connection so far
 * @param total bytes of the document. Both are bytes up to 2,147,483,647 bytes; for a larger document
 * both are in units of 1,024 bytes
 * @return 0 to go on, anything else to stop the upload
 */
typedef int32_t (*hr_progress_fn)(void *user, int32_t done, int32_t total);



#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the binary contract of the library that is loaded.
 *
 * It grows only when a change breaks programs that were built before. Compare it with
 * HR_ABI_VERSION right after loading, and refuse to go on when they differ.
 *
 * @return a number from 1 on. Never fails. Any thread, at any time.
 */
HR_API int32_t hr_abi_version(void);

/**
 * The version of the library, by semantic versioning.
 *
 * @return static UTF-8 text, never NULL, never to be freed. Any thread, at any time.
 */
HR_API const char *hr_version(void);

/**
 * The name of a code, such as "HR_E_TIMEOUT" for -102.
 *
 * @param code what a function of this library returned, or any other number
 * @return static UTF-8 text, never NULL, never to be freed: "HR_OK" for 0, "HR_E_UNKNOWN_CODE" for a
 * number that is no code of this version (a newer library may have more). Any thread, at any time.
 */
HR_API const char *hr_code_name(int32_t code);

/**
 * Wipes and frees a text that this library gave through an `out_json` argument.
 *
 * @param text the text; NULL is allowed and does nothing. Each text is freed once, with this function
 * only: the C library's free() uses another allocator. The static texts of hr_version and
 * hr_code_name are not freed.
 *
 * Any thread, also another one than the text was given to.
 */
HR_API void hr_free(char *text);

/**
 * Copies a text into a buffer of the caller's, for languages that cannot read through a pointer.
 *
 * @param text any NUL-terminated text, usually one that this library gave; not freed by this call
 * @param buffer where to copy; NULL with capacity 0 asks for the size alone
 * @param capacity bytes that fit into buffer, the final NUL included; 0 or more
 * @return the number of bytes needed, the final NUL included (1 for the empty text), or one of the codes
 *   below. When more bytes are needed than capacity holds, the buffer receives an empty text and nothing else
 * @retval HR_E_ARGUMENT text is NULL, capacity is negative, or buffer is NULL with a capacity above 0
 * @retval HR_E_TOO_LARGE more than 2,147,483,647 bytes are needed
 *
 * Any thread. Needs no handle.
 */
HR_API int32_t hr_text_copy(const char *text, char *buffer, int32_t capacity);

/**
 * Copies a text into a buffer of the caller's as UTF-16, for VB6, PowerBuilder, WinDev and others.
 *
 * @param text any NUL-terminated UTF-8 text, usually one that this library gave; not freed by this call
 * @param buffer where to copy, in the byte order of the machine; NULL with capacity 0 asks for the size
 * @param capacity 16-bit units that fit into buffer, the final NUL included; 0 or more
 * @return the number of units needed, the final NUL included (1 for the empty text), or one of the codes
 *   below. When more units are needed than capacity holds, the buffer receives an empty text and nothing else
 * @retval HR_E_ARGUMENT text is NULL or not UTF-8, capacity is negative, or buffer is NULL with a capacity
 *   above 0
 * @retval HR_E_TOO_LARGE more than 2,147,483,647 units are needed
 *
 * Any thread. Needs no handle.
 */
HR_API int32_t hr_text_copy_utf16(const char *text, uint16_t *buffer, int32_t capacity);

/**
 * Sets who receives log lines, for the whole process.
 *
 * Lines hold function names, methods, path templates, statuses, durations and code names; never a
 * secret, an address, a patient's data or a file name. Each ends with the id of the call, "(call 7K3MQ2XD)", as `call_id` of its error.
 *
 * @param fn the receiver; NULL turns the log off. It is called on the thread that makes the call, while that
 * call runs, with no lock held: it may call functions of this library, which are not logged then. It must
 * return normally: no exception, longjmp or thread exit through it. When it forks, the call goes on in the
 * parent alone: in the child it ends with HR_E_HANDLE.
 * @param user passed to the receiver unchanged; must stay valid until another receiver is set and the
 * calls that were running have ended
 * @param level the most detailed level wanted, HR_LOG_OFF to HR_LOG_DEBUG
 * @retval HR_OK the receiver is set, or the log is off
 * @retval HR_E_ARGUMENT level is out of range; nothing was changed
 *
 * Any thread, at any time. Needs no handle. A forked child begins without a receiver.
 */
HR_API
int32_t hr_set_log(hr_log_fn fn,
                   void *user,
                   int32_t level);

/**
 * Reads one value out of a JSON text, such as a result or an error object of this library.
 *
 * Reading stops where the value ends; an object below the outermost that the pointer enters is read to its end
 * first, to see that it has the member once. What lies behind takes no time and is not checked. What lies before is read: an
 * element of a long list costs the elements before it.
 *
 * @param json any NUL-terminated JSON text (RFC 8259) in UTF-8; not freed by this call
 * @param pointer a JSON pointer (RFC 6901): "" is the whole text, "/cards/0/serial" the serial of the first
 *   card. In a name `~1` stands for a slash and `~0` for a tilde
 * @param out_text receives the value as a text: a string decoded, and a number, boolean, array or object as
 *   it is written. Free it with hr_free. NULL on failure; may not be NULL itself
 * @retval HR_OK the value is in out_text
 * @retval HR_E_ARGUMENT an argument is NULL or not UTF-8, pointer is not a JSON pointer, json is not JSON as
 *   far as it was read, or nests deeper than 136; or the value is a string that contains U+0000, or an object
 *   has the member twice. The outermost object is not searched for a second one
 * @retval HR_E_ABSENT nothing is there, or null
 * @retval HR_E_TOO_LARGE there is no memory for the value
 *
 * Any thread. Needs no handle.
 */
HR_API
int32_t hr_json_get(const char *json,
                    const char *pointer,
                    char **out_text);

/**
 * The kind of a value in a JSON text.
 *
 * Only the first byte of an array or object is read.
 *
 * @param json as for hr_json_get
 * @param pointer as for hr_json_get
 * @return 0 nothing is there, 1 null, 2 boolean, 3 number, 4 string, 5 array, 6 object, or one of the codes
 * below
 * @retval HR_E_ARGUMENT as for hr_json_get; the string is not decoded, and may contain U+0000
 * @retval HR_E_TOO_LARGE there is no memory for a member's name
 *
 * Any thread. Needs no handle.
 */
HR_API int32_t hr_json_kind(const char *json, const char *pointer);

/**
 * The number of elements of an array, or of members of an object, in a JSON text.
 *
 * Members with the same name count each.
 *
 * @param json as for hr_json_get
 * @param pointer as for hr_json_get
 * @return the number, 0 or more, or one of the codes below
 * @retval HR_E_ARGUMENT as for hr_json_get, or the value is a boolean, number or string
 * @retval HR_E_ABSENT nothing is there, or null
 * @retval HR_E_TOO_LARGE there are more than 2,147,483,647, or there is no memory for a member's name
 *
 * Any thread. Needs no handle.
 */
HR_API int32_t hr_json_count(const char *json, const char *pointer);

/**
 * The name of one member of an object in a JSON text.
 *
 * Members with the same name have a place each.
 *
 * @param json as for hr_json_get
 * @param pointer as for hr_json_get; it leads to the object
 * @param index the place of the member in the text, 0 for the first
 * @param out_text receives the name, decoded. Free it with hr_free. NULL on failure; may not be NULL itself
 * @retval HR_OK the name is in out_text
 * @retval HR_E_ARGUMENT as for hr_json_get, index is negative, or the value is neither an object nor null
 * @retval HR_E_ABSENT nothing is there, or null, or the object has no such place
 * @retval HR_E_TOO_LARGE there is no memory for the name
 *
 * Any thread. Needs no handle.
 */
HR_API int32_t hr_json_key(const char *json, const char *pointer, int32_t index, char **out_text);

/**
 * Writes a text as a JSON string, to build a request with.
 *
 * @param text any NUL-terminated UTF-8 text; not freed by this call
 * @param out_json receives the string with its quotes, and escapes where JSON asks for them. Free it with
 *   hr_free. NULL on failure; may not be NULL itself
 * @retval HR_OK the string is in out_json
 * @retval HR_E_ARGUMENT an argument is NULL, or text is not UTF-8
 * @retval HR_E_TOO_LARGE there is no memory for the string
 *
 * Any thread. Needs no handle.
 */
HR_API int32_t hr_json_quote(const char *text, char **out_json);

/**
 * Opens a handle: reads the configuration, checks it, sends nothing.
 *
 * @param config_json one JSON object in UTF-8, before which a byte order mark may stand. Every member is
 * optional; unknown and repeated ones are refused:
 *   license_url          text of up to 2048 bytes. The address of the license server, for hr_ticket: https,
 *                        or loopback unless allow_plain_http is true.
 *   license_bearer       text of up to 32768 bytes. The license bearer, for hr_ticket.
 *   license_bearer_file  text. The path of a file (at most 64 KiB) that has the license bearer alone, in
 *                        place of license_bearer; blanks and line breaks around it do not count. Read now, as
 *                        ca_file is.
 *   license_auth         word, default "bearer". How the license bearer is sent:
 *     "bearer"  The header is "Authorization: Bearer x".
 *     "raw"     The header is "Authorization: x".
 *   ticket_method        "POST" or "GET", default "POST". The method that asks for a ticket.
 *   local_url            text of up to 2048 bytes, default "http://127.0.0.1:48367". The address of the card
 *                        client: a loopback address, or a name that leads to this computer.
 *   card_client_owners   array of up to 16 words. Whose processes may receive ticket and PIN at local_url,
 *                        beside those of this process's own session (on Linux: of its own user); default
 *                        ["unknown"], since a container, a sandbox or a kernel without sock_diag(7) may not
 *                        name the owner, and [] on Windows. A process of any other owner receives nothing:
 *     "service"   The session of services; on Linux root.
 *     "http_sys"  HTTP.SYS of Windows, which does not reveal for whom it answers.
 *     "unknown"   The system names no owner.
 *   card_form            word, default "body". The form of the requests to the card client:
 *     "body"    POST, with the ticket in the JSON body.
 *     "bearer"  GET, with the ticket in Authorization; the login has token and PIN as JSON body.
 *   card_codes           object, default {}. Which status.code of the card client means what, so that errors
 *                        have `reason` and its sentence: integers of up to 10 digits but 0, or short texts as
 *                        in service_code, each in one place:
 *     pin_refused  array of up to 1000 values. Those of a wrong PIN.
 *     card_locked  array of up to 1000 values. Those of a locked card.
 *     card_absent  array of up to 1000 values. Those of a reader without a card.
 *   card_types           array of up to 16 texts, default ["CPS"]. Which cardType is a professional's, for
 *                        hr_connect without a card; CPS is the one kind that the interface names.
 *   identified_field     text or null. A JSON pointer (RFC 6901) to the boolean in the login's reply that
 *                        makes step 4 unnecessary, such as "/identified"; null: the library does not know.
 *   patients_pointer     text or null. A JSON pointer to the list of patients in the reply of the search,
 *                        such as "/patients"; "": the reply is the list; null: hr_patient_find cannot know
 *                        how many were found.
 *   situations_pointer   text or null. A JSON pointer to the list of situations in the reply of PUT
 *                        /user-profiles, such as "/situations"; "": the reply is the list; null: no situation
 *                        can be chosen from.
 *   profile              any value. The payload of PUT /user-profiles for hr_connect, where the login says
 *                        that the professional is not identified and the request has none.
 *   timeouts             object, default {}. How long a call may take, in milliseconds:
 *     connect_ms  integer from 1 to 2147483647, default 10000. Looking up the name, connecting, and a proxy's
 *                 tunnel; and once more the check of the server's certificate where the system makes it
 *                 (Windows, macOS).
 *     call_ms     integer from 1 to 2147483647, default 30000. A whole call other than a login or an upload.
 *     login_ms    integer from 1 to 2147483647, default 60000. A whole login.
 *     upload_ms   integer from 1 to 2147483647, default 600000. A whole upload.
 *   proxy                text of up to 4096 bytes, default "none". The proxy, never used for loopback:
 *                        "none", "env" (HTTPS_PROXY, ALL_PROXY, NO_PROXY in both cases, and http_proxy for
 *                        plain http), "system" or "http://[user:pw@]host:port". "system" is "env", but on
 *                        Windows the settings of the user: a script found in the network, a script (PAC), a
 *                        list with exceptions, whichever answers first; of several proxies the first http
 *                        proxy, no other after it. An answer counts for up to 10 seconds; the question is a
 *                        part of connect_ms (phase resolve). Basic is the only way to log in (407).
 *   ca_file              text. The path of a PEM file (at most 16 MiB, 64 KiB for each certificate) with
 *                        roots that are trusted beside those of the system; read now, on Windows within
 *                        call_ms and by the rules for paths of hr_dmp_send. It takes self-signed
 *                        certificates: one that another signed is no root on Windows, and trusts nothing
 *                        there. On Linux SSL_CERT_FILE and SSL_CERT_DIR name roots in place of the system's:
 *                        regular files, 16 MiB together, read with the first connection over TLS.
 *   journal              text of up to 4096 bytes. The absolute path of a file on a disk of this computer,
 *                        made where there is none, in which uploads and presentations of PINs are recorded,
 *                        so that a document in doubt and a held PIN are known after a restart and to other
 *                        processes; docs/en/journal.md specifies it. Without: what this process remembers
 *                        counts.
 *   journal_days         integer from 1 to 2147483647, default 365. After how many days the records of what
 *                        is settled may be removed, a thousand or more at a time, by the hr_open that is the
 *                        first to open the file; the newest 10,000 records, doubts and held PINs stay.
 *   max_reply_bytes      integer from 1 to 2147483647, default 16777216. The largest reply that is accepted,
 *                        in bytes.
 *   allow_plain_http     boolean, default false. True: license server and service may be http beyond
 *                        loopback; else they must be https unless on loopback.
 *   language             "en" or "fr", default "en". The language of message and remedy in errors, and of the
 *                        sentences and labels of the calls that ask.
 *   user_agent           text of up to 256 bytes. The value of the User-Agent header, 1 to 256 characters;
 *                        default "hr/" and the version.
 * @param out_handle receives the handle, a number from 1 on; 0 when the call fails
 * @param out_json receives the result, or the error object; free it with hr_free. NULL: not wanted. The
 * result has:
 *   license_url          text or null. The address of the license server.
 *   license_bearer_set   boolean. Whether there is a license bearer.
 *   license_bearer_file  text or null. The file that the license bearer was read from.
 *   local_url            text. The address of the card client.
 *   card_codes           object, as in config_json of hr_open. What the card client's status.code means.
 *   timeouts             object, as in config_json of hr_open. How long a call may take.
 *   proxy                text. The proxy, without credentials.
 *   ca_file              text or null. The PEM file of more roots.
 *   journal              text or null. The path of the journal.
 *   trust                "system", "SSL_CERT_FILE", "SSL_CERT_DIR" or "SSL_CERT_FILE, SSL_CERT_DIR". Where
 *                        the roots come from: the system, or the variables that name them.
 *   damaged              integer or null. How many lines of the journal are damaged, see hr_journal; null
 *                        without a journal.
 *   license_auth, card_client_owners, ticket_method, card_form, card_types, identified_field,
 *     patients_pointer, situations_pointer, profile, journal_days, max_reply_bytes, allow_plain_http,
 *     language, user_agent: as in config_json of hr_open
 *   next: as in RESULTS
 * @retval HR_OK the handle is open
 * @retval HR_E_ARGUMENT config_json or out_handle is NULL, or config_json is not UTF-8
 * @retval HR_E_CONFIG not a JSON object, a key that is unknown or given twice, a value of the wrong form, or
 *   a ca_file or license_bearer_file that cannot be used; the remedy names the key
 * @retval HR_E_JOURNAL the journal cannot be used; `reason` says why. A file that is no journal of this
 *   library, or of a newer version, is left as it is
 * @retval HR_E_TOO_LARGE no handle is left, or no memory
 *
 * Any thread. Close the handle with hr_close. Handles are independent of each other.
 */
HR_API int32_t hr_open(const char *config_json, int32_t *out_handle, char **out_json);

/**
 * Closes a handle and drops its secrets.
 *
 * A call that runs on the handle in another thread is cancelled and ends with HR_E_CANCELLED or a
 * truthful outcome; the memory goes with its end. This function does not wait for it.
 *
 * @param handle from hr_open; 0 is allowed and does nothing
 * @retval HR_OK the handle is closed, or it was 0
 * @retval HR_E_HANDLE not open in this process: closed already, never given out, or opened by the process
 *   that forked this one
 *
 * Any thread, at any time, also while a call runs on the handle and from its callbacks.
 */
HR_API int32_t hr_close(int32_t handle);

/**
 * Stops the call that runs on a handle.
 *
 * The call ends within milliseconds (within 20 ms while it looks up a name, 10 ms while it connects, 200 ms
 * where the system does not wake a blocked thread) with HR_E_CANCELLED, or with HR_E_IN_DOUBT when
 * everything was sent; `outcome` says what had left. When no call runs nothing happens, and the next call is
 * not affected.
 *
 * @param handle from hr_open
 * @retval HR_OK the call that runs is being stopped, or none runs
 * @retval HR_E_HANDLE not open in this process
 *
 * Any thread, at any time, also from the callbacks. Never waits.
 */
HR_API int32_t hr_cancel(int32_t handle);

/**
 * Sets the receiver of the progress of this handle's uploads.
 *
 * @param handle from hr_open
 * @param fn the receiver, called on the thread that runs hr_dmp_send, hr_dmp_send_bytes, hr_deposit or
 * hr_deposit_bytes, while that call runs: with 0 at the start (also while a document is compared with one in
 * doubt), then with every hundredth of the document or every 100 ms, whichever is first, as long as the server
 * takes it, and with done equal to total once the server has answered; a call that ends without an answer has
 * no such last report. NULL: nobody. It may call hr_cancel, hr_close, hr_state, hr_last, hr_stop and functions on other
 * handles; others on the same handle give HR_E_BUSY. It must return normally: no exception, longjmp or thread
 * exit. When it forks, the call goes on in the parent alone: in the child it ends with HR_E_HANDLE.
 * @param user passed to it unchanged; must stay valid until another receiver is set, or the handle is closed and idle
 * @retval HR_OK the receiver is set
 * @retval HR_E_HANDLE not open in this process
 * @retval HR_E_BUSY a call runs on the handle; the receiver was not changed
 *
 * Any thread.
 */
HR_API
int32_t hr_set_progress(int32_t handle,
                        hr_progress_fn fn,
                        void *user);

/**
 * Reports what a handle holds. Sends nothing, and answers also while a call runs on the handle.
 *
 * @param handle from hr_open
 * @param out_json receives the result, or the error object; free it with hr_free. No secret and no patient's
 * data is in it. The result has:
 *   ticket        boolean. Whether there is a license ticket.
 *   cards         integer or null. How many entries the last list of cards had; null before the first.
 *   session       boolean. Whether a session is open.
 *   identified    boolean or null. Whether the login identified the professional; null: it is not known.
 *   patient       boolean. Whether a patient's parameters were read.
 *   updateNeeded  boolean or null. Whether these parameters ask for an update; null before they were read.
 *   open_records  integer. How many records are open.
 *   document      integer or null. The index of the document that hr_deposit is sending, or null.
 *   next: as in RESULTS
 * @retval HR_OK out_json holds the state
 * @retval HR_E_HANDLE not open in this process
 *
 * Any thread.
 */
HR_API int32_t hr_state(int32_t handle, char **out_json);

/**
 * Gives the text of the handle's last ended call that changes something once more, for a host that lost it
 * between the library's return and its own hands: to an asynchronous exception, an aborted thread, a
 * cancelled future. Sends nothing, and answers also while a call runs on the handle.
 *
 * These calls are hr_login, hr_profile_put, hr_profile_select, hr_patient_update, hr_dmp_open, hr_dmp_send,
 * hr_dmp_send_bytes, hr_connect, hr_deposit, hr_deposit_bytes, and hr_request but for GET, HEAD and OPTIONS.
 * Each one that has begun replaces the text when it ends, however it ends: also when it sent nothing, for its
 * arguments or for its place in the order of calls, so that an older success never answers for a newer call.
 * Only a call that gave HR_E_BUSY or HR_E_HANDLE did not begin. A host that does not know whether its call
 * began compares `operation` of an error, and `reference` or `sha256` of a document. The text is kept in
 * memory that is wiped, until the next such call ends or hr_close; it may hold the bearer and what a person
 * may choose from, as the call's own did.
 *
 * @param handle from hr_open
 * @param out_json receives the result or the error object as the call gave it, also where the call was not
 * asked for it (out_json NULL) or had no memory to give it; without `raw`, and of hr_connect without the
 * `raw` of `login`, `profile` and `situation`. Or the error object of this call, whose `operation` is
 * hr_last. Free it with hr_free
 * @retval HR_OK out_json holds the text, that of an error too; given as often as asked
 * @retval HR_E_HANDLE not open in this process
 * @retval HR_E_ABSENT no call that changes something has ended on this handle
 * @retval HR_E_TOO_LARGE there is no memory, or there was none to keep the text
 *
 * Any thread, also from the callbacks. While a call runs it gives the text of the one that ended before.
 */
HR_API int32_t hr_last(int32_t handle, char **out_json);

/**
 * Makes a stop: something that ends calls for good, for hosts whose cancellation may come before the call
 * that it is meant for.
 *
 * hr_cancel ends the call that runs, and does nothing where none runs yet. A stop is sticky: once hr_stop was
 * called, each call that runs under it ends as if hr_cancel had come in it, and each one that begins under it
 * later ends so before it sends anything. hr_set_stop says which calls those are. A stop cannot be taken
 * back: make a new one.
 *
 * @param out_stop receives the stop, a number from 1 on that no handle and no other stop has or had; 0 when
 *   the call fails. Free it with hr_stop_free
 * @retval HR_OK the stop is made
 * @retval HR_E_ARGUMENT out_stop is NULL
 * @retval HR_E_TOO_LARGE no number is left
 *
 * Any thread. A forked child does not have the stops of its parent.
 */
HR_API int32_t hr_stop_new(int32_t *out_stop);

/**
 * Stops the calls that run under a stop, and those that will begin under it.
 *
 * Each call that runs ends within the time of hr_cancel and with the same codes: HR_E_CANCELLED, or
 * HR_E_IN_DOUBT when everything was sent; `outcome` says what had left. One that begins later ends with
 * HR_E_CANCELLED, unless it is refused for its arguments or its place in the order of calls, and sends
 * nothing.
 *
 * @param stop_id from hr_stop_new
 * @retval HR_OK the stop is stopped, or was already
 * @retval HR_E_HANDLE no stop of this process: freed, never given out, or the number of a handle
 *
 * Any thread, at any time, also from the callbacks. Never waits.
 */
HR_API int32_t hr_stop(int32_t stop_id);

/**
 * Gives a stop back.
 *
 * A call that runs under it goes on, and nothing but hr_cancel and hr_close can stop it any more; the memory
 * goes with the last call and the last thread that has it. Where a thread still has it set, it counts as what
 * it was: one that was not stopped stops nothing any more, and one that was still ends each call that the
 * thread begins, until hr_set_stop says otherwise. So whoever stops and frees at once also stops the call
 * that has not begun yet.
 *
 * @param stop_id from hr_stop_new; 0 is allowed and does nothing
 * @retval HR_OK the number is no stop any more, or it was 0
 * @retval HR_E_HANDLE no stop of this process
 *
 * Any thread, at any time, also while calls run under it and from their callbacks.
 */
HR_API int32_t hr_stop_free(int32_t stop_id);

/**
 * Sets the stop under which this thread begins its calls on a handle, in place of the one before.
 *
 * It counts for the calls that send something: the calls of every service call, listed at the top of this
 * header, hr_wait_card, hr_connect, hr_patient_find, hr_deposit, hr_deposit_bytes and hr_diagnose. All others
 * ignore it, such as hr_state, hr_last, hr_journal and what a person decides. Calls of other threads on the handle are
 * not stopped by it. One stop may be set for many handles and by many threads.
 *
 * @param handle from hr_open
 * @param stop_id from hr_stop_new; 0: this thread's calls on the handle have no stop any more
 * @retval HR_OK the calls that this thread begins on the handle from now on have the stop; one that runs
 *   keeps its own
 * @retval HR_E_HANDLE the handle is not open in this process, or stop_id is no stop of it; nothing was changed
 *
 * Any thread, also while a call runs on the handle. What was set goes with the thread, and with the handle.
 */
HR_API
int32_t hr_set_stop(int32_t handle,
                    int32_t stop_id);

/**
 * Step 1: gets a license ticket from the license server.
 *
 * Sends {license_url}/v1/license/ticket with the license bearer, by the method that `ticket_method` names
 * (the interface shows POST and GET). The ticket is kept in the handle for steps 2 and 3.
 *
 * @param handle from hr_open, with license_url and license_bearer, or license_bearer_file, in its
 * configuration
 * @param out_json receives the result, or the error object; free it with hr_free. The result has:
 *   licenseTicket  text. The ticket, a secret.
 *   http_status, raw, next: as in RESULTS
 * @retval HR_OK the handle holds the ticket
 * @retval HR_E_CONFIG license_url or license_bearer is not configured
 * @retval HR_E_REPLY the reply has no usable licenseTicket
 * @retval HR_E_UNAUTHORIZED the license server does not accept the license bearer
 * @retval HR_E_REFUSED a 4xx without a code of its own; after a 405 the remedy names ticket_method
 * @retval HR_E_NOT_FOUND the server answered 404: the remedy names ticket_method
 * @retval HR_E_SERVER the server answered 5xx; after a 501 the remedy names ticket_method
 *
 * Also the codes of every service call, listed at the top of this header.
 *
 * May be called again when the ticket has expired; the license server sets how long it is valid and
 * does not say so.
 *
 * Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
 */
HR_API
int32_t hr_ticket(int32_t handle,
                  char **out_json);

/**
 * Step 1, elsewhere: takes over a ticket that the vendor's own server fetched, so that the license bearer
 * stays off the workstation.
 *
 * @param handle from hr_open
 * @param ticket the licenseTicket: visible ASCII, 1 to 32,768 bytes; copied
 * @param out_json receives the result, or the error object; free it with hr_free. The result has next, as in
 * RESULTS
 * @retval HR_OK the handle holds the ticket
 * @retval HR_E_ARGUMENT ticket is NULL, not UTF-8, empty, too long, or has characters that cannot stand in a header
 * @retval HR_E_HANDLE not open in this process
 * @retval HR_E_BUSY a call runs on the handle
 *
 * Sends nothing. Any thread; one call at a time per handle.
 */
HR_API
int32_t hr_ticket_set(int32_t handle,
                      const char *ticket,
                      char **out_json);

/**
 * Step 2: asks the card client which cards are in the reader.
 *
 * Sends {local_url}/direct/ready in the form that `card_form` names. Never through a proxy.
 *
 * @param handle from hr_open, with a ticket (hr_ticket or hr_ticket_set)
 * @param out_json receives the result, or the error object; free it with hr_free. The result has:
 *   cards  array of objects. The card client's entries unchanged (token, cardType, idNat, firstName,
 *          lastName, pinAttempt, ...), with readable names added; perhaps none. The interface does not say
 *          whether pinAttempt counts tries left or tries used. A list of more than 1,000 entries, or a token
 *          longer than 4,096 bytes, is refused:
 *     token             text. What stands for the card at the card client until the next list.
 *     modelText         any value. The model, percent-decoded and without padding; a text, or null where it
 *                       is longer than 4,096 bytes, unless the card client gives this member itself.
 *     manufacturerText  any value. The manufacturer, in the same way.
 *   http_status, raw, next: as in RESULTS
 * @retval HR_OK the handle holds the list of cards
 * @retval HR_E_STATE the handle has no ticket
 * @retval HR_E_CONFIG local_url is a name that does not lead to this computer, or the process that listens there may
 *   not receive ticket and PIN (see hr_login)
 * @retval HR_E_CARD_CLIENT_ABSENT nothing listens at local_url
 * @retval HR_E_CARD_STATUS status.code is not 0; service_code and service_message hold the card client's status
 * @retval HR_E_REPLY the reply has no data.data
 * @retval HR_E_UNAUTHORIZED the card client does not accept the ticket; after a 401 the handle has dropped it: get a
 *   new one
 * @retval HR_E_REFUSED a 4xx without a code of its own; after a 405 the remedy names card_form
 * @retval HR_E_NOT_FOUND the card client answered 404: the remedy names card_form
 * @retval HR_E_SERVER the card client answered 5xx; after a 501 the remedy names card_form
 *
 * Also the codes of every service call, listed at the top of this header.
 *
 * Changes nothing on the card. Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
 */
HR_API
int32_t hr_ready(int32_t handle,
                 char **out_json);

/**
 * Step 3: presents a PIN to a card, once, and opens a session with the resource service.
 *
 * Sends {local_url}/direct/login in the form that `card_form` names, on a fresh connection, without any
 * retry. A card locks after a few wrong PINs, so a login is held back (HR_E_PIN_GUARD, nothing is sent),
 * for the whole process and all its handles; `reason` says why:
 *   - "pin_in_use": another login with this card is running. Wait for its end; no permit helps;
 *   - "ready_needed": since a login with this card that did not succeed there was no hr_ready;
 *   - "pin_held": this PIN was presented to this card without success. A person decides
 *     (hr_pin_retry_allow).
 *
 * However a login ended, it holds its PIN on that card unless it succeeded. What was not sent (`outcome`
 * not_sent) leaves nothing. No reply and no counter lifts a hold: pinAttempt is passed through and decides
 * nothing. Another PIN, which a person has typed, is free after hr_ready. PINs that differ in blanks alone,
 * or in the script of their digits, count as one PIN; what is sent is what you pass. A success forgets what
 * was held for this card, and what its permit was for.
 *
 * A card is known by serial and idNat, not by its token, however a list writes them: as text or number, in
 * JSON or percent escapes, with blanks, signs or leading zeros, in either case, in digits of any script.
 * Letters and digits alone count; an identifier without any ("-", "000") is left out. Where it is, two entries may be
 * the same card, and what is held for one is held for both; only a success of exactly this card, with a
 * serial, forgets. The process remembers 4,096 presentations without success, as digests under a key of its
 * own. Beyond these every PIN of every card is held until a login with the card succeeds; a permit helps.
 *
 * With a journal each presentation is recorded there before it is sent. This process judges those that it
 * made PIN by PIN; for other processes, and after a restart, a card with a presentation that did not succeed,
 * or has no end, holds every PIN back ("pin_held") until a person decides or a login with the card succeeds.
 * While the process that presents a PIN runs, it is "pin_in_use". A damaged line of the journal holds each
 * card back until a login with it succeeds or a permit is used.
 *
 * On a terminal server, or with fast user switching, whoever takes the card client's port first would receive
 * ticket and PIN. So before hr_ready and hr_login send a byte, over TLS too, the library looks up the process
 * at the other end of the connection: on Windows its session, on Linux its user. Unless that is this
 * process's own, nothing is sent (`outcome` not_sent), and `reason` says why; card_client_owners at hr_open
 * names what can be accepted:
 *   - "card_client_other_session": another session, another one of the same user's among them; on Linux
 *     another user but root. It cannot be accepted. A host that runs as a service, or as root, has that as its own;
 *   - "card_client_service", "card_client_http_sys", "card_client_unknown": accepted where the list has the
 *     word behind card_client_.
 *
 * The code is HR_E_CONFIG, as for a local_url that leads to another computer: a process does listen, so it is
 * not HR_E_CARD_CLIENT_ABSENT or HR_E_CONNECT, waiting does not help, and the configuration has to change.
 * When the system's table has no row for the connection yet, the library waits for it, 53 milliseconds at
 * most.
 *
 * Sending a login ends the session that the handle had, also when the login fails.
 *
 * @param handle from hr_open, with a ticket and a list of cards (hr_ready)
 * @param card_token `token` of a card of the last hr_ready of this handle
 * @param pin_code the PIN as the person typed it; not empty, not blanks alone; not copied beyond this call:
 * wipe your own copy afterwards
 * @param out_json receives the result, or the error object; free it with hr_free. It holds the bearer, a
 * secret. The result has:
 *   connectionId  any value. As the card client gave it, or null.
 *   connectedTo   any value. As the card client gave it, or null; never called by this library.
 *   bearer        text. The bearer of the session, a secret.
 *   serviceUrl    text. The address of the resource service.
 *   masterData    any value. As the card client gave it, or null.
 *   identified    boolean or null. Whether the professional is identified; null unless identified_field leads
 *                 to a boolean: look at masterData then, and skip step 4 when it identifies the professional.
 *   http_status, raw, next, outcome, journal: as in RESULTS
 * @retval HR_OK the session is open
 * @retval HR_E_ARGUMENT NULL, not UTF-8, a PIN without a visible character, or a token that is not in the
 *   last list
 * @retval HR_E_STATE the handle has no ticket, or no list of cards
 * @retval HR_E_PIN_GUARD the PIN was held back, see above; `reason` says why
 * @retval HR_E_JOURNAL the journal cannot be used; nothing was sent (outcome "not_sent"), and `reason` says why
 * @retval HR_E_CONFIG the process at local_url may not receive ticket and PIN (see above), or local_url leads
 *   to another computer
 * @retval HR_E_CARD_CLIENT_ABSENT nothing listens at local_url
 * @retval HR_E_CARD_STATUS the card client reports a problem, such as a wrong PIN; `reason` names it, by
 *   card_codes
 * @retval HR_E_UNAUTHORIZED 401 or 403: the PIN or the ticket was refused; after a 401 the handle has dropped
 *   the ticket: get a new one
 * @retval HR_E_REPLY the reply has no usable bearer or serviceUrl (https, or loopback)
 * @retval HR_E_IN_DOUBT everything was sent and no answer came; it counts as a spent try
 * @retval HR_E_REFUSED a 4xx without a code of its own; after a 405 the remedy names card_form
 * @retval HR_E_NOT_FOUND the card client answered 404: the remedy names card_form
 * @retval HR_E_SERVER the card client answered 5xx; after a 501 the remedy names card_form
 *
 * Also the codes of every service call, listed at the top of this header. Errors carry `outcome`.
 *
 * Blocks up to timeouts.login_ms. Any thread; one call at a time per handle.
 */
HR_API
int32_t hr_login(int32_t handle,
                 const char *card_token,
                 const char *pin_code,
                 char **out_json);

/**
 * After "pin_held": a person is sure of the PIN, so let one more presentation through.
 *
 * Call it only because a person decided so, never automatically; a PIN that a person types after reading
 * "pin_held" is such a decision. It covers the PINs of this card that are held now, and the next login with
 * this card, of whatever PIN, uses it up unless the PIN was not sent. Where the entry may be several cards, it
 * is one login all the same, with whichever of them comes first. A fresh hr_ready is needed before or after this
 * call.
 *
 * @param handle from hr_open
 * @param card_token `token` of a card of the last hr_ready of this handle. NULL: the card of the login of
 * this handle that was held back last, for whichever reason; it need not be listed now, and its token may
 * have changed
 * @param out_json receives the result, or the error object; free it with hr_free. The result has next, as in
 * RESULTS
 * @retval HR_OK one more presentation is permitted
 * @retval HR_E_ARGUMENT not UTF-8, a token that the last list does not have, or a card of which no PIN is held; for
 *   NULL, no login of this handle was held back
 * @retval HR_E_JOURNAL the journal cannot be read or written, and nothing is permitted
 * @retval HR_E_CANCELLED hr_cancel or hr_close ended the wait for the journal
 * @retval HR_E_STATE a token was given, and the handle has no list of cards
 * @retval HR_E_HANDLE not open in this process
 * @retval HR_E_BUSY a call runs on the handle
 *
 * Sends nothing. Any thread; one call at a time per handle.
 */
HR_API
int32_t hr_pin_retry_allow(int32_t handle,
                           const char *card_token,
                           char **out_json);

/**
 * Step 3, elsewhere: adopts a login that was made by a browser page calling the card client.
 *
 * The service keeps one current patient in a session. So the handles of this process that have one session,
 * by this call or by hr_login, share it (same bearer, same host and port): a search by one makes the others
 * read again, and hr_patient_get is HR_E_STATE on them until it has succeeded, or, where they have searched
 * and not yet read, until they search again. hr_patient_search, hr_patient_get, hr_patient_update and
 * hr_dmp_open have the current patient to themselves until they end, hr_patient_find and hr_deposit from the
 * search until the patient is read and the record open. Another call waits for it as long as its first
 * request may last, then ends with HR_E_BUSY, reason "session_in_use". What another process does with the
 * session cannot be seen here: compare patient_id, or give it to hr_deposit.
 *
 * @param handle from hr_open
 * @param service_url serviceUrl of that login, unchanged: https, or loopback (or plain http with
 * allow_plain_http); a path prefix and a final slash are fine; no user name, query or fragment
 * @param bearer bearer of the same login: visible ASCII, 1 to 32,768 bytes; copied. It is sent to service_url
 * only
 * @param out_json receives the result, or the error object; free it with hr_free. The result has next, as in
 * RESULTS
 * @retval HR_OK the handle has this session; one that it had before is replaced
 * @retval HR_E_ARGUMENT NULL, not UTF-8, or an address or a bearer that cannot be used
 * @retval HR_E_HANDLE not open in this process
 * @retval HR_E_BUSY a call runs on the handle
 *
 * Sends nothing. Any thread; one call at a time per handle.
 */
HR_API int32_t hr_session_set(int32_t handle, const char *service_url, const char *bearer, char **out_json);

/**
 * Step 4, first half: PUT {serviceUrl}/user-profiles. Only when the login did not identify the professional.
 *
 * @param handle from hr_open, with a session (hr_login or hr_session_set)
 * @param payload_json the payload, one JSON value; sent byte for byte. The interface does not show it
 * @param out_json receives the result, or the error object; free it with hr_free. The interface does not show
 * the reply; it is expected to list the situations to choose from. The result has http_status, raw, next,
 * outcome, as in RESULTS
 * @retval HR_OK the service accepted the payload
 * @retval HR_E_ARGUMENT payload_json is NULL, not UTF-8, or not JSON
 * @retval HR_E_STATE the handle has no session; or a payload other than this had no answer, which ends it
 * @retval HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session
 *
 * Also the codes of every service call, listed at the top of this header. Errors carry `outcome`.
 *
 * Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
 */
HR_API int32_t hr_profile_put(int32_t handle, const char *payload_json, char **out_json);

/**
 * Step 4, second half: GET {serviceUrl}/user-profiles/{situation.id}/select.
 *
 * @param handle from hr_open, with a session
 * @param situation_id id of the situation chosen, as the service gave it; percent-encoded by this call; 1 to
 * 1,024 bytes, not "." or ".."
 * @param out_json receives the result, or the error object; free it with hr_free. The result has http_status,
 * raw, next, outcome, as in RESULTS
 * @retval HR_OK the situation is selected
 * @retval HR_E_ARGUMENT situation_id is NULL, not UTF-8, or cannot be one part of a path
 * @retval HR_E_STATE the handle has no session; or the selection of another had no answer, which ends it
 * @retval HR_E_NOT_FOUND the service does not know the situation (404)
 * @retval HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session
 *
 * Also the codes of every service call, listed at the top of this header. Errors carry
 * `outcome`, since selecting changes the session at the other side.
 *
 * Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
 */
HR_API int32_t hr_profile_select(int32_t handle, const char *situation_id, char **out_json);

/**
 * Step 5: GET {serviceUrl}/patient/search, the search of an identity (INS) by traits.
 *
 * Traits are passed as given, percent-encoded; the interface does not show their formats. NULL leaves a
 * trait out of the request, an empty text sends it empty. Each may have 1,024 bytes.
 *
 * @param handle from hr_open, with a session
 * @param nom last name, UTF-8; or NULL
 * @param prenom first name, UTF-8; or NULL
 * @param date_naissance birth date; or NULL
 * @param sexe sex; or NULL
 * @param out_json receives the result, or the error object; free it with hr_free. The interface does not show
 * the reply. The result has http_status, raw, next, as in RESULTS
 * @retval HR_OK the service answered, which does not mean that exactly one patient has these traits: the
 *   interface does not show the reply, so look into `raw`, and compare the patient that hr_patient_get
 *   returns
 * @retval HR_E_ARGUMENT a trait is not UTF-8 or too long
 * @retval HR_E_STATE the handle has no session
 * @retval HR_E_NOT_FOUND the service answered 404
 * @retval HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session
 *
 * Also the codes of every service call, listed at the top of this header.
 *
 * Afterwards an update needs a new hr_patient_get, since the service may now speak of another patient. After
 * any other code than HR_OK, whatever the reason, hr_patient_get is HR_E_STATE until a search succeeds: the
 * service might still answer with the patient before. Blocks up to timeouts.call_ms. Any thread; one call at
 * a time per handle.
 */
HR_API
int32_t hr_patient_search(int32_t handle,
                          const char *nom,
                          const char *prenom,
                          const char *date_naissance,
                          const char *sexe,
                          char **out_json);

/**
 * Step 6: GET {serviceUrl}/patient, the parameters of the patient.
 *
 * @param handle from hr_open, with a session
 * @param out_json receives the result, or the error object; free it with hr_free. The result has:
 *   patient_id           text. The patient's number (NIR).
 *   insQualified         boolean. Whether the identity is qualified.
 *   alimentationConsent  boolean. Whether the patient does not oppose documents being added.
 *   updateNeeded         boolean. Whether one of the two is false: ask the patient, then hr_patient_update.
 *   http_status, raw, next: as in RESULTS
 * @retval HR_OK the handle holds the patient's parameters
 * @retval HR_E_STATE the handle has no session, its last hr_patient_search or the last one of this session
 *   did not succeed, or another handle has searched since this one searched
 * @retval HR_E_REPLY patient_id, insQualified or alimentationConsent is missing or of another type
 * @retval HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session
 *
 * Also the codes of every service call, listed at the top of this header.
 *
 * Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
 */
HR_API int32_t hr_patient_get(int32_t handle, char **out_json);

/**
 * Step 7: POST {serviceUrl}/patient, only when hr_patient_get said updateNeeded.
 *
 * Consent is the patient's, and whoever has checked an identity document signs for the qualification of the
 * identity: ask before claiming either. When the body or the reply says of insQualified or alimentationConsent,
 * as a member at any depth, anything but true, the update counts as not made, and the record stays closed until
 * an hr_patient_get finds both true.
 *
 * @param handle from hr_open, with a session and an hr_patient_get that asked for an update
 * @param body_json the parameters to set, one JSON value; sent byte for byte. The interface does not show it
 * @param out_json receives the result, or the error object; free it with hr_free. `next` is hr_patient_update
 * again when the update counts as not made. The result has http_status, raw, next, outcome, as in RESULTS
 * @retval HR_OK the service accepted the update
 * @retval HR_E_ARGUMENT body_json is NULL, not UTF-8, or not JSON
 * @retval HR_E_STATE the handle has no session, made no hr_patient_get since the last search, or the last one
 *   did not ask for an update; or a search had no answer and may yet change the patient: the session has ended
 * @retval HR_E_CONFLICT the service answered 409
 * @retval HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session
 *
 * Also the codes of every service call, listed at the top of this header. Errors carry `outcome`; after
 * "unknown" the session has ended.
 *
 * Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
 */
HR_API
int32_t hr_patient_update(int32_t handle,
                          const char *body_json,
                          char **out_json);

/**
 * Any other call under the service URL, with the session's bearer.
 *
 * @param handle from hr_open, with a session
 * @param method GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS, in capitals
 * @param path what follows the service URL: begins with "/", percent-encoded, may carry a query; at most
 * 8,192 bytes; no fragment, no "//", no "." or ".." segment, and none that a server on the way may read as
 * one ("..;", "%2e%2e", "a%2f..%2fb", "..%5c", "%252e%252e") or as empty (";"), no encoded control character
 * @param body_json one JSON value, sent byte for byte; NULL: no body
 * @param out_json receives the result, or the error object; free it with hr_free. The result has:
 *   outcome  text, may be missing. The word accepted: the call is done; missing for GET, HEAD and OPTIONS.
 *   http_status, raw, next: as in RESULTS
 * @retval HR_OK the service answered with a 2xx
 * @retval HR_E_ARGUMENT NULL, not UTF-8, not JSON, another method, or an unusable path
 * @retval HR_E_STATE the handle has no session
 *
 * Also the codes of every service call, listed at the top of this header. Errors of
 * methods that change something carry `outcome`.
 *
 * The rules of order and the refusal to send a document twice do not see what is sent this way, but for a
 * request to /patient/search, which counts as a search. So does each path that a server may take for it: with
 * escapes, also within escapes, in another letter case, with parameters or an extension. Blocks up to
 * timeouts.call_ms. Any thread; one call at a time per handle.
 */
HR_API
int32_t hr_request(int32_t handle,
                   const char *method,
                   const char *path,
                   const char *body_json,
                   char **out_json);

/**
 * Checks, without a login, what the nine calls need: the configuration, the journal, the license server, the
 * clock, the ticket, the card client and its cards.
 *
 * For a hotline: `text` is a page to be shown or mailed. It has no secret, and of cards only their kinds. It has
 * the path of the library, which may contain the name of a user of this computer, and the names of servers and
 * proxies. Asks the license server for one ticket, which is
 * thrown away, and the card client for its cards; writes one record that says nothing into the journal. The
 * handle has afterwards what it had before. The other calls take no notice of it.
 *
 * @param handle from hr_open, with a session or without one
 * @param out_json receives the result, or the error object; free it with hr_free. A check that fails is a
 * part of the result. The result has:
 *   works    boolean. False where a check failed that no work is possible without.
 *   checks   array of objects. The checks, in the order in which they were made:
 *     name       word. What was checked.
 *     ok         boolean or null. Whether all is well; null: it could not be checked.
 *     needed     boolean. Whether no work is possible where it fails.
 *     detail     text. What was found, for whoever helps.
 *     detail_fr  text. What was found, in French.
 *     remedy     text or null. What to do where it failed.
 *     remedy_fr  text or null. What to do, in French.
 *     ms         integer or null. How long it took, in milliseconds; null where nothing was waited for.
 *   text     text. The same as a page, to be shown or mailed.
 *   text_fr  text. The page in French.
 *   next: as in RESULTS
 * @retval HR_OK the checks were made; `works` is false where one failed that no work is possible without
 * @retval HR_E_HANDLE not open in this process
 * @retval HR_E_BUSY another call runs on the handle
 * @retval HR_E_CANCELLED hr_cancel, hr_close or a stop ended the call
 * @retval HR_E_TOO_LARGE there is no memory for the result
 *
 * Blocks up to four times timeouts.call_ms. Any thread; one call at a time per handle.
 */
HR_API
int32_t hr_diagnose(int32_t handle,
                    char **out_json);

/**
 * Step 8: PUT {serviceUrl}/dmp/{patient_id}, opens the patient's shared record.
 *
 * @param handle from hr_open, with a session and an hr_patient_get that returned this patient
 * @param patient_id patient_id of hr_patient_get; percent-encoded by this call; 1 to 1,024 bytes, not "." or
 * ".."
 * @param body_json NULL: no body (the usual case), or one JSON value sent byte for byte, if the service asks
 * for one
 * @param out_json receives the result, or the error object; free it with hr_free. The result has http_status,
 * raw, next, outcome, as in RESULTS
 * @retval HR_OK the record is open for this patient
 * @retval HR_E_ARGUMENT NULL, not UTF-8, an id that cannot be one part of a path, or a body that is not JSON
 * @retval HR_E_STATE the handle has no session; no hr_patient_get of this session returned this patient_id; or the
 *   last one that did asked for an update that was not made (the patient may have opposed)
 * @retval HR_E_NOT_FOUND the service does not know the patient (404)
 * @retval HR_E_CONFLICT the service answered 409
 * @retval HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session
 *
 * Also the codes of every service call, listed at the top of this header. Errors carry `outcome`.
 *
 * Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
 */
HR_API
int32_t hr_dmp_open(int32_t handle,
                    const char *patient_id,
                    const char *body_json,
                    char **out_json);

/**
 * Step 9: POST {serviceUrl}/dmp/{patient_id}/unique/doc/send, uploads a document from a file.
 *
 * Sends multipart/form-data with file, filename, activity_type and type_code, once, on a fresh
 * connection, with an exact Content-Length. The file is read while it is sent: memory does not grow with
 * it. Before the last bytes leave, the file's length and timestamps are compared with those at its opening: a service
 * never receives the whole of a file that is seen to have changed meanwhile. What a program writes through a memory
 * map that it already holds, or within one step of the file system's clock (up to 16 ms, 2 s on FAT) after an earlier
 * change, may change neither length nor times: sha256 then identifies what was sent. On Linux a file that is renamed
 * or deleted counts as changed.
 *
 * On Windows nobody can write to the file while it is sent; it may be read, renamed and deleted. A file that
 * another program holds without sharing it, has open for writing, or has locked in part, is tried for half a
 * second: then HR_E_FILE with reason "file_locked". Opening and reading that hang, as with a network
 * drive whose server is gone or a file that is fetched when it is read (OneDrive), end with the call's time
 * (HR_E_TIMEOUT at "library") and with hr_cancel, as far as the drive's software allows. On other systems
 * neither ends them: the call returns when the system gives the file up.
 *
 * A document (same content, patient and type_code, by handles with one license_url) whose sending ended with outcome
 * "unknown" or "accepted_unreadable" is in doubt: it is refused until a person decides. Each such end is a doubt of
 * its own, in place of the document's earlier one; `entry` names it. A document that another call is sending is refused
 * as well. Both are seen before anything is sent, or at the latest before the last bytes leave. hr_dmp_found ends a
 * doubt, and so does a sending that hr_dmp_resend_allow permitted, when it is accepted. A handle without a journal
 * goes by the memory of this process; one with a journal by the journal alone, for all processes that name it and after
 * a restart: an upload that has no end because its process was killed is in doubt. The document is then read once
 * before it is sent, and the record that its upload begins is on the disk before the first byte leaves.
 *
 * @param handle from hr_open, with a session and the record open (hr_dmp_open for the same patient_id)
 * @param patient_id as given to hr_dmp_open
 * @param path the file, UTF-8; must be a regular file; it may be empty, and must not change meanwhile. On
 * Windows: with a drive, relative, \\host\share\..., or \\?\ before a drive, Volume{...} or UNC, of any
 * length. Not opened at all: \\.\ and other \\?\, pipes (\\host\pipe\), names of devices as the system knows
 * them (NUL, COM1), other streams of a file (a.pdf:b). Links are followed
 * @param filename the name to send, UTF-8: not empty, no "/" or "\", no control characters but CR and LF;
 * quotes, CR and LF are percent-escaped where they would change the request. NULL: last part of path
 * @param activity_type passed as given; the interface does not show the values. May be empty
 * @param type_code passed as given; the interface does not show the values. May be empty
 * @param out_json receives the result, or the error object (with sha256 and bytes when the whole document was
 * read, and with entry when it is in doubt); free it with hr_free. The result has:
 *   sha256  text. The digest of the document that was sent, in 64 hexadecimal digits.
 *   bytes   integer. The length of the document that was sent.
 *   http_status, raw, next, outcome, journal: as in RESULTS
 * @retval HR_OK the service has definitely accepted the document
 * @retval HR_E_ARGUMENT NULL, not UTF-8, or an id or name that cannot be sent
 * @retval HR_E_STATE the handle has no session, or the record is not open for this patient
 * @retval HR_E_FILE the file is missing, not readable, not a regular file, held by another program (reason
 *   "file_locked"), or it changed while it was sent (outcome "incomplete")
 * @retval HR_E_CONFLICT with at "library" (outcome "rejected"): the document is in doubt, and `entry` names the doubt;
 *   or, with reason "document_in_use", another call is sending it: wait for its end and look at that. With at
 *   "service": the service answered 409
 * @retval HR_E_JOURNAL the journal cannot be used; nothing was sent (outcome "not_sent"), and `reason` says why
 * @retval HR_E_TOO_LARGE without a journal, 10,000 documents are in doubt and no other is sent; or no memory
 * @retval HR_E_TIMEOUT with at "library": reading the document, or comparing it with one in doubt, took all the time,
 *   and no service has the whole of it. Otherwise as in every service call
 * @retval HR_E_IN_DOUBT everything was sent and no answer came
 * @retval HR_E_REFUSED such as 413, also when the server refuses before it has read everything
 * @retval HR_E_CANCELLED hr_cancel, hr_close, hr_stop or the progress callback stopped the upload
 * @retval HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session
 *
 * Also the codes of every service call, listed at the top of this header. Errors carry
 * `outcome`: send again only after "not_sent" and "incomplete".
 *
 * Blocks up to timeouts.upload_ms. Any thread; one call at a time per handle. See hr_set_progress.
 */
HR_API
int32_t hr_dmp_send(int32_t handle,
                    const char *patient_id,
                    const char *path,
                    const char *filename,
                    const char *activity_type,
                    const char *type_code,
                    char **out_json);

/**
 * Step 9, from memory: as hr_dmp_send, with the document's bytes instead of a path.
 *
 * @param handle as for hr_dmp_send
 * @param patient_id as for hr_dmp_send
 * @param data the document; borrowed for the call, not copied. NULL is allowed when length is 0
 * @param length bytes of the document, 0 to 2,147,483,647
 * @param filename as for hr_dmp_send, but required
 * @param activity_type as for hr_dmp_send
 * @param type_code as for hr_dmp_send
 * @param out_json as for hr_dmp_send
 * @retval HR_OK the service has definitely accepted the document
 * @retval HR_E_ARGUMENT as for hr_dmp_send; also when length is negative, or data is NULL with a length above 0
 * @retval HR_E_FILE the bytes are not those that were compared beforehand
 *
 * The other codes are those of hr_dmp_send, for the same causes.
 *
 * Blocks up to timeouts.upload_ms. Any thread; one call at a time per handle. See hr_set_progress.
 */
HR_API
int32_t hr_dmp_send_bytes(int32_t handle,
                          const char *patient_id,
                          const uint8_t *data,
                          int32_t length,
                          const char *filename,
                          const char *activity_type,
                          const char *type_code,
                          char **out_json);

/**
 * After HR_E_CONFLICT at "library": a person decided to send a document again although it is not known
 * whether the earlier sending arrived.
 *
 * Call it only because a person decided so, after looking into the record, never automatically. It covers one
 * sending of the document of this doubt, for its patient and type_code; the document may then be in the
 * record twice. A sending that ends "not_sent" or "incomplete" does not use it up.
 *
 * @param handle from hr_open
 * @param entry `entry` of the error object or of hr_journal, of whichever process: the id of one doubt, 32
 * hexadecimal digits
 * @param out_json receives the result, or the error object; free it with hr_free. The result has next, as in
 * RESULTS
 * @retval HR_OK one more sending of the document is permitted
 * @retval HR_E_ARGUMENT NULL, not UTF-8, no entry, or nothing is held back for it: no such doubt (any more), one that a
 *   later sending of the document has replaced, or a sending of it is on its way
 * @retval HR_E_JOURNAL the journal cannot be read or written, and nothing is permitted
 * @retval HR_E_CANCELLED hr_cancel or hr_close ended the wait for the journal
 * @retval HR_E_HANDLE not open in this process
 * @retval HR_E_BUSY a call runs on the handle
 *
 * Sends nothing. Any thread; one call at a time per handle.
 */
HR_API
int32_t hr_dmp_resend_allow(int32_t handle,
                            const char *entry,
                            char **out_json);

/**
 * After HR_E_CONFLICT at "library", or HR_E_IN_DOUBT: a person found the document in the patient's record.
 *
 * The doubt ends as "accepted": the document can be sent again, as one that was accepted can. Call it only because a
 * person looked into the record.
 *
 * @param handle from hr_open
 * @param entry as for hr_dmp_resend_allow
 * @param out_json receives the result, or the error object; free it with hr_free. The result has next, as in
 * RESULTS
 * @retval HR_OK the doubt is settled
 * @retval HR_E_ARGUMENT as for hr_dmp_resend_allow
 * @retval HR_E_JOURNAL the journal cannot be read or written, and the doubt stays
 * @retval HR_E_CANCELLED hr_cancel or hr_close ended the wait for the journal
 * @retval HR_E_HANDLE not open in this process
 * @retval HR_E_BUSY a call runs on the handle
 *
 * Sends nothing. Any thread; one call at a time per handle.
 */
HR_API
int32_t hr_dmp_found(int32_t handle,
                     const char *entry,
                     char **out_json);

/**
 * The uploads that the journal knows, the newest first, of all processes that name it.
 *
 * The order is that of the file; the times are what the clocks said. An upload whose begin has no end counts as
 * "unknown" once its process has ended, or the call that made it. A damaged line is listed as a doubt about an unknown
 * document, with null for what it said; it refuses nothing, and nobody can decide about it.
 *
 * @param handle from hr_open, with `journal` in its configuration
 * @param filter_json one JSON object; NULL or {}: the newest 100. What is listed fits all members:
 *   entry      text. The upload of this id.
 *   sha256     text. Uploads of the document with this digest.
 *   reference  text. Uploads that the host called so.
 *   outcome    word. Uploads with this outcome.
 *   doubt      boolean. True: those of which nobody knows whether they arrived.
 *   since      text. Uploads that began at this moment or later, such as "2026-11-22T18:30:00Z".
 *   limit      integer from 1 to 10000, default 100. How many are listed, the newest first.
 * @param out_json receives the result, or the error object; free it with hr_free. The result has:
 *   entries  array of objects. The uploads that fit:
 *     entry        text or null. Its id.
 *     time         text or null. When it began, as 2026-11-22T18:30:00.000Z.
 *     ended        text or null. When it ended, or null.
 *     outcome      word or null. What became of it; null while it is being sent.
 *     doubt        boolean. Whether nobody knows if it arrived.
 *     permitted    boolean. Whether a person permitted one more sending (hr_dmp_resend_allow).
 *     found        boolean. Whether a person found it in the record (hr_dmp_found).
 *     in_use       boolean. Whether it is being sent.
 *     damaged      boolean. Whether it stands for a damaged line.
 *     bytes        integer or null. The length of the document.
 *     reference    text or null. What the host calls the document.
 *     name         text or null. The name of the error's code, or null.
 *     http_status  integer or null. The status of the error, or null.
 *     call_id      text or null. The id of the call that sent it; null where the record has none.
 *   more     boolean. Whether others fit.
 *   doubts   integer. How many doubts there are.
 *   uploads  integer. How many uploads there are.
 *   damaged  integer. How many lines are not as they were written.
 *   torn     integer. How many lines are unfinished: their writers did not get further.
 * @retval HR_OK also when nothing fits
 * @retval HR_E_ARGUMENT not UTF-8, not a JSON object, or with a member that is unknown, repeated or not of its form
 * @retval HR_E_CONFIG the configuration has no `journal`
 * @retval HR_E_JOURNAL the journal cannot be read; `reason` says why
 * @retval HR_E_CANCELLED hr_cancel or hr_close ended the wait for another call of this process
 * @retval HR_E_TOO_LARGE no memory
 * @retval HR_E_HANDLE not open in this process
 * @retval HR_E_BUSY a call runs on the handle
 *
 * Sends nothing. Any thread; one call at a time per handle.
 */
HR_API
int32_t hr_journal(int32_t handle,
                   const char *filter_json,
                   char **out_json);

/**
 * Waits until a card is in the reader: asks the card client as hr_ready does, and again 500 ms after each
 * answer; after the time it is not asked again. A license ticket is fetched as hr_ticket does when the handle
 * has none, and once in a call after a 401 of the card client; without license_url and license_bearer neither
 * is done. Presents no PIN.
 *
 * @param handle from hr_open
 * @param card_json which card, one JSON object such as {"cardType":"CPS"}; NULL: any card. Members that a
 * card's entry of hr_ready must have, each with this value: texts decoded, numbers as they are written,
 * serial and idNat by their letters and digits, as the PIN guard compares them
 * @param timeout_ms how long to wait, in milliseconds; 0: ask once
 * @param out_json receives the result, or the error object; free it with hr_free. The result has:
 *   cards  array of objects, as in the result of hr_ready. One entry a card that fits.
 *   next: as in RESULTS
 * @retval HR_OK a card that fits is in the reader
 * @retval HR_E_ARGUMENT card_json is not UTF-8, not JSON, has a member twice, no member, or a value that is
 *   neither text, number nor boolean; or timeout_ms is negative
 * @retval HR_E_NO_CARD no card that fits came in time
 * @retval HR_E_CARD_STATUS the last answer was a status.code other than 0; `reason` names it, by card_codes.
 *   One before the last counts as an answer without a card
 * @retval HR_E_CANCELLED hr_cancel, hr_close or hr_stop ended the wait, within 50 ms
 *
 * Also the codes of every service call, listed at the top of this header, and of hr_ticket and hr_ready, with
 * `step`, the function that the step is.
 *
 * Blocks up to timeout_ms and the end of the question that runs then, each request of which takes up to
 * timeouts.call_ms. Any thread; one call at a time per handle.
 */
HR_API int32_t hr_wait_card(int32_t handle, const char *card_json, int32_t timeout_ms, char **out_json);

/**
 * Logs in with one call: ticket, cards, PIN and, where it is asked for, the professional's situation (steps 1
 * to 4).
 *
 * With a PIN: fetches a ticket when the handle has none (after a 401 of the listing once more), lists the
 * cards, waits for one that fits, and presents the PIN to it as hr_login does: at most once, with all that
 * the PIN guard holds back. Entries that agree in serial or idNat and differ in neither are one card; the
 * first is used. A PIN always makes a new login; an earlier one ends before the cards are listed. Without a
 * PIN (NULL) the open session is used, and `wait_card_ms` counts for nothing. Where there is none, or `card`
 * is not the card that opened it (of a session of hr_session_set that is not known, and it is used), it ends,
 * the cards are listed, and the call stops for the PIN, with the card that it is for. Without `card` it is the
 * only one whose cardType is among the configuration's card_types: a patient's card is never taken for the
 * doctor's. Then step 4: `profile` is PUT to /user-profiles, `situation_id` is selected, each time that they
 * are given. Both are left out where the login says that the professional is identified (see
 * identified_field). Where it says no, the configuration's `profile` is PUT once in a session where the
 * request has none, and one situation must be chosen unless one was selected since; where it says neither,
 * nothing is asked for. When a person must choose, the call stops with HR_E_CHOICE: put the answer into the
 * request, as the start of this header says, and repeat the call; with pin_code NULL once a text says
 * `session` true: no second PIN is presented, and a `profile` that this session has accepted is not PUT
 * again.
 *
 * @param handle from hr_open
 * @param request_json one JSON object; NULL: {}. Unknown and repeated members are refused:
 *   card          object. Which card, as card_json of hr_wait_card; without: the only one of a kind in
 *                 card_types.
 *   wait_card_ms  integer from 0 to 2147483647, default 0. How many milliseconds to wait for a card that
 *                 fits; 0: ask once.
 *   profile       any value. The payload of PUT /user-profiles, sent byte for byte; null or absent: none.
 *   situation_id  text of up to 1024 bytes. The id of the situation to select, as hr_profile_select takes it.
 *   confirmed     text. After "pin_held", where the person has seen its sentence and insists on the PIN: the
 *                 `entry` of that error. It lets this presentation through, in the place of
 *                 hr_pin_retry_allow; a request that is made again presents nothing, since each presentation
 *                 changes the `entry`.
 *   retry         text. The same, where `ask` is "retry": a presentation that was confirmed did not succeed
 *                 either.
 * @param pin_code the card's PIN; NULL: go on with the open session, or ask for the PIN. Blanks alone are no
 * PIN: it is asked for
 * @param out_json receives the result, or the error object; free it with hr_free. It holds the session
 * bearer, a secret. The result has:
 *   card        object or null, as in the result of hr_ready. The card that the PIN was presented to; null
 *               where the session was open.
 *   login       object or null, as in the result of hr_login. What the login gave; null where the session was
 *               open.
 *   profile     object or null, as in the result of hr_profile_put. What hr_profile_put gave, where a profile
 *               was put.
 *   situation   object or null, as in the result of hr_profile_put. What hr_profile_select gave, where a
 *               situation was selected.
 *   identified  boolean or null. Whether the login identified the professional; null: it is not known.
 *   session     boolean. A session is open.
 *   next, outcome, ending, ask, choices, message, message_fr: as in RESULTS
 * @retval HR_OK the session is open, and whatever was asked of step 4 is done
 * @retval HR_E_ARGUMENT request_json is not UTF-8, not JSON or has a member that is not known, repeated or
 *   not of its form; pin_code is not UTF-8
 * @retval HR_E_STATE another call ended the session; or another profile, or situation, had no answer
 * @retval HR_E_NO_CARD as for hr_wait_card
 * @retval HR_E_CHOICE `ask` is "card": several cards fit, none is of a kind in card_types, or a token stands
 *   for several and `card` has neither serial nor idNat; no PIN was presented. Or it is "pin": there is no
 *   PIN and no session. Or, with a session, it is "profile": the service does not know in which
 *   situation the professional works, and no profile was sent; or "situation": `choices` has the list that
 *   situations_pointer leads to, or one whose raw is the service's reply to the profile; none where an
 *   earlier call sent it
 * @retval HR_E_PIN_GUARD as for hr_login; with the reason "pin_held" `entry` is what `confirmed` or `retry`
 *   must name
 *
 * Also the codes of every service call, listed at the top of this header, and of hr_ticket, hr_ready,
 * hr_login, hr_profile_put and hr_profile_select: `step` is the function that the failed step is, and
 * `session` says whether a session is open: when step 4 fails it is, unless the service ended it (401). Go on
 * with pin_code NULL then; the result of hr_login is not repeated.
 *
 * Blocks up to wait_card_ms and the time of each step. Any thread; one call at a time per handle.
 */
HR_API
int32_t hr_connect(int32_t handle,
                   const char *request_json,
                   const char *pin_code,
                   char **out_json);

/**
 * Finds a patient: hr_patient_search, then hr_patient_get (steps 5 and 6). No data is changed.
 *
 * The interface does not show the search's reply, so this library cannot count who was found, unless the
 * configuration says with patients_pointer where their list is. Without it and without patient_id the
 * parameters are those of a patient whom the service chose, and others may have the same traits: a person
 * compares before anything is sent.
 *
 * @param handle from hr_open, with a session
 * @param request_json one JSON object. Unknown and repeated members are refused:
 *   patient     object. Traits to search for, one at least, each passed as given; null or absent leaves one
 *               out. Not needed where patient_id is that of the patient who was read last:
 *     nom             text of up to 1024 bytes or null. The last name.
 *     prenom          text of up to 1024 bytes or null. The first name.
 *     date_naissance  text of up to 1024 bytes or null. The birth date.
 *     sexe            text of up to 1024 bytes or null. The sex.
 *   patient_id  text. The patient whom the host means, with the number as hr_patient_get writes it: whoever
 *               the search found, the reading decides.
 * @param out_json receives the result, or the error object; free it with hr_free. The result has:
 *   may_receive  boolean. Whether insQualified and alimentationConsent are both true.
 *   search       any value. The reply of the search exactly as it came; null without a search.
 *   http_status, raw, next, ending, ask, choices, message, message_fr: as in RESULTS
 *   patient_id, insQualified, alimentationConsent, updateNeeded: as in the result of hr_patient_get
 * @retval HR_OK the patient was read: the one of patient_id, or the only one who has these traits
 * @retval HR_E_ARGUMENT request_json is NULL, not UTF-8, not JSON, without any trait, or has a member that is
 *   not known, repeated, not a text or too long; or it has no traits, and patient_id is not of the patient
 *   who was read last
 * @retval HR_E_STATE the handle has no session
 * @retval HR_E_OTHER_PATIENT the parameters are of another patient than patient_id or, without it, than the
 *   only one in the list
 * @retval HR_E_NOT_FOUND the list is empty, or the service answered 404, not with a page
 * @retval HR_E_CHOICE `ask` is "traits": several have these traits, those of `choices`, and nobody was read.
 *   Or it is "patient": the one of `choices` was read, and others may have the same traits, or an earlier
 *   search had no answer, and the service may speak of its patient. They hold names: keep them out of logs
 * @retval HR_E_REPLY a reply is not what was announced, or a 404 came with a page; with patients_pointer also
 *   where it leads to no list, to a list of one value that is no object, or through an object that has the
 *   member twice
 *
 * Also the codes of every service call, listed at the top of this header, and of hr_patient_search and
 * hr_patient_get, with `step`, the function that the failed step is. After any other code than HR_OK
 * hr_patient_get is HR_E_STATE until a search succeeds.
 *
 * Blocks up to twice timeouts.call_ms. Any thread; one call at a time per handle.
 */
HR_API int32_t hr_patient_find(int32_t handle, const char *request_json, char **out_json);

/**
 * Deposits documents into a patient's shared record with one call: finds and reads the patient, makes the
 * update that is asked for, opens the record, sends each document (steps 5 to 9).
 *
 * The patient is who the host says: with patient_id the parameters that the service returns must be of that
 * patient, else HR_E_OTHER_PATIENT; without it only a patient of whom patients_pointer shows that nobody else
 * has these traits is taken, else HR_E_CHOICE. Nothing is opened or sent before that. An update is made only
 * with `update` and patient_id, and then the patient is read again. One whose response was lost is made again
 * only when the service has not made it by then. Documents go in their order, each once, with all that
 * hr_dmp_send promises. A document that was accepted before, from this process (at least its last 100,000) or
 * by the journal, is not sent again: outcome "accepted", already true. So after a failure the same call is
 * made again: it sends what was not accepted, and no document twice. What is in doubt stays so until
 * `doubts`, hr_dmp_found or hr_dmp_resend_allow says what a person saw in the record. HR_E_FILE, a document
 * in doubt and a 4xx other than 401, 408 and 429 leave the other documents their turn. Anything else ends the
 * call; later documents are "not_sent".
 *
 * @param handle from hr_open, with a session
 * @param request_json one JSON object. Unknown and repeated members are refused:
 *   documents  array of up to 10000 objects, required. The documents, in the order in which they are sent.
 *              Empty: the call ends when the record is open, and hr_dmp_send or hr_dmp_send_bytes may follow:
 *     path           text, required. The path of the file, as hr_dmp_send takes it; its last part can be sent
 *                    as filename, or filename is given.
 *     filename       text. The name that the service receives; default: the last part of path.
 *     activity_type  text, required. The activity type, passed as given.
 *     type_code      text, required. The type of the document, passed as given.
 *     reference      text of up to 200 bytes. Whatever the host calls the document, for the journal and the
 *                    result: no name and no number of a patient.
 *     again          boolean, default false. True: send it once more although it was accepted before. After a
 *                    failure the same call, made again on this handle, does not repeat it. A document in
 *                    doubt is held back all the same.
 *   update     any value. The body of POST /patient, sent where the parameters ask for an update; null or
 *              absent: none; needs patient_id. It counts for one update: should the parameters ask for
 *              another one when the call is made again, a person is asked.
 *   record     any value. The body of PUT /dmp/{patient_id}; null or absent: none.
 *   doubts     object. What a person found out about documents in doubt, by their `entry`. It counts when the
 *              document's turn comes; an entry that holds no document of this call back counts for nothing,
 *              so that the same request can be made again:
 *     "found"   A person saw it in the record.
 *     "resend"  It is not there: this call sends it once more.
 *   patient, patient_id: as in request_json of hr_patient_find
 * @param out_json receives the result, or the error object; free it with hr_free. The error's `documents` is
 * null when request_json could not be read, and with HR_E_PANIC; its `outcome` is null, but "unknown" in a
 * child that a callback forked, where each document that had not ended is "unknown" too. With several
 * documents, of which one had its turn, the error's `message` counts them too. The result has:
 *   patient_id  text. Whose record it is.
 *   documents   array of objects. What became of each document, in the order of the request:
 *     index        integer. The place of the document in the request.
 *     reference    text or null. What the host calls the document.
 *     ending       word. How it ended.
 *     outcome      word. What became of it.
 *     code         integer or null. The code of its sending; null where its turn did not come, and outcome is
 *                  not_sent.
 *     name         text or null. The name of that code, or null.
 *     reason       word or null. Why it was not accepted, in a word for programs, or null.
 *     http_status  integer or null. The status of the reply that refused it, or null.
 *     message      text. One line for the doctor, in the configured language.
 *     message_fr   text. The same line in French.
 *     sha256       text or null. Its digest, where it was read.
 *     bytes        integer or null. Its length, where it was read.
 *     already      boolean. Whether it was accepted before, and not sent now.
 *     entry        text or null. The id of the doubt about it, or null.
 *     journal      word or null. The word not_completed when the journal has no record of how its sending
 *                  ended; else null.
 *   next, outcome, ending, ask, choices, message, message_fr: as in RESULTS
 * @retval HR_OK every document is accepted
 * @retval HR_E_ARGUMENT request_json is NULL, not UTF-8, not JSON, lacks `documents` or a member of one, or
 *   has one that is not known, repeated or not of its form; update without patient_id; neither traits nor a
 *   patient read before whose patient_id is given. Nothing was sent
 * @retval HR_E_STATE the handle has no session; or, before an update, as for hr_patient_update
 * @retval HR_E_CHOICE `ask` is "traits" or "patient", as for hr_patient_find. Or it is "update": insQualified
 *   or alimentationConsent is false, and the only one of `choices` has the patient's parameters as raw. They
 *   hold names: keep them out of logs
 * @retval HR_E_OTHER_PATIENT the parameters are those of another patient than patient_id or, without one,
 *   than the only one in the list that patients_pointer leads to
 * @retval HR_E_IN_DOUBT a document's end is not known, or one was held back for an earlier doubt: then `ask`
 *   is "doubt" unless a failure ended the call, and `choices` has the two answers about the first one
 *
 * Also the codes of every service call, listed at the top of this header, and of hr_patient_search,
 * hr_patient_get, hr_patient_update, hr_dmp_open and hr_dmp_send: of what ended the call; else HR_E_IN_DOUBT
 * where a document is in doubt; else of the first document that failed. `step` is the function that the
 * failed step is.
 *
 * Progress (hr_set_progress) counts the bytes of all documents together, those accepted before and those
 * refused as done. hr_state has `document`, the index of the one being sent. Blocks up to the time of each
 * step; each document has timeouts.upload_ms. Any thread; one call at a time per handle.
 */
HR_API int32_t hr_deposit(int32_t handle, const char *request_json, char **out_json);

/**
 * Deposits one document from memory: as hr_deposit, with the document's bytes instead of a path. It is known
 * and compared as one from a file is.
 *
 * @param handle from hr_open, with a session
 * @param request_json one JSON object. Unknown and repeated members are refused:
 *   documents  array of one object, required. The one document that is in memory:
 *     filename  text, required. The name that the service receives.
 *     activity_type, type_code, reference, again: as in request_json of hr_deposit
 *   update, record, doubts: as in request_json of hr_deposit
 *   patient, patient_id: as in request_json of hr_patient_find
 * @param data the document; borrowed for the call, not copied. NULL is allowed when length is 0
 * @param length bytes of the document, 0 to 2,147,483,647
 * @param out_json as for hr_deposit
 * @retval HR_OK the document is accepted
 * @retval HR_E_ARGUMENT as for hr_deposit; also when length is negative, or data is NULL with a length above 0
 * @retval HR_E_FILE the bytes are not those that were compared beforehand
 *
 * The other codes are those of hr_deposit, for the same causes.
 *
 * Blocks as hr_deposit. Any thread; one call at a time per handle. See hr_set_progress.
 */
HR_API
int32_t hr_deposit_bytes(int32_t handle,
                         const char *request_json,
                         const uint8_t *data,
                         int32_t length,
                         char **out_json);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* HR_H */
