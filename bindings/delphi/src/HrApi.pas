{ Generated from include/hr.h by cargo xtask bindings: do not edit. }
unit HrApi;

{ The raw layer: every export of the library, with the names and the order of include/hr.h.
  HrLoad fills in the functions; before that they are nil. The members of requests and results are in hr.h, and in
  the records of HealthRecord.Types. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

const
  /// The call did what it was asked to do.
  HR_OK = 0;
  /// An argument is NULL, not UTF-8, empty where it may not be, or not of the form its comment asks for.
  HR_E_ARGUMENT = -1;
  /// The handle is 0, was closed, was never given out, or belongs to the process that forked this one. When a callback
  /// forks, the child gets it as well, with outcome "unknown" where the call changes something.
  HR_E_HANDLE = -2;
  /// Another call on the same handle is running. Nothing was sent; calls never wait for each other.
  HR_E_BUSY = -3;
  /// A step that must come before this one is missing; the remedy names it. Nothing was sent.
  HR_E_STATE = -4;
  /// The configuration given to hr_open cannot serve this call; the remedy names the key.
  HR_E_CONFIG = -5;
  /// The document cannot be opened or read, or it changed while it was being sent.
  HR_E_FILE = -6;
  /// Something exceeds what can be handled: no memory for it, no handle left, or too many documents in doubt.
  HR_E_TOO_LARGE = -7;
  /// The PIN was not presented, because that could spend a try of the card without need.
  HR_E_PIN_GUARD = -8;
  /// hr_cancel, hr_close, hr_stop or the progress callback stopped the call.
  HR_E_CANCELLED = -9;
  /// A person must choose: `ask` says what, `choices` from what, and a next call with the answer goes on.
  HR_E_CHOICE = -10;
  /// No card that was asked for is in the reader.
  HR_E_NO_CARD = -11;
  /// The service answered for another patient than the one of `patient_id`. No record was opened, and nothing was
  /// changed unless `reason` is "other_patient_updated".
  HR_E_OTHER_PATIENT = -12;
  /// The file of the key `journal` cannot be used; `reason` says why. Nothing was sent.
  HR_E_JOURNAL = -13;
  /// Nothing is at the place of a JSON text that the pointer leads to, or null; or no call has ended that hr_last could
  /// speak of.
  HR_E_ABSENT = -14;
  /// Nothing listens at the card client's address: it is not installed or not running.
  HR_E_CARD_CLIENT_ABSENT = -100;
  /// The server could not be reached: unknown name, refused connection, no route.
  HR_E_CONNECT = -101;
  /// The time allowed by `timeouts` ran out; `phase` says where.
  HR_E_TIMEOUT = -102;
  /// The server's certificate was refused, or no TLS connection could be set up.
  HR_E_TLS = -103;
  /// The proxy refused or could not be used.
  HR_E_PROXY = -104;
  /// The connection ended before the call was complete.
  HR_E_INTERRUPTED = -105;
  /// Everything was sent and no answer came: the call may or may not have taken effect. `cause` says why.
  HR_E_IN_DOUBT = -106;
  /// The reply is not what the interface describes; the remedy names what is missing or wrong.
  HR_E_REPLY = -200;
  /// The server refused the request (a 4xx status that has no code of its own here).
  HR_E_REFUSED = -201;
  /// The server did not accept the credential (401 or 403).
  HR_E_UNAUTHORIZED = -202;
  /// The server does not know what was asked for (404).
  HR_E_NOT_FOUND = -203;
  /// The request contradicts what the server holds (409), or what is known about another sending of the document.
  HR_E_CONFLICT = -204;
  /// The server asks to wait (429); `retry_after_s` says how long, when the server said so.
  HR_E_RATE_LIMITED = -205;
  /// The server failed (5xx).
  HR_E_SERVER = -206;
  /// The card client answered with a `status.code` other than 0; `service_code` holds it.
  HR_E_CARD_STATUS = -207;
  /// The server answered with a redirection, which is never followed.
  HR_E_REDIRECT = -208;
  /// The library failed inside. The handle still answers; please report it.
  HR_E_PANIC = -900;
  /// The version of the binary contract that hr.h describes; see hr_abi_version.
  /// HR_ABI_VERSION of hr.h: Pascal does not distinguish it from the function.
  HR_ABI_VERSION_WANTED = 2;
  /// No log (the state at start).
  HR_LOG_OFF = 0;
  /// Calls that failed.
  HR_LOG_ERROR = 1;
  /// Also calls that succeeded: method, path template, status, duration.
  HR_LOG_INFO = 2;
  /// Also handles opened and closed.
  HR_LOG_DEBUG = 3;

type
  /// Receives log lines; see hr_set_log.
  /// @param(user the pointer given to hr_set_log)
  /// @param(level HR_LOG_ERROR to HR_LOG_DEBUG)
  /// @param(text one line in UTF-8, without its end; valid during the callback only)
  hr_log_fn = procedure(user: Pointer; level: Integer; text: PAnsiChar); cdecl;

  /// Receives the progress of an upload; see hr_set_progress.
  /// @param(user the pointer given to hr_set_progress)
  /// @param(done bytes of the document handed to the connection so far)
  /// @param(total bytes of the document. Both are bytes up to 2,147,483,647 bytes; for a larger document both are in
  /// units of 1,024 bytes)
  /// @returns(0 to go on, anything else to stop the upload)
  hr_progress_fn = function(user: Pointer; done: Integer; total: Integer): Integer; cdecl;

  T_hr_abi_version = function: Integer; cdecl;
  T_hr_version = function: PAnsiChar; cdecl;
  T_hr_code_name = function(code: Integer): PAnsiChar; cdecl;
  T_hr_free = procedure(text: PAnsiChar); cdecl;
  T_hr_text_copy = function(text: PAnsiChar; buffer: PAnsiChar; capacity: Integer): Integer; cdecl;
  T_hr_text_copy_utf16 = function(text: PAnsiChar; buffer: PWord; capacity: Integer): Integer; cdecl;
  T_hr_set_log = function(fn: hr_log_fn; user: Pointer; level: Integer): Integer; cdecl;
  T_hr_json_get = function(json: PAnsiChar; pointer: PAnsiChar; out_text: PPAnsiChar): Integer; cdecl;
  T_hr_json_kind = function(json: PAnsiChar; pointer: PAnsiChar): Integer; cdecl;
  T_hr_json_count = function(json: PAnsiChar; pointer: PAnsiChar): Integer; cdecl;
  T_hr_json_key = function(json: PAnsiChar; pointer: PAnsiChar; index: Integer; out_text: PPAnsiChar): Integer; cdecl;
  T_hr_json_quote = function(text: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_open = function(config_json: PAnsiChar; out_handle: PInteger; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_close = function(handle: Integer): Integer; cdecl;
  T_hr_cancel = function(handle: Integer): Integer; cdecl;
  T_hr_set_progress = function(handle: Integer; fn: hr_progress_fn; user: Pointer): Integer; cdecl;
  T_hr_state = function(handle: Integer; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_last = function(handle: Integer; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_stop_new = function(out_stop: PInteger): Integer; cdecl;
  T_hr_stop = function(stop_id: Integer): Integer; cdecl;
  T_hr_stop_free = function(stop_id: Integer): Integer; cdecl;
  T_hr_set_stop = function(handle: Integer; stop_id: Integer): Integer; cdecl;
  T_hr_ticket = function(handle: Integer; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_ticket_set = function(handle: Integer; ticket: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_ready = function(handle: Integer; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_login = function(handle: Integer; card_token: PAnsiChar; pin_code: PAnsiChar; out_json: PPAnsiChar): Integer;
    cdecl;
  T_hr_pin_retry_allow = function(handle: Integer; card_token: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_session_set = function(handle: Integer; service_url: PAnsiChar; bearer: PAnsiChar;
    out_json: PPAnsiChar): Integer; cdecl;
  T_hr_profile_put = function(handle: Integer; payload_json: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_profile_select = function(handle: Integer; situation_id: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_patient_search = function(handle: Integer; nom: PAnsiChar; prenom: PAnsiChar; date_naissance: PAnsiChar;
    sexe: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_patient_get = function(handle: Integer; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_patient_update = function(handle: Integer; body_json: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_request = function(handle: Integer; method: PAnsiChar; path: PAnsiChar; body_json: PAnsiChar;
    out_json: PPAnsiChar): Integer; cdecl;
  T_hr_diagnose = function(handle: Integer; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_dmp_open = function(handle: Integer; patient_id: PAnsiChar; body_json: PAnsiChar;
    out_json: PPAnsiChar): Integer; cdecl;
  T_hr_dmp_send = function(handle: Integer; patient_id: PAnsiChar; path: PAnsiChar; filename: PAnsiChar;
    activity_type: PAnsiChar; type_code: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_dmp_send_bytes = function(handle: Integer; patient_id: PAnsiChar; data: PByte; length: Integer;
    filename: PAnsiChar; activity_type: PAnsiChar; type_code: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_dmp_resend_allow = function(handle: Integer; entry: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_dmp_found = function(handle: Integer; entry: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_journal = function(handle: Integer; filter_json: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_wait_card = function(handle: Integer; card_json: PAnsiChar; timeout_ms: Integer;
    out_json: PPAnsiChar): Integer; cdecl;
  T_hr_connect = function(handle: Integer; request_json: PAnsiChar; pin_code: PAnsiChar;
    out_json: PPAnsiChar): Integer; cdecl;
  T_hr_patient_find = function(handle: Integer; request_json: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_deposit = function(handle: Integer; request_json: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_deposit_bytes = function(handle: Integer; request_json: PAnsiChar; data: PByte; length: Integer;
    out_json: PPAnsiChar): Integer; cdecl;

var
  /// The version of the binary contract of the library that is loaded.
  ///
  /// It grows only when a change breaks programs that were built before. Compare it with HR_ABI_VERSION right after
  /// loading, and refuse to go on when they differ.
  /// @returns(a number from 1 on. Never fails. Any thread, at any time.)
  hr_abi_version: T_hr_abi_version;

  /// The version of the library, by semantic versioning.
  /// @returns(static UTF-8 text, never NULL, never to be freed. Any thread, at any time.)
  hr_version: T_hr_version;

  /// The name of a code, such as "HR_E_TIMEOUT" for -102.
  /// @param(code what a function of this library returned, or any other number)
  /// @returns(static UTF-8 text, never NULL, never to be freed: "HR_OK" for 0, "HR_E_UNKNOWN_CODE" for a number that is
  /// no code of this version (a newer library may have more). Any thread, at any time.)
  hr_code_name: T_hr_code_name;

  /// Wipes and frees a text that this library gave through an `out_json` argument.
  ///
  /// Any thread, also another one than the text was given to.
  /// @param(text the text; NULL is allowed and does nothing. Each text is freed once, with this function only: the C
  /// library's free() uses another allocator. The static texts of hr_version and hr_code_name are not freed.)
  hr_free: T_hr_free;

  /// Copies a text into a buffer of the caller's, for languages that cannot read through a pointer.
  ///
  /// Any thread. Needs no handle.
  /// @param(text any NUL-terminated text, usually one that this library gave; not freed by this call)
  /// @param(buffer where to copy; NULL with capacity 0 asks for the size alone)
  /// @param(capacity bytes that fit into buffer, the final NUL included; 0 or more)
  /// @returns(the number of bytes needed, the final NUL included (1 for the empty text), or one of the codes below.
  /// When more bytes are needed than capacity holds, the buffer receives an empty text and nothing else @unorderedList(
  /// @item(HR_E_ARGUMENT text is NULL, capacity is negative, or buffer is NULL with a capacity above 0)
  /// @item(HR_E_TOO_LARGE more than 2,147,483,647 bytes are needed)
  /// ))
  hr_text_copy: T_hr_text_copy;

  /// Copies a text into a buffer of the caller's as UTF-16, for VB6, PowerBuilder, WinDev and others.
  ///
  /// Any thread. Needs no handle.
  /// @param(text any NUL-terminated UTF-8 text, usually one that this library gave; not freed by this call)
  /// @param(buffer where to copy, in the byte order of the machine; NULL with capacity 0 asks for the size)
  /// @param(capacity 16-bit units that fit into buffer, the final NUL included; 0 or more)
  /// @returns(the number of units needed, the final NUL included (1 for the empty text), or one of the codes below.
  /// When more units are needed than capacity holds, the buffer receives an empty text and nothing else @unorderedList(
  /// @item(HR_E_ARGUMENT text is NULL or not UTF-8, capacity is negative, or buffer is NULL with a capacity above 0)
  /// @item(HR_E_TOO_LARGE more than 2,147,483,647 units are needed)
  /// ))
  hr_text_copy_utf16: T_hr_text_copy_utf16;

  /// Sets who receives log lines, for the whole process.
  ///
  /// Lines hold function names, methods, path templates, statuses, durations and code names; never a secret, an
  /// address, a patient's data or a file name. Each ends with the id of the call, "(call 7K3MQ2XD)", as `call_id` of
  /// its error.
  ///
  /// Any thread, at any time. Needs no handle. A forked child begins without a receiver.
  /// @param(fn the receiver; NULL turns the log off. It is called on the thread that makes the call, while that call
  /// runs, with no lock held: it may call functions of this library, which are not logged then. It must return
  /// normally: no exception, longjmp or thread exit through it. When it forks, the call goes on in the parent alone: in
  /// the child it ends with HR_E_HANDLE.)
  /// @param(user passed to the receiver unchanged; must stay valid until another receiver is set and the calls that
  /// were running have ended)
  /// @param(level the most detailed level wanted, HR_LOG_OFF to HR_LOG_DEBUG)
  /// @returns(@unorderedList(
  /// @item(HR_OK the receiver is set, or the log is off)
  /// @item(HR_E_ARGUMENT level is out of range; nothing was changed)
  /// ))
  hr_set_log: T_hr_set_log;

  /// Reads one value out of a JSON text, such as a result or an error object of this library.
  ///
  /// Reading stops where the value ends; an object below the outermost that the pointer enters is read to its end
  /// first, to see that it has the member once. What lies behind takes no time and is not checked. What lies before is
  /// read: an element of a long list costs the elements before it.
  ///
  /// Any thread. Needs no handle.
  /// @param(json any NUL-terminated JSON text (RFC 8259) in UTF-8; not freed by this call)
  /// @param(pointer a JSON pointer (RFC 6901): "" is the whole text, "/cards/0/serial" the serial of the first card. In
  /// a name `~1` stands for a slash and `~0` for a tilde)
  /// @param(out_text receives the value as a text: a string decoded, and a number, boolean, array or object as it is
  /// written. Free it with hr_free. NULL on failure; may not be NULL itself)
  /// @returns(@unorderedList(
  /// @item(HR_OK the value is in out_text)
  /// @item(HR_E_ARGUMENT an argument is NULL or not UTF-8, pointer is not a JSON pointer, json is not JSON as far as it
  /// was read, or nests deeper than 136; or the value is a string that contains U+0000, or an object has the member
  /// twice. The outermost object is not searched for a second one)
  /// @item(HR_E_ABSENT nothing is there, or null)
  /// @item(HR_E_TOO_LARGE there is no memory for the value)
  /// ))
  hr_json_get: T_hr_json_get;

  /// The kind of a value in a JSON text.
  ///
  /// Only the first byte of an array or object is read.
  ///
  /// Any thread. Needs no handle.
  /// @param(json as for hr_json_get)
  /// @param(pointer as for hr_json_get)
  /// @returns(0 nothing is there, 1 null, 2 boolean, 3 number, 4 string, 5 array, 6 object, or one of the codes below
  /// @unorderedList(
  /// @item(HR_E_ARGUMENT as for hr_json_get; the string is not decoded, and may contain U+0000)
  /// @item(HR_E_TOO_LARGE there is no memory for a member's name)
  /// ))
  hr_json_kind: T_hr_json_kind;

  /// The number of elements of an array, or of members of an object, in a JSON text.
  ///
  /// Members with the same name count each.
  ///
  /// Any thread. Needs no handle.
  /// @param(json as for hr_json_get)
  /// @param(pointer as for hr_json_get)
  /// @returns(the number, 0 or more, or one of the codes below @unorderedList(
  /// @item(HR_E_ARGUMENT as for hr_json_get, or the value is a boolean, number or string)
  /// @item(HR_E_ABSENT nothing is there, or null)
  /// @item(HR_E_TOO_LARGE there are more than 2,147,483,647, or there is no memory for a member's name)
  /// ))
  hr_json_count: T_hr_json_count;

  /// The name of one member of an object in a JSON text.
  ///
  /// Members with the same name have a place each.
  ///
  /// Any thread. Needs no handle.
  /// @param(json as for hr_json_get)
  /// @param(pointer as for hr_json_get; it leads to the object)
  /// @param(index the place of the member in the text, 0 for the first)
  /// @param(out_text receives the name, decoded. Free it with hr_free. NULL on failure; may not be NULL itself)
  /// @returns(@unorderedList(
  /// @item(HR_OK the name is in out_text)
  /// @item(HR_E_ARGUMENT as for hr_json_get, index is negative, or the value is neither an object nor null)
  /// @item(HR_E_ABSENT nothing is there, or null, or the object has no such place)
  /// @item(HR_E_TOO_LARGE there is no memory for the name)
  /// ))
  hr_json_key: T_hr_json_key;

  /// Writes a text as a JSON string, to build a request with.
  ///
  /// Any thread. Needs no handle.
  /// @param(text any NUL-terminated UTF-8 text; not freed by this call)
  /// @param(out_json receives the string with its quotes, and escapes where JSON asks for them. Free it with hr_free.
  /// NULL on failure; may not be NULL itself)
  /// @returns(@unorderedList(
  /// @item(HR_OK the string is in out_json)
  /// @item(HR_E_ARGUMENT an argument is NULL, or text is not UTF-8)
  /// @item(HR_E_TOO_LARGE there is no memory for the string)
  /// ))
  hr_json_quote: T_hr_json_quote;

  /// Opens a handle: reads the configuration, checks it, sends nothing.
  ///
  /// Any thread. Close the handle with hr_close. Handles are independent of each other.
  /// @param(config_json one JSON object in UTF-8, before which a byte order mark may stand. Every member is optional;
  /// unknown and repeated ones are refused)
  /// @param(out_handle receives the handle, a number from 1 on; 0 when the call fails)
  /// @param(out_json receives the result, or the error object; free it with hr_free. NULL: not wanted)
  /// @returns(@unorderedList(
  /// @item(HR_OK the handle is open)
  /// @item(HR_E_ARGUMENT config_json or out_handle is NULL, or config_json is not UTF-8)
  /// @item(HR_E_CONFIG not a JSON object, a key that is unknown or given twice, a value of the wrong form, or a ca_file
  /// or license_bearer_file that cannot be used; the remedy names the key)
  /// @item(HR_E_JOURNAL the journal cannot be used; `reason` says why. A file that is no journal of this library, or of
  /// a newer version, is left as it is)
  /// @item(HR_E_TOO_LARGE no handle is left, or no memory)
  /// ))
  hr_open: T_hr_open;

  /// Closes a handle and drops its secrets.
  ///
  /// A call that runs on the handle in another thread is cancelled and ends with HR_E_CANCELLED or a truthful outcome;
  /// the memory goes with its end. This function does not wait for it.
  ///
  /// Any thread, at any time, also while a call runs on the handle and from its callbacks.
  /// @param(handle from hr_open; 0 is allowed and does nothing)
  /// @returns(@unorderedList(
  /// @item(HR_OK the handle is closed, or it was 0)
  /// @item(HR_E_HANDLE not open in this process: closed already, never given out, or opened by the process that forked
  /// this one)
  /// ))
  hr_close: T_hr_close;

  /// Stops the call that runs on a handle.
  ///
  /// The call ends within milliseconds (within 20 ms while it looks up a name, 10 ms while it connects, 200 ms where
  /// the system does not wake a blocked thread) with HR_E_CANCELLED, or with HR_E_IN_DOUBT when everything was sent;
  /// `outcome` says what had left. When no call runs nothing happens, and the next call is not affected.
  ///
  /// Any thread, at any time, also from the callbacks. Never waits.
  /// @param(handle from hr_open)
  /// @returns(@unorderedList(
  /// @item(HR_OK the call that runs is being stopped, or none runs)
  /// @item(HR_E_HANDLE not open in this process)
  /// ))
  hr_cancel: T_hr_cancel;

  /// Sets the receiver of the progress of this handle's uploads.
  ///
  /// Any thread.
  /// @param(handle from hr_open)
  /// @param(fn the receiver, called on the thread that runs hr_dmp_send, hr_dmp_send_bytes, hr_deposit or
  /// hr_deposit_bytes, while that call runs: with 0 at the start (also while a document is compared with one in doubt),
  /// then with every hundredth of the document or every 100 ms, whichever is first, as long as the server takes it, and
  /// with done equal to total once the server has answered; a call that ends without an answer has no such last report.
  /// NULL: nobody. It may call hr_cancel, hr_close, hr_state, hr_last, hr_stop and functions on other handles; others
  /// on the same handle give HR_E_BUSY. It must return normally: no exception, longjmp or thread exit. When it forks,
  /// the call goes on in the parent alone: in the child it ends with HR_E_HANDLE.)
  /// @param(user passed to it unchanged; must stay valid until another receiver is set, or the handle is closed and
  /// idle)
  /// @returns(@unorderedList(
  /// @item(HR_OK the receiver is set)
  /// @item(HR_E_HANDLE not open in this process)
  /// @item(HR_E_BUSY a call runs on the handle; the receiver was not changed)
  /// ))
  hr_set_progress: T_hr_set_progress;

  /// Reports what a handle holds. Sends nothing, and answers also while a call runs on the handle.
  ///
  /// Any thread.
  /// @param(handle from hr_open)
  /// @param(out_json receives the result, or the error object; free it with hr_free. No secret and no patient's data is
  /// in it)
  /// @returns(@unorderedList(
  /// @item(HR_OK out_json holds the state)
  /// @item(HR_E_HANDLE not open in this process)
  /// ))
  hr_state: T_hr_state;

  /// Gives the text of the handle's last ended call that changes something once more, for a host that lost it between
  /// the library's return and its own hands: to an asynchronous exception, an aborted thread, a cancelled future. Sends
  /// nothing, and answers also while a call runs on the handle.
  ///
  /// These calls are hr_login, hr_profile_put, hr_profile_select, hr_patient_update, hr_dmp_open, hr_dmp_send,
  /// hr_dmp_send_bytes, hr_connect, hr_deposit, hr_deposit_bytes, and hr_request but for GET, HEAD and OPTIONS. Each
  /// one that has begun replaces the text when it ends, however it ends: also when it sent nothing, for its arguments
  /// or for its place in the order of calls, so that an older success never answers for a newer call. Only a call that
  /// gave HR_E_BUSY or HR_E_HANDLE did not begin. A host that does not know whether its call began compares `operation`
  /// of an error, and `reference` or `sha256` of a document. The text is kept in memory that is wiped, until the next
  /// such call ends or hr_close; it may hold the bearer and what a person may choose from, as the call's own did.
  ///
  /// Any thread, also from the callbacks. While a call runs it gives the text of the one that ended before.
  /// @param(handle from hr_open)
  /// @param(out_json receives the result or the error object as the call gave it, also where the call was not asked for
  /// it (out_json NULL) or had no memory to give it; without `raw`, and of hr_connect without the `raw` of `login`,
  /// `profile` and `situation`. Or the error object of this call, whose `operation` is hr_last. Free it with hr_free)
  /// @returns(@unorderedList(
  /// @item(HR_OK out_json holds the text, that of an error too; given as often as asked)
  /// @item(HR_E_HANDLE not open in this process)
  /// @item(HR_E_ABSENT no call that changes something has ended on this handle)
  /// @item(HR_E_TOO_LARGE there is no memory, or there was none to keep the text)
  /// ))
  hr_last: T_hr_last;

  /// Makes a stop: something that ends calls for good, for hosts whose cancellation may come before the call that it is
  /// meant for.
  ///
  /// hr_cancel ends the call that runs, and does nothing where none runs yet. A stop is sticky: once hr_stop was
  /// called, each call that runs under it ends as if hr_cancel had come in it, and each one that begins under it later
  /// ends so before it sends anything. hr_set_stop says which calls those are. A stop cannot be taken back: make a new
  /// one.
  ///
  /// Any thread. A forked child does not have the stops of its parent.
  /// @param(out_stop receives the stop, a number from 1 on that no handle and no other stop has or had; 0 when the call
  /// fails. Free it with hr_stop_free)
  /// @returns(@unorderedList(
  /// @item(HR_OK the stop is made)
  /// @item(HR_E_ARGUMENT out_stop is NULL)
  /// @item(HR_E_TOO_LARGE no number is left)
  /// ))
  hr_stop_new: T_hr_stop_new;

  /// Stops the calls that run under a stop, and those that will begin under it.
  ///
  /// Each call that runs ends within the time of hr_cancel and with the same codes: HR_E_CANCELLED, or HR_E_IN_DOUBT
  /// when everything was sent; `outcome` says what had left. One that begins later ends with HR_E_CANCELLED, unless it
  /// is refused for its arguments or its place in the order of calls, and sends nothing.
  ///
  /// Any thread, at any time, also from the callbacks. Never waits.
  /// @param(stop_id from hr_stop_new)
  /// @returns(@unorderedList(
  /// @item(HR_OK the stop is stopped, or was already)
  /// @item(HR_E_HANDLE no stop of this process: freed, never given out, or the number of a handle)
  /// ))
  hr_stop: T_hr_stop;

  /// Gives a stop back.
  ///
  /// A call that runs under it goes on, and nothing but hr_cancel and hr_close can stop it any more; the memory goes
  /// with the last call and the last thread that has it. Where a thread still has it set, it counts as what it was: one
  /// that was not stopped stops nothing any more, and one that was still ends each call that the thread begins, until
  /// hr_set_stop says otherwise. So whoever stops and frees at once also stops the call that has not begun yet.
  ///
  /// Any thread, at any time, also while calls run under it and from their callbacks.
  /// @param(stop_id from hr_stop_new; 0 is allowed and does nothing)
  /// @returns(@unorderedList(
  /// @item(HR_OK the number is no stop any more, or it was 0)
  /// @item(HR_E_HANDLE no stop of this process)
  /// ))
  hr_stop_free: T_hr_stop_free;

  /// Sets the stop under which this thread begins its calls on a handle, in place of the one before.
  ///
  /// It counts for the calls that send something: the calls of every service call, listed at the top of this header,
  /// hr_wait_card, hr_connect, hr_patient_find, hr_deposit, hr_deposit_bytes and hr_diagnose. All others ignore it,
  /// such as hr_state, hr_last, hr_journal and what a person decides. Calls of other threads on the handle are not
  /// stopped by it. One stop may be set for many handles and by many threads.
  ///
  /// Any thread, also while a call runs on the handle. What was set goes with the thread, and with the handle.
  /// @param(handle from hr_open)
  /// @param(stop_id from hr_stop_new; 0: this thread's calls on the handle have no stop any more)
  /// @returns(@unorderedList(
  /// @item(HR_OK the calls that this thread begins on the handle from now on have the stop; one that runs keeps its
  /// own)
  /// @item(HR_E_HANDLE the handle is not open in this process, or stop_id is no stop of it; nothing was changed)
  /// ))
  hr_set_stop: T_hr_set_stop;

  /// Step 1: gets a license ticket from the license server.
  ///
  /// Sends {license_url}/v1/license/ticket with the license bearer, by the method that `ticket_method` names (the
  /// interface shows POST and GET). The ticket is kept in the handle for steps 2 and 3.
  ///
  /// Also the codes of every service call, listed at the top of hr.h.
  ///
  /// May be called again when the ticket has expired; the license server sets how long it is valid and does not say so.
  ///
  /// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
  /// @param(handle from hr_open, with license_url and license_bearer, or license_bearer_file, in its configuration)
  /// @param(out_json receives the result, or the error object; free it with hr_free)
  /// @returns(@unorderedList(
  /// @item(HR_OK the handle holds the ticket)
  /// @item(HR_E_CONFIG license_url or license_bearer is not configured)
  /// @item(HR_E_REPLY the reply has no usable licenseTicket)
  /// @item(HR_E_UNAUTHORIZED the license server does not accept the license bearer)
  /// @item(HR_E_REFUSED a 4xx without a code of its own; after a 405 the remedy names ticket_method)
  /// @item(HR_E_NOT_FOUND the server answered 404: the remedy names ticket_method)
  /// @item(HR_E_SERVER the server answered 5xx; after a 501 the remedy names ticket_method)
  /// ))
  hr_ticket: T_hr_ticket;

  /// Step 1, elsewhere: takes over a ticket that the vendor's own server fetched, so that the license bearer stays off
  /// the workstation.
  ///
  /// Sends nothing. Any thread; one call at a time per handle.
  /// @param(handle from hr_open)
  /// @param(ticket the licenseTicket: visible ASCII, 1 to 32,768 bytes; copied)
  /// @param(out_json receives the result, or the error object; free it with hr_free)
  /// @returns(@unorderedList(
  /// @item(HR_OK the handle holds the ticket)
  /// @item(HR_E_ARGUMENT ticket is NULL, not UTF-8, empty, too long, or has characters that cannot stand in a header)
  /// @item(HR_E_HANDLE not open in this process)
  /// @item(HR_E_BUSY a call runs on the handle)
  /// ))
  hr_ticket_set: T_hr_ticket_set;

  /// Step 2: asks the card client which cards are in the reader.
  ///
  /// Sends {local_url}/direct/ready in the form that `card_form` names. Never through a proxy.
  ///
  /// Also the codes of every service call, listed at the top of hr.h.
  ///
  /// Changes nothing on the card. Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
  /// @param(handle from hr_open, with a ticket (hr_ticket or hr_ticket_set))
  /// @param(out_json receives the result, or the error object; free it with hr_free)
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
  hr_ready: T_hr_ready;

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
  /// PIN, which a person has typed, is free after hr_ready. PINs that differ in blanks alone, or in the script of their
  /// digits, count as one PIN; what is sent is what you pass. A success forgets what was held for this card, and what
  /// its permit was for.
  ///
  /// A card is known by serial and idNat, not by its token, however a list writes them: as text or number, in JSON or
  /// percent escapes, with blanks, signs or leading zeros, in either case, in digits of any script. Letters and digits
  /// alone count; an identifier without any ("-", "000") is left out. Where it is, two entries may be the same card,
  /// and what is held for one is held for both; only a success of exactly this card, with a serial, forgets. The
  /// process remembers 4,096 presentations without success, as digests under a key of its own. Beyond these every PIN
  /// of every card is held until a login with the card succeeds; a permit helps.
  ///
  /// With a journal each presentation is recorded there before it is sent. This process judges those that it made PIN
  /// by PIN; for other processes, and after a restart, a card with a presentation that did not succeed, or has no end,
  /// holds every PIN back ("pin_held") until a person decides or a login with the card succeeds. While the process that
  /// presents a PIN runs, it is "pin_in_use". A damaged line of the journal holds each card back until a login with it
  /// succeeds or a permit is used.
  ///
  /// On a terminal server, or with fast user switching, whoever takes the card client's port first would receive ticket
  /// and PIN. So before hr_ready and hr_login send a byte, over TLS too, the library looks up the process at the other
  /// end of the connection: on Windows its session, on Linux its user. Unless that is this process's own, nothing is
  /// sent (`outcome` not_sent), and `reason` says why; card_client_owners at hr_open names what can be accepted:
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
  /// @param(handle from hr_open, with a ticket and a list of cards (hr_ready))
  /// @param(card_token `token` of a card of the last hr_ready of this handle)
  /// @param(pin_code the PIN as the person typed it; not empty, not blanks alone; not copied beyond this call: wipe
  /// your own copy afterwards)
  /// @param(out_json receives the result, or the error object; free it with hr_free. It holds the bearer, a secret)
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
  hr_login: T_hr_login;

  /// After "pin_held": a person is sure of the PIN, so let one more presentation through.
  ///
  /// Call it only because a person decided so, never automatically; a PIN that a person types after reading "pin_held"
  /// is such a decision. It covers the PINs of this card that are held now, and the next login with this card, of
  /// whatever PIN, uses it up unless the PIN was not sent. Where the entry may be several cards, it is one login all
  /// the same, with whichever of them comes first. A fresh hr_ready is needed before or after this call.
  ///
  /// Sends nothing. Any thread; one call at a time per handle.
  /// @param(handle from hr_open)
  /// @param(card_token `token` of a card of the last hr_ready of this handle. NULL: the card of the login of this
  /// handle that was held back last, for whichever reason; it need not be listed now, and its token may have changed)
  /// @param(out_json receives the result, or the error object; free it with hr_free)
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
  hr_pin_retry_allow: T_hr_pin_retry_allow;

  /// Step 3, elsewhere: adopts a login that was made by a browser page calling the card client.
  ///
  /// The service keeps one current patient in a session. So the handles of this process that have one session, by this
  /// call or by hr_login, share it (same bearer, same host and port): a search by one makes the others read again, and
  /// hr_patient_get is HR_E_STATE on them until it has succeeded, or, where they have searched and not yet read, until
  /// they search again. hr_patient_search, hr_patient_get, hr_patient_update and hr_dmp_open have the current patient
  /// to themselves until they end, hr_patient_find and hr_deposit from the search until the patient is read and the
  /// record open. Another call waits for it as long as its first request may last, then ends with HR_E_BUSY, reason
  /// "session_in_use". What another process does with the session cannot be seen here: compare patient_id, or give it
  /// to hr_deposit.
  ///
  /// Sends nothing. Any thread; one call at a time per handle.
  /// @param(handle from hr_open)
  /// @param(service_url serviceUrl of that login, unchanged: https, or loopback (or plain http with allow_plain_http);
  /// a path prefix and a final slash are fine; no user name, query or fragment)
  /// @param(bearer bearer of the same login: visible ASCII, 1 to 32,768 bytes; copied. It is sent to service_url only)
  /// @param(out_json receives the result, or the error object; free it with hr_free)
  /// @returns(@unorderedList(
  /// @item(HR_OK the handle has this session; one that it had before is replaced)
  /// @item(HR_E_ARGUMENT NULL, not UTF-8, or an address or a bearer that cannot be used)
  /// @item(HR_E_HANDLE not open in this process)
  /// @item(HR_E_BUSY a call runs on the handle)
  /// ))
  hr_session_set: T_hr_session_set;

  /// Step 4, first half: PUT {serviceUrl}/user-profiles. Only when the login did not identify the professional.
  ///
  /// Also the codes of every service call, listed at the top of hr.h. Errors carry `outcome`.
  ///
  /// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
  /// @param(handle from hr_open, with a session (hr_login or hr_session_set))
  /// @param(payload_json the payload, one JSON value; sent byte for byte. The interface does not show it)
  /// @param(out_json receives the result, or the error object; free it with hr_free. The interface does not show the
  /// reply; it is expected to list the situations to choose from)
  /// @returns(@unorderedList(
  /// @item(HR_OK the service accepted the payload)
  /// @item(HR_E_ARGUMENT payload_json is NULL, not UTF-8, or not JSON)
  /// @item(HR_E_STATE the handle has no session; or a payload other than this had no answer, which ends it)
  /// @item(HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session)
  /// ))
  hr_profile_put: T_hr_profile_put;

  /// Step 4, second half: GET {serviceUrl}/user-profiles/{situation.id}/select.
  ///
  /// Also the codes of every service call, listed at the top of hr.h. Errors carry `outcome`, since selecting changes
  /// the session at the other side.
  ///
  /// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
  /// @param(handle from hr_open, with a session)
  /// @param(situation_id id of the situation chosen, as the service gave it; percent-encoded by this call; 1 to 1,024
  /// bytes, not "." or "..")
  /// @param(out_json receives the result, or the error object; free it with hr_free)
  /// @returns(@unorderedList(
  /// @item(HR_OK the situation is selected)
  /// @item(HR_E_ARGUMENT situation_id is NULL, not UTF-8, or cannot be one part of a path)
  /// @item(HR_E_STATE the handle has no session; or the selection of another had no answer, which ends it)
  /// @item(HR_E_NOT_FOUND the service does not know the situation (404))
  /// @item(HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session)
  /// ))
  hr_profile_select: T_hr_profile_select;

  /// Step 5: GET {serviceUrl}/patient/search, the search of an identity (INS) by traits.
  ///
  /// Traits are passed as given, percent-encoded; the interface does not show their formats. NULL leaves a trait out of
  /// the request, an empty text sends it empty. Each may have 1,024 bytes.
  ///
  /// Also the codes of every service call, listed at the top of hr.h.
  ///
  /// Afterwards an update needs a new hr_patient_get, since the service may now speak of another patient. After any
  /// other code than HR_OK, whatever the reason, hr_patient_get is HR_E_STATE until a search succeeds: the service
  /// might still answer with the patient before. Blocks up to timeouts.call_ms. Any thread; one call at a time per
  /// handle.
  /// @param(handle from hr_open, with a session)
  /// @param(nom last name, UTF-8; or NULL)
  /// @param(prenom first name, UTF-8; or NULL)
  /// @param(date_naissance birth date; or NULL)
  /// @param(sexe sex; or NULL)
  /// @param(out_json receives the result, or the error object; free it with hr_free. The interface does not show the
  /// reply)
  /// @returns(@unorderedList(
  /// @item(HR_OK the service answered, which does not mean that exactly one patient has these traits: the interface
  /// does not show the reply, so look into `raw`, and compare the patient that hr_patient_get returns)
  /// @item(HR_E_ARGUMENT a trait is not UTF-8 or too long)
  /// @item(HR_E_STATE the handle has no session)
  /// @item(HR_E_NOT_FOUND the service answered 404)
  /// @item(HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session)
  /// ))
  hr_patient_search: T_hr_patient_search;

  /// Step 6: GET {serviceUrl}/patient, the parameters of the patient.
  ///
  /// Also the codes of every service call, listed at the top of hr.h.
  ///
  /// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
  /// @param(handle from hr_open, with a session)
  /// @param(out_json receives the result, or the error object; free it with hr_free)
  /// @returns(@unorderedList(
  /// @item(HR_OK the handle holds the patient's parameters)
  /// @item(HR_E_STATE the handle has no session, its last hr_patient_search or the last one of this session did not
  /// succeed, or another handle has searched since this one searched)
  /// @item(HR_E_REPLY patient_id, insQualified or alimentationConsent is missing or of another type)
  /// @item(HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session)
  /// ))
  hr_patient_get: T_hr_patient_get;

  /// Step 7: POST {serviceUrl}/patient, only when hr_patient_get said updateNeeded.
  ///
  /// Consent is the patient's, and whoever has checked an identity document signs for the qualification of the
  /// identity: ask before claiming either. When the body or the reply says of insQualified or alimentationConsent, as a
  /// member at any depth, anything but true, the update counts as not made, and the record stays closed until an
  /// hr_patient_get finds both true.
  ///
  /// Also the codes of every service call, listed at the top of hr.h. Errors carry `outcome`; after "unknown" the
  /// session has ended.
  ///
  /// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
  /// @param(handle from hr_open, with a session and an hr_patient_get that asked for an update)
  /// @param(body_json the parameters to set, one JSON value; sent byte for byte. The interface does not show it)
  /// @param(out_json receives the result, or the error object; free it with hr_free. `next` is hr_patient_update again
  /// when the update counts as not made)
  /// @returns(@unorderedList(
  /// @item(HR_OK the service accepted the update)
  /// @item(HR_E_ARGUMENT body_json is NULL, not UTF-8, or not JSON)
  /// @item(HR_E_STATE the handle has no session, made no hr_patient_get since the last search, or the last one did not
  /// ask for an update; or a search had no answer and may yet change the patient: the session has ended)
  /// @item(HR_E_CONFLICT the service answered 409)
  /// @item(HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session)
  /// ))
  hr_patient_update: T_hr_patient_update;

  /// Any other call under the service URL, with the session's bearer.
  ///
  /// Also the codes of every service call, listed at the top of hr.h. Errors of methods that change something carry
  /// `outcome`.
  ///
  /// The rules of order and the refusal to send a document twice do not see what is sent this way, but for a request to
  /// /patient/search, which counts as a search. So does each path that a server may take for it: with escapes, also
  /// within escapes, in another letter case, with parameters or an extension. Blocks up to timeouts.call_ms. Any
  /// thread; one call at a time per handle.
  /// @param(handle from hr_open, with a session)
  /// @param(method GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS, in capitals)
  /// @param(path what follows the service URL: begins with "/", percent-encoded, may carry a query; at most 8,192
  /// bytes; no fragment, no "//", no "." or ".." segment, and none that a server on the way may read as one ("..;",
  /// "%2e%2e", "a%2f..%2fb", "..%5c", "%252e%252e") or as empty (";"), no encoded control character)
  /// @param(body_json one JSON value, sent byte for byte; NULL: no body)
  /// @param(out_json receives the result, or the error object; free it with hr_free)
  /// @returns(@unorderedList(
  /// @item(HR_OK the service answered with a 2xx)
  /// @item(HR_E_ARGUMENT NULL, not UTF-8, not JSON, another method, or an unusable path)
  /// @item(HR_E_STATE the handle has no session)
  /// ))
  hr_request: T_hr_request;

  /// Checks, without a login, what the nine calls need: the configuration, the journal, the license server, the clock,
  /// the ticket, the card client and its cards.
  ///
  /// For a hotline: `text` is a page to be shown or mailed. It has no secret, and of cards only their kinds. It has the
  /// path of the library, which may contain the name of a user of this computer, and the names of servers and proxies.
  /// Asks the license server for one ticket, which is thrown away, and the card client for its cards; writes one record
  /// that says nothing into the journal. The handle has afterwards what it had before. The other calls take no notice
  /// of it.
  ///
  /// Blocks up to four times timeouts.call_ms. Any thread; one call at a time per handle.
  /// @param(handle from hr_open, with a session or without one)
  /// @param(out_json receives the result, or the error object; free it with hr_free. A check that fails is a part of
  /// the result)
  /// @returns(@unorderedList(
  /// @item(HR_OK the checks were made; `works` is false where one failed that no work is possible without)
  /// @item(HR_E_HANDLE not open in this process)
  /// @item(HR_E_BUSY another call runs on the handle)
  /// @item(HR_E_CANCELLED hr_cancel, hr_close or a stop ended the call)
  /// @item(HR_E_TOO_LARGE there is no memory for the result)
  /// ))
  hr_diagnose: T_hr_diagnose;

  /// Step 8: PUT {serviceUrl}/dmp/{patient_id}, opens the patient's shared record.
  ///
  /// Also the codes of every service call, listed at the top of hr.h. Errors carry `outcome`.
  ///
  /// Blocks up to timeouts.call_ms. Any thread; one call at a time per handle.
  /// @param(handle from hr_open, with a session and an hr_patient_get that returned this patient)
  /// @param(patient_id patient_id of hr_patient_get; percent-encoded by this call; 1 to 1,024 bytes, not "." or "..")
  /// @param(body_json NULL: no body (the usual case), or one JSON value sent byte for byte, if the service asks for
  /// one)
  /// @param(out_json receives the result, or the error object; free it with hr_free)
  /// @returns(@unorderedList(
  /// @item(HR_OK the record is open for this patient)
  /// @item(HR_E_ARGUMENT NULL, not UTF-8, an id that cannot be one part of a path, or a body that is not JSON)
  /// @item(HR_E_STATE the handle has no session; no hr_patient_get of this session returned this patient_id; or the
  /// last one that did asked for an update that was not made (the patient may have opposed))
  /// @item(HR_E_NOT_FOUND the service does not know the patient (404))
  /// @item(HR_E_CONFLICT the service answered 409)
  /// @item(HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session)
  /// ))
  hr_dmp_open: T_hr_dmp_open;

  /// Step 9: POST {serviceUrl}/dmp/{patient_id}/unique/doc/send, uploads a document from a file.
  ///
  /// Sends multipart/form-data with file, filename, activity_type and type_code, once, on a fresh connection, with an
  /// exact Content-Length. The file is read while it is sent: memory does not grow with it. Before the last bytes
  /// leave, the file's length and timestamps are compared with those at its opening: a service never receives the whole
  /// of a file that is seen to have changed meanwhile. What a program writes through a memory map that it already
  /// holds, or within one step of the file system's clock (up to 16 ms, 2 s on FAT) after an earlier change, may change
  /// neither length nor times: sha256 then identifies what was sent. On Linux a file that is renamed or deleted counts
  /// as changed.
  ///
  /// On Windows nobody can write to the file while it is sent; it may be read, renamed and deleted. A file that another
  /// program holds without sharing it, has open for writing, or has locked in part, is tried for half a second: then
  /// HR_E_FILE with reason "file_locked". Opening and reading that hang, as with a network drive whose server is gone
  /// or a file that is fetched when it is read (OneDrive), end with the call's time (HR_E_TIMEOUT at "library") and
  /// with hr_cancel, as far as the drive's software allows. On other systems neither ends them: the call returns when
  /// the system gives the file up.
  ///
  /// A document (same content, patient and type_code, by handles with one license_url) whose sending ended with outcome
  /// "unknown" or "accepted_unreadable" is in doubt: it is refused until a person decides. Each such end is a doubt of
  /// its own, in place of the document's earlier one; `entry` names it. A document that another call is sending is
  /// refused as well. Both are seen before anything is sent, or at the latest before the last bytes leave. hr_dmp_found
  /// ends a doubt, and so does a sending that hr_dmp_resend_allow permitted, when it is accepted. A handle without a
  /// journal goes by the memory of this process; one with a journal by the journal alone, for all processes that name
  /// it and after a restart: an upload that has no end because its process was killed is in doubt. The document is then
  /// read once before it is sent, and the record that its upload begins is on the disk before the first byte leaves.
  ///
  /// Also the codes of every service call, listed at the top of hr.h. Errors carry `outcome`: send again only after
  /// "not_sent" and "incomplete".
  ///
  /// Blocks up to timeouts.upload_ms. Any thread; one call at a time per handle. See hr_set_progress.
  /// @param(handle from hr_open, with a session and the record open (hr_dmp_open for the same patient_id))
  /// @param(patient_id as given to hr_dmp_open)
  /// @param(path the file, UTF-8; must be a regular file; it may be empty, and must not change meanwhile. On Windows:
  /// with a drive, relative, \\host\share\..., or \\?\ before a drive, Volume{...} or UNC, of any length. Not opened at
  /// all: \\.\ and other \\?\, pipes (\\host\pipe\), names of devices as the system knows them (NUL, COM1), other
  /// streams of a file (a.pdf:b). Links are followed)
  /// @param(filename the name to send, UTF-8: not empty, no "/" or "\", no control characters but CR and LF; quotes, CR
  /// and LF are percent-escaped where they would change the request. NULL: last part of path)
  /// @param(activity_type passed as given; the interface does not show the values. May be empty)
  /// @param(type_code passed as given; the interface does not show the values. May be empty)
  /// @param(out_json receives the result, or the error object (with sha256 and bytes when the whole document was read,
  /// and with entry when it is in doubt); free it with hr_free)
  /// @returns(@unorderedList(
  /// @item(HR_OK the service has definitely accepted the document)
  /// @item(HR_E_ARGUMENT NULL, not UTF-8, or an id or name that cannot be sent)
  /// @item(HR_E_STATE the handle has no session, or the record is not open for this patient)
  /// @item(HR_E_FILE the file is missing, not readable, not a regular file, held by another program (reason
  /// "file_locked"), or it changed while it was sent (outcome "incomplete"))
  /// @item(HR_E_CONFLICT with at "library" (outcome "rejected"): the document is in doubt, and `entry` names the doubt;
  /// or, with reason "document_in_use", another call is sending it: wait for its end and look at that. With at
  /// "service": the service answered 409)
  /// @item(HR_E_JOURNAL the journal cannot be used; nothing was sent (outcome "not_sent"), and `reason` says why)
  /// @item(HR_E_TOO_LARGE without a journal, 10,000 documents are in doubt and no other is sent; or no memory)
  /// @item(HR_E_TIMEOUT with at "library": reading the document, or comparing it with one in doubt, took all the time,
  /// and no service has the whole of it. Otherwise as in every service call)
  /// @item(HR_E_IN_DOUBT everything was sent and no answer came)
  /// @item(HR_E_REFUSED such as 413, also when the server refuses before it has read everything)
  /// @item(HR_E_CANCELLED hr_cancel, hr_close, hr_stop or the progress callback stopped the upload)
  /// @item(HR_E_UNAUTHORIZED 401 or 403; a 401 ends the session)
  /// ))
  hr_dmp_send: T_hr_dmp_send;

  /// Step 9, from memory: as hr_dmp_send, with the document's bytes instead of a path.
  ///
  /// The other codes are those of hr_dmp_send, for the same causes.
  ///
  /// Blocks up to timeouts.upload_ms. Any thread; one call at a time per handle. See hr_set_progress.
  /// @param(handle as for hr_dmp_send)
  /// @param(patient_id as for hr_dmp_send)
  /// @param(data the document; borrowed for the call, not copied. NULL is allowed when length is 0)
  /// @param(length bytes of the document, 0 to 2,147,483,647)
  /// @param(filename as for hr_dmp_send, but required)
  /// @param(activity_type as for hr_dmp_send)
  /// @param(type_code as for hr_dmp_send)
  /// @param(out_json as for hr_dmp_send)
  /// @returns(@unorderedList(
  /// @item(HR_OK the service has definitely accepted the document)
  /// @item(HR_E_ARGUMENT as for hr_dmp_send; also when length is negative, or data is NULL with a length above 0)
  /// @item(HR_E_FILE the bytes are not those that were compared beforehand)
  /// ))
  hr_dmp_send_bytes: T_hr_dmp_send_bytes;

  /// After HR_E_CONFLICT at "library": a person decided to send a document again although it is not known whether the
  /// earlier sending arrived.
  ///
  /// Call it only because a person decided so, after looking into the record, never automatically. It covers one
  /// sending of the document of this doubt, for its patient and type_code; the document may then be in the record
  /// twice. A sending that ends "not_sent" or "incomplete" does not use it up.
  ///
  /// Sends nothing. Any thread; one call at a time per handle.
  /// @param(handle from hr_open)
  /// @param(entry `entry` of the error object or of hr_journal, of whichever process: the id of one doubt, 32
  /// hexadecimal digits)
  /// @param(out_json receives the result, or the error object; free it with hr_free)
  /// @returns(@unorderedList(
  /// @item(HR_OK one more sending of the document is permitted)
  /// @item(HR_E_ARGUMENT NULL, not UTF-8, no entry, or nothing is held back for it: no such doubt (any more), one that
  /// a later sending of the document has replaced, or a sending of it is on its way)
  /// @item(HR_E_JOURNAL the journal cannot be read or written, and nothing is permitted)
  /// @item(HR_E_CANCELLED hr_cancel or hr_close ended the wait for the journal)
  /// @item(HR_E_HANDLE not open in this process)
  /// @item(HR_E_BUSY a call runs on the handle)
  /// ))
  hr_dmp_resend_allow: T_hr_dmp_resend_allow;

  /// After HR_E_CONFLICT at "library", or HR_E_IN_DOUBT: a person found the document in the patient's record.
  ///
  /// The doubt ends as "accepted": the document can be sent again, as one that was accepted can. Call it only because a
  /// person looked into the record.
  ///
  /// Sends nothing. Any thread; one call at a time per handle.
  /// @param(handle from hr_open)
  /// @param(entry as for hr_dmp_resend_allow)
  /// @param(out_json receives the result, or the error object; free it with hr_free)
  /// @returns(@unorderedList(
  /// @item(HR_OK the doubt is settled)
  /// @item(HR_E_ARGUMENT as for hr_dmp_resend_allow)
  /// @item(HR_E_JOURNAL the journal cannot be read or written, and the doubt stays)
  /// @item(HR_E_CANCELLED hr_cancel or hr_close ended the wait for the journal)
  /// @item(HR_E_HANDLE not open in this process)
  /// @item(HR_E_BUSY a call runs on the handle)
  /// ))
  hr_dmp_found: T_hr_dmp_found;

  /// The uploads that the journal knows, the newest first, of all processes that name it.
  ///
  /// The order is that of the file; the times are what the clocks said. An upload whose begin has no end counts as
  /// "unknown" once its process has ended, or the call that made it. A damaged line is listed as a doubt about an
  /// unknown document, with null for what it said; it refuses nothing, and nobody can decide about it.
  ///
  /// Sends nothing. Any thread; one call at a time per handle.
  /// @param(handle from hr_open, with `journal` in its configuration)
  /// @param(filter_json one JSON object; NULL or {}: the newest 100. What is listed fits all members)
  /// @param(out_json receives the result, or the error object; free it with hr_free)
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
  hr_journal: T_hr_journal;

  /// Waits until a card is in the reader: asks the card client as hr_ready does, and again 500 ms after each answer;
  /// after the time it is not asked again. A license ticket is fetched as hr_ticket does when the handle has none, and
  /// once in a call after a 401 of the card client; without license_url and license_bearer neither is done. Presents no
  /// PIN.
  ///
  /// Also the codes of every service call, listed at the top of hr.h, and of hr_ticket and hr_ready, with `step`, the
  /// function that the step is.
  ///
  /// Blocks up to timeout_ms and the end of the question that runs then, each request of which takes up to
  /// timeouts.call_ms. Any thread; one call at a time per handle.
  /// @param(handle from hr_open)
  /// @param(card_json which card, one JSON object such as {"cardType":"CPS"}; NULL: any card)
  /// @param(timeout_ms how long to wait, in milliseconds; 0: ask once)
  /// @param(out_json receives the result, or the error object; free it with hr_free)
  /// @returns(@unorderedList(
  /// @item(HR_OK a card that fits is in the reader)
  /// @item(HR_E_ARGUMENT card_json is not UTF-8, not JSON, has a member twice, no member, or a value that is neither
  /// text, number nor boolean; or timeout_ms is negative)
  /// @item(HR_E_NO_CARD no card that fits came in time)
  /// @item(HR_E_CARD_STATUS the last answer was a status.code other than 0; `reason` names it, by card_codes. One
  /// before the last counts as an answer without a card)
  /// @item(HR_E_CANCELLED hr_cancel, hr_close or hr_stop ended the wait, within 50 ms)
  /// ))
  hr_wait_card: T_hr_wait_card;

  /// Logs in with one call: ticket, cards, PIN and, where it is asked for, the professional's situation (steps 1 to 4).
  ///
  /// With a PIN: fetches a ticket when the handle has none (after a 401 of the listing once more), lists the cards,
  /// waits for one that fits, and presents the PIN to it as hr_login does: at most once, with all that the PIN guard
  /// holds back. Entries that agree in serial or idNat and differ in neither are one card; the first is used. A PIN
  /// always makes a new login; an earlier one ends before the cards are listed. Without a PIN (NULL) the open session
  /// is used, and `wait_card_ms` counts for nothing. Where there is none, or `card` is not the card that opened it (of
  /// a session of hr_session_set that is not known, and it is used), it ends, the cards are listed, and the call stops
  /// for the PIN, with the card that it is for. Without `card` it is the only one whose cardType is among the
  /// configuration's card_types: a patient's card is never taken for the doctor's. Then step 4: `profile` is PUT to
  /// /user-profiles, `situation_id` is selected, each time that they are given. Both are left out where the login says
  /// that the professional is identified (see identified_field). Where it says no, the configuration's `profile` is PUT
  /// once in a session where the request has none, and one situation must be chosen unless one was selected since;
  /// where it says neither, nothing is asked for. When a person must choose, the call stops with HR_E_CHOICE: put the
  /// answer into the request, as the start of hr.h says, and repeat the call; with pin_code NULL once a text says
  /// `session` true: no second PIN is presented, and a `profile` that this session has accepted is not PUT again.
  ///
  /// Also the codes of every service call, listed at the top of hr.h, and of hr_ticket, hr_ready, hr_login,
  /// hr_profile_put and hr_profile_select: `step` is the function that the failed step is, and `session` says whether a
  /// session is open: when step 4 fails it is, unless the service ended it (401). Go on with pin_code NULL then; the
  /// result of hr_login is not repeated.
  ///
  /// Blocks up to wait_card_ms and the time of each step. Any thread; one call at a time per handle.
  /// @param(handle from hr_open)
  /// @param(request_json one JSON object; NULL: {}. Unknown and repeated members are refused)
  /// @param(pin_code the card's PIN; NULL: go on with the open session, or ask for the PIN. Blanks alone are no PIN: it
  /// is asked for)
  /// @param(out_json receives the result, or the error object; free it with hr_free. It holds the session bearer, a
  /// secret)
  /// @returns(@unorderedList(
  /// @item(HR_OK the session is open, and whatever was asked of step 4 is done)
  /// @item(HR_E_ARGUMENT request_json is not UTF-8, not JSON or has a member that is not known, repeated or not of its
  /// form; pin_code is not UTF-8)
  /// @item(HR_E_STATE another call ended the session; or another profile, or situation, had no answer)
  /// @item(HR_E_NO_CARD as for hr_wait_card)
  /// @item(HR_E_CHOICE `ask` is "card": several cards fit, none is of a kind in card_types, or a token stands for
  /// several and `card` has neither serial nor idNat; no PIN was presented. Or it is "pin": there is no PIN and no
  /// session. Or, with a session, it is "profile": the service does not know in which situation the professional works,
  /// and no profile was sent; or "situation": `choices` has the list that situations_pointer leads to, or one whose raw
  /// is the service's reply to the profile; none where an earlier call sent it)
  /// @item(HR_E_PIN_GUARD as for hr_login; with the reason "pin_held" `entry` is what `confirmed` or `retry` must name)
  /// ))
  hr_connect: T_hr_connect;

  /// Finds a patient: hr_patient_search, then hr_patient_get (steps 5 and 6). No data is changed.
  ///
  /// The interface does not show the search's reply, so this library cannot count who was found, unless the
  /// configuration says with patients_pointer where their list is. Without it and without patient_id the parameters are
  /// those of a patient whom the service chose, and others may have the same traits: a person compares before anything
  /// is sent.
  ///
  /// Also the codes of every service call, listed at the top of hr.h, and of hr_patient_search and hr_patient_get, with
  /// `step`, the function that the failed step is. After any other code than HR_OK hr_patient_get is HR_E_STATE until a
  /// search succeeds.
  ///
  /// Blocks up to twice timeouts.call_ms. Any thread; one call at a time per handle.
  /// @param(handle from hr_open, with a session)
  /// @param(request_json one JSON object. Unknown and repeated members are refused)
  /// @param(out_json receives the result, or the error object; free it with hr_free)
  /// @returns(@unorderedList(
  /// @item(HR_OK the patient was read: the one of patient_id, or the only one who has these traits)
  /// @item(HR_E_ARGUMENT request_json is NULL, not UTF-8, not JSON, without any trait, or has a member that is not
  /// known, repeated, not a text or too long; or it has no traits, and patient_id is not of the patient who was read
  /// last)
  /// @item(HR_E_STATE the handle has no session)
  /// @item(HR_E_OTHER_PATIENT the parameters are of another patient than patient_id or, without it, than the only one
  /// in the list)
  /// @item(HR_E_NOT_FOUND the list is empty, or the service answered 404, not with a page)
  /// @item(HR_E_CHOICE `ask` is "traits": several have these traits, those of `choices`, and nobody was read. Or it is
  /// "patient": the one of `choices` was read, and others may have the same traits, or an earlier search had no answer,
  /// and the service may speak of its patient. They hold names: keep them out of logs)
  /// @item(HR_E_REPLY a reply is not what was announced, or a 404 came with a page; with patients_pointer also where it
  /// leads to no list, to a list of one value that is no object, or through an object that has the member twice)
  /// ))
  hr_patient_find: T_hr_patient_find;

  /// Deposits documents into a patient's shared record with one call: finds and reads the patient, makes the update
  /// that is asked for, opens the record, sends each document (steps 5 to 9).
  ///
  /// The patient is who the host says: with patient_id the parameters that the service returns must be of that patient,
  /// else HR_E_OTHER_PATIENT; without it only a patient of whom patients_pointer shows that nobody else has these
  /// traits is taken, else HR_E_CHOICE. Nothing is opened or sent before that. An update is made only with `update` and
  /// patient_id, and then the patient is read again. One whose response was lost is made again only when the service
  /// has not made it by then. Documents go in their order, each once, with all that hr_dmp_send promises. A document
  /// that was accepted before, from this process (at least its last 100,000) or by the journal, is not sent again:
  /// outcome "accepted", already true. So after a failure the same call is made again: it sends what was not accepted,
  /// and no document twice. What is in doubt stays so until `doubts`, hr_dmp_found or hr_dmp_resend_allow says what a
  /// person saw in the record. HR_E_FILE, a document in doubt and a 4xx other than 401, 408 and 429 leave the other
  /// documents their turn. Anything else ends the call; later documents are "not_sent".
  ///
  /// Also the codes of every service call, listed at the top of hr.h, and of hr_patient_search, hr_patient_get,
  /// hr_patient_update, hr_dmp_open and hr_dmp_send: of what ended the call; else HR_E_IN_DOUBT where a document is in
  /// doubt; else of the first document that failed. `step` is the function that the failed step is.
  ///
  /// Progress (hr_set_progress) counts the bytes of all documents together, those accepted before and those refused as
  /// done. hr_state has `document`, the index of the one being sent. Blocks up to the time of each step; each document
  /// has timeouts.upload_ms. Any thread; one call at a time per handle.
  /// @param(handle from hr_open, with a session)
  /// @param(request_json one JSON object. Unknown and repeated members are refused)
  /// @param(out_json receives the result, or the error object; free it with hr_free. The error's `documents` is null
  /// when request_json could not be read, and with HR_E_PANIC; its `outcome` is null, but "unknown" in a child that a
  /// callback forked, where each document that had not ended is "unknown" too. With several documents, of which one had
  /// its turn, the error's `message` counts them too)
  /// @returns(@unorderedList(
  /// @item(HR_OK every document is accepted)
  /// @item(HR_E_ARGUMENT request_json is NULL, not UTF-8, not JSON, lacks `documents` or a member of one, or has one
  /// that is not known, repeated or not of its form; update without patient_id; neither traits nor a patient read
  /// before whose patient_id is given. Nothing was sent)
  /// @item(HR_E_STATE the handle has no session; or, before an update, as for hr_patient_update)
  /// @item(HR_E_CHOICE `ask` is "traits" or "patient", as for hr_patient_find. Or it is "update": insQualified or
  /// alimentationConsent is false, and the only one of `choices` has the patient's parameters as raw. They hold names:
  /// keep them out of logs)
  /// @item(HR_E_OTHER_PATIENT the parameters are those of another patient than patient_id or, without one, than the
  /// only one in the list that patients_pointer leads to)
  /// @item(HR_E_IN_DOUBT a document's end is not known, or one was held back for an earlier doubt: then `ask` is
  /// "doubt" unless a failure ended the call, and `choices` has the two answers about the first one)
  /// ))
  hr_deposit: T_hr_deposit;

  /// Deposits one document from memory: as hr_deposit, with the document's bytes instead of a path. It is known and
  /// compared as one from a file is.
  ///
  /// The other codes are those of hr_deposit, for the same causes.
  ///
  /// Blocks as hr_deposit. Any thread; one call at a time per handle. See hr_set_progress.
  /// @param(handle from hr_open, with a session)
  /// @param(request_json one JSON object. Unknown and repeated members are refused)
  /// @param(data the document; borrowed for the call, not copied. NULL is allowed when length is 0)
  /// @param(length bytes of the document, 0 to 2,147,483,647)
  /// @param(out_json as for hr_deposit)
  /// @returns(@unorderedList(
  /// @item(HR_OK the document is accepted)
  /// @item(HR_E_ARGUMENT as for hr_deposit; also when length is negative, or data is NULL with a length above 0)
  /// @item(HR_E_FILE the bytes are not those that were compared beforehand)
  /// ))
  hr_deposit_bytes: T_hr_deposit_bytes;

/// Loads the library, once per process; it stays loaded. Sessions call it without a name by themselves.
///
/// FileName: the full path of the file. Empty: hr.dll (libhr.so) beside the program (in Delphi: beside the DLL or
/// package that holds this unit); where none is there, what the environment variable HR_LIBRARY names (a full path too),
/// else what the system's search finds (on Windows without PATH and the current folder). Raises EHealthRecordLibrary,
/// whose message distinguishes a missing file, one of another kind (such as 64-bit for a 32-bit program), a missing
/// function and another interface version. Any thread.
procedure HrLoad(const FileName: string = '');

implementation

uses
  HealthRecord.Loading;

procedure BindAll(const Binding: THrBinding);
begin
  Binding.Bind('hr_abi_version', @@hr_abi_version);
  Binding.Bind('hr_version', @@hr_version);
  Binding.Bind('hr_code_name', @@hr_code_name);
  Binding.Bind('hr_free', @@hr_free);
  Binding.Bind('hr_text_copy', @@hr_text_copy);
  Binding.Bind('hr_text_copy_utf16', @@hr_text_copy_utf16);
  Binding.Bind('hr_set_log', @@hr_set_log);
  Binding.Bind('hr_json_get', @@hr_json_get);
  Binding.Bind('hr_json_kind', @@hr_json_kind);
  Binding.Bind('hr_json_count', @@hr_json_count);
  Binding.Bind('hr_json_key', @@hr_json_key);
  Binding.Bind('hr_json_quote', @@hr_json_quote);
  Binding.Bind('hr_open', @@hr_open);
  Binding.Bind('hr_close', @@hr_close);
  Binding.Bind('hr_cancel', @@hr_cancel);
  Binding.Bind('hr_set_progress', @@hr_set_progress);
  Binding.Bind('hr_state', @@hr_state);
  Binding.Bind('hr_last', @@hr_last);
  Binding.Bind('hr_stop_new', @@hr_stop_new);
  Binding.Bind('hr_stop', @@hr_stop);
  Binding.Bind('hr_stop_free', @@hr_stop_free);
  Binding.Bind('hr_set_stop', @@hr_set_stop);
  Binding.Bind('hr_ticket', @@hr_ticket);
  Binding.Bind('hr_ticket_set', @@hr_ticket_set);
  Binding.Bind('hr_ready', @@hr_ready);
  Binding.Bind('hr_login', @@hr_login);
  Binding.Bind('hr_pin_retry_allow', @@hr_pin_retry_allow);
  Binding.Bind('hr_session_set', @@hr_session_set);
  Binding.Bind('hr_profile_put', @@hr_profile_put);
  Binding.Bind('hr_profile_select', @@hr_profile_select);
  Binding.Bind('hr_patient_search', @@hr_patient_search);
  Binding.Bind('hr_patient_get', @@hr_patient_get);
  Binding.Bind('hr_patient_update', @@hr_patient_update);
  Binding.Bind('hr_request', @@hr_request);
  Binding.Bind('hr_diagnose', @@hr_diagnose);
  Binding.Bind('hr_dmp_open', @@hr_dmp_open);
  Binding.Bind('hr_dmp_send', @@hr_dmp_send);
  Binding.Bind('hr_dmp_send_bytes', @@hr_dmp_send_bytes);
  Binding.Bind('hr_dmp_resend_allow', @@hr_dmp_resend_allow);
  Binding.Bind('hr_dmp_found', @@hr_dmp_found);
  Binding.Bind('hr_journal', @@hr_journal);
  Binding.Bind('hr_wait_card', @@hr_wait_card);
  Binding.Bind('hr_connect', @@hr_connect);
  Binding.Bind('hr_patient_find', @@hr_patient_find);
  Binding.Bind('hr_deposit', @@hr_deposit);
  Binding.Bind('hr_deposit_bytes', @@hr_deposit_bytes);
end;

procedure HrLoad(const FileName: string);
begin
  LoadOnce(FileName, BindAll);
end;

end.
