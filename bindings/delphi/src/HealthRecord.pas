unit HealthRecord;

{ Puts a document into a patient's shared health record (DMP).

  Calls in their order: Ticket (or TicketSet), Ready, Login (or SessionSet), ProfilePut and ProfileSelect (only when
  the login did not identify the professional), PatientSearch, PatientGet, PatientUpdate (only when UpdateNeeded),
  DmpOpen, DmpSend (or DmpSendBytes). Each result has Next, the function to call next; a call out of order sends
  nothing and raises HR_E_STATE. The other units have the results (HealthRecord.Results), the exceptions
  (HealthRecord.Errors), settings, the log, and JSON values.

  TDmpClient of HealthRecord.Client does it in two calls. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord.Errors, HealthRecord.Json, HealthRecord.Results, HealthRecord.Settings, HealthRecord.Upload;

type
  /// The traits of a search that are sent even when they are empty.
  THrTrait = (htNom, htPrenom, htDateNaissance, htSexe);
  THrTraits = set of THrTrait;

  /// Who stands behind a PIN. hpConfirmed: a person typed it again after Reason pin_held; never set by program.
  THrPin = (hpUnconfirmed, hpConfirmed);

  /// A session; closed when the last reference goes. Give other threads a reference of their own.
  ///
  /// Threads: every member may be used from any thread. One call at a time per session: a second one raises HR_E_BUSY
  /// at once. Calls block up to their timeout. Nothing is tried again by itself.
  ///
  /// Errors: EHealthRecordCaller, EHealthRecordNetwork, EHealthRecordPeer or EHealthRecordInternal by their code, of
  /// which the comments name the particular ones; EHealthRecord for a code that is not known here; EArgumentException
  /// for a text that cannot be passed (a NUL character, a lone surrogate); EHrJson for a field of a reading call's result
  /// that is no text as a whole (U+0000). After Close: HR_E_HANDLE. Where a journal is configured and cannot be used:
  /// HR_E_JOURNAL, Reason says why, and nothing was sent or decided.
  IHealthRecord = interface
    ['{0D9D8C1E-2E1C-4B5B-8B0E-3A1E6D1F7C52}']
    function GetHandle: Integer;
    function GetSettings: TJson;
    function GetOnProgress: THrProgressEvent;
    procedure SetOnProgress(const Value: THrProgressEvent);
    function GetLastStop: THrFailure;

    /// Tells what the session has, and Next. Sends nothing.
    function State: THrState;
    /// Step 1: gets a license ticket with the license bearer of the configuration. HR_E_CONFIG: it has none.
    function Ticket: THrTicket;
    /// Step 1, elsewhere: takes over a ticket that the vendor's own server fetched. HR_E_ARGUMENT.
    procedure TicketSet(const Ticket: string);
    /// Step 2, after 1: the cards in the reader. HR_E_CARD_CLIENT_ABSENT: the card client does not run.
    function Ready: THrReady;
    /// Step 3, after 2: presents a PIN to a card of the last Ready, once. The copy made for the library is wiped;
    /// wipe your own. HR_E_CARD_STATUS: such as a wrong PIN. HR_E_PIN_GUARD: held back, since an earlier presentation did
    /// not succeed, however it ended; Reason says why. pin_in_use: wait. ready_needed: call Ready. pin_held: ask a person for the PIN, call Ready, and pass
    /// hpConfirmed, which calls PinRetryAllow(CardToken) first; when that raises (HR_E_ARGUMENT: no PIN of this card is
    /// held) no PIN is presented. Pass it only because a person typed the PIN after reading of pin_held.
    function Login(const CardToken, PinCode: string; Typed: THrPin = hpUnconfirmed): THrLogin;
    /// After HR_E_PIN_GUARD: lets one more presentation through. Only because a person decided so. Without a token: of
    /// the card of the login that was held back last.
    procedure PinRetryAllow(const CardToken: string); overload;
    procedure PinRetryAllow; overload;
    /// Step 3, elsewhere: adopts a login that a browser page made with the card client. HR_E_ARGUMENT.
    procedure SessionSet(const ServiceUrl, Bearer: string);
    /// Step 4, first half: the payload is one JSON value, sent as it is. Raw lists the situations to choose from.
    function ProfilePut(const PayloadJson: string): THrReply;
    /// Step 4, second half: the id of the situation chosen.
    function ProfileSelect(const SituationId: string): THrReply;
    /// Step 5, after 3 (and 4): searches an identity by traits. Empty ones are left out unless SendEmpty has them.
    /// HR_E_NOT_FOUND: nobody. Raw is the reply.
    function PatientSearch(const Nom, Prenom: string; const DateNaissance: string = ''; const Sexe: string = '';
      SendEmpty: THrTraits = []): THrReply;
    /// Step 6: the patient's parameters.
    function PatientGet: THrPatient;
    /// Step 7, only when PatientGet said UpdateNeeded: the body is one JSON value, sent as it is. Consent is the
    /// patient's: ask before claiming it.
    function PatientUpdate(const BodyJson: string): THrReply;
    /// Any other call under the service's address, after 3. Method: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS.
    /// Path: from its slash on, percent-encoded. BodyJson: one JSON value, or empty for none. The rules of order and
    /// the refusal to send a document twice do not see what is sent this way.
    function Request(const Method, Path: string; const BodyJson: string = ''): THrReply;
    /// Step 8, after 6: opens the record of THrPatient.PatientId. BodyJson: one JSON value, or empty for none (the usual
    /// case). HR_E_STATE: an update that PatientGet asked for was not made; the patient may have opposed.
    function DmpOpen(const PatientId: string; const BodyJson: string = ''): THrReply;
    /// Step 9, after 8 for the same patient: sends a file, once. The result means: definitely accepted. FileName: the
    /// name to send; empty for the last part of Path. Otherwise look at Outcome, and repeat only after not_sent and
    /// incomplete. HR_E_FILE; HR_E_IN_DOUBT: all was sent, no answer came; HR_E_CONFLICT: an earlier sending of the same
    /// document is in doubt (DmpFound, DmpResendAllow); HR_E_TIMEOUT at library: comparing it with one in doubt took all the time, nothing was sent;
    /// HR_E_CANCELLED. See OnProgress.
    function DmpSend(const PatientId, Path, ActivityType, TypeCode: string; const FileName: string = ''): THrSent;
    /// Step 9, from memory: as DmpSend. The bytes are not copied; they must not change meanwhile.
    function DmpSendBytes(const PatientId: string; const Data: TBytes;
      const FileName, ActivityType, TypeCode: string): THrSent; overload;
    /// The same with any memory, such as TMemoryStream.Memory. nil is allowed with Size 0.
    function DmpSendBytes(const PatientId: string; Data: Pointer; Size: Integer;
      const FileName, ActivityType, TypeCode: string): THrSent; overload;
    /// After HR_E_CONFLICT at library: a person looked into the record and decided to send this document again, once.
    /// Entry: that of the exception or of THrJournalEntry, 32 hexadecimal digits. HR_E_ARGUMENT: there is no such doubt any
    /// more, a later one of the document has replaced it, or a sending of its document is on its way.
    procedure DmpResendAllow(const Entry: string);
    /// After HR_E_CONFLICT at library, or HR_E_IN_DOUBT: a person found the document in the patient's record. The doubt
    /// ends as accepted. Only because a person looked into the record. Entry and HR_E_ARGUMENT: as for DmpResendAllow.
    procedure DmpFound(const Entry: string);
    /// Steps 1 and 2: waits until a card fits, up to TimeoutMs (0: asks once). CardJson: members that the card's entry must
    /// have, such as {"cardType":"CPS"}; empty for any card. HR_E_NO_CARD.
    function WaitCard(const CardJson: string = ''; TimeoutMs: Integer = 0): THrReady;
    /// Steps 1 to 4. RequestJson: see hr_connect in HrApi. PinCode: empty to go on with the open session; presented at most
    /// once, and the copy made for the library is wiped. HR_E_CHOICE, HR_E_NO_CARD, HR_E_PIN_GUARD.
    function Connect(const RequestJson: string = ''; const PinCode: string = ''): THrConnected;
    /// Steps 5 and 6. TraitsJson: see hr_patient_find in HrApi. HR_E_NOT_FOUND, HR_E_CHOICE, HR_E_OTHER_PATIENT.
    function PatientFind(const RequestJson: string): THrFoundPatient;
    /// Steps 5 to 9. RequestJson: see hr_deposit in HrApi. When it raises, Documents of the exception says what is known of each
    /// document. HR_E_CHOICE, HR_E_OTHER_PATIENT, HR_E_IN_DOUBT. See OnProgress, which counts all documents together. TotalBytes:
    /// their size, with which progress above 2 GiB can be given in bytes; -1 when it is not known.
    function Deposit(const RequestJson: string; TotalBytes: Int64 = -1): THrDeposit;
    /// The same for one document from memory, which its request has without path and with filename.
    function DepositBytes(const RequestJson: string; Data: Pointer; Size: Integer): THrDeposit;
    /// The uploads that THrSettings.Journal knows, of all processes that name it, the newest first: the order is that of
    /// the file. Without a filter the newest 100. HR_E_CONFIG: the configuration has no journal.
    function Journal: THrJournal; overload;
    function Journal(const Filter: THrJournalFilter): THrJournal; overload;
    /// Stops the call that runs, which raises HR_E_CANCELLED, or HR_E_IN_DOUBT when all was sent. Never waits; does nothing
    /// when no call runs.
    procedure Cancel;
    /// Cancels what runs and drops the session's secrets. Never waits. May be called twice.
    procedure Close;

    /// The number of the library's handle, for HrApi.
    property Handle: Integer read GetHandle;
    /// The settings in force, without secrets.
    property Settings: TJson read GetSettings;
    /// Told how far uploads are; see THrProgressEvent. Set it between uploads: a running one keeps its own.
    property OnProgress: THrProgressEvent read GetOnProgress write SetOnProgress;
    /// When OnProgress raised an exception, the upload raises that exception itself, unless the document was accepted or may
    /// have been: what has taken effect is never hidden, and the result, or the EHealthRecord that is InDoubt, comes out.
    /// This is how the upload ended: Code and Outcome are those of the library (HR_OK and accepted when it was too late
    /// to stop it), EventError what the event raised. It stays until the next such upload.
    property LastStop: THrFailure read GetLastStop;
  end;

/// Opens a session. Sends nothing. Loads the library first (HrApi.HrLoad): EHealthRecordLibrary. HR_E_CONFIG: a key that
/// is unknown or has a wrong value; the remedy names it. HealthRecord.Session has a class for try..finally instead.
function OpenHealthRecord(const ConfigurationJson: string): IHealthRecord; overload;

/// The same; Settings stay the caller's and are not kept.
function OpenHealthRecord(Settings: THrSettings): IHealthRecord; overload;

/// The version of the library, such as 0.1.0. Loads it.
function HealthRecordVersion: string;

implementation

uses
  HrApi, HealthRecord.Boundary, HealthRecord.Session;

function OpenHealthRecord(const ConfigurationJson: string): IHealthRecord;
begin
  Result := THealthRecord.Create(ConfigurationJson);
end;

function OpenHealthRecord(Settings: THrSettings): IHealthRecord;
begin
  Result := THealthRecord.Create(Settings);
end;

function HealthRecordVersion: string;
begin
  HrLoad;
  Result := StaticText(hr_version());
end;

end.
