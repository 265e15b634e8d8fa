unit HealthRecord.Errors;

{ What a call can fail with: THrFailure holds the library's error object, EHealthRecord and its families raise it. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord.Codes, HealthRecord.Json;

type
  /// The library's error object, and how an upload ended that an event stopped. Texts are empty, HttpStatus is 0,
  /// RetryAfterSeconds and Bytes are -1 when the library did not report them. No secret is in it, and no patient's data but
  /// in Choices, and so in Raw.
  THrFailure = record
    /// The number that the function returned: an HR_E constant of HrApi; HR_OK (0) when the call succeeded after all.
    Code: Integer;
    /// The name of the code, such as HR_E_TIMEOUT.
    Name: string;
    /// The function of the library, such as hr_login.
    Operation: string;
    /// The function that the failed step is, of WaitCard, Connect, PatientFind and Deposit.
    Step: string;
    /// Who it comes from: license, card, service or library.
    At: string;
    /// What happened and what to do, one line each, in the configured language and in French. MessageFr can be
    /// shown to a doctor as it is.
    Message, Remedy, MessageFr, RemedyFr: string;
    /// A word for programs: pin_in_use, ready_needed and pin_held of the PIN guard; pin_refused, card_locked and
    /// card_absent by THrSettings.AddCardCode; card_client_other_session, card_client_service, card_client_http_sys and
    /// card_client_unknown say whose process listens at LocalUrl (THrSettings.AddCardClientOwner);
    /// tls_expired, tls_not_yet_valid, tls_unknown_issuer, tls_wrong_name, tls_refused: of the server's certificate; session_in_use:
    /// another call of this session has the current patient, call again; document_in_use: another call is sending the same
    /// document. With HR_E_JOURNAL, why THrSettings.Journal cannot be used:
    /// journal_locked (another process holds the lock: call again), journal_slow (reading it takes longer than the call
    /// may), journal_unreadable, journal_unwritable,
    /// journal_not_a_file, journal_on_network, journal_not_ours, journal_newer, journal_replaced, journal_full. A newer
    /// library may have more.
    Reason: string;
    HttpStatus: Integer;
    /// status.code of the reply, a number as it was written or a short text such as DOC-17, and status.message (of the
    /// card client only).
    ServiceCode, ServiceMessage: string;
    /// accepted, not_sent, incomplete, rejected, unknown or accepted_unreadable; empty for a call that changes nothing.
    Outcome: string;
    /// How far the call came: resolve, connect, tls, send, wait or read.
    Phase: string;
    /// With HR_E_IN_DOUBT: the name of the code that says why no answer came.
    Cause: string;
    RetryAfterSeconds: Integer;
    /// Of the document, when an upload failed after all of it was read.
    Sha256: string;
    Bytes: Int64;
    /// The id of the doubt about this document, for DmpFound and DmpResendAllow.
    Entry: string;
    /// not_completed when the call ended as stated and the journal has no record of its end: until the next call of this
    /// process that writes there, Journal of the session and other processes see an upload in doubt or a PIN that is held.
    Journal: string;
    /// Of Connect: whether a session is open.
    SessionOpen: Boolean;
    /// Of Connect, Find and Deposit: how the call ended, in one word, and what a person is asked next; else empty.
    Ending, Ask: string;
    /// What there is to choose from. Choices names cards, situations or patients: show it to the person, and keep it out of logs.
    Choices: TJson;
    /// Of Deposit: what is known of each document; see TDmpSent.
    Documents: TJson;
    /// Of LastStop: class and message of the exception that OnProgress raised.
    EventError: string;
    /// The error object as it came, in JSON, Choices included; empty for functions that return a code alone.
    Raw: string;
    /// Code, Outcome and Reason as enumerations.
    function CodeKind: THrCode;
    function OutcomeKind: THrOutcome;
    function ReasonKind: THrReason;
    /// True when only a person may decide to do it again: the outcome is unknown or accepted_unreadable.
    function InDoubt: Boolean;
    /// Reads an error object. A text that is empty or unreadable leaves the code, its name and the operation.
    class function Read(const Operation: string; Code: Integer; const CodeName: string;
      const Json: UTF8String): THrFailure; static;
  end;

  /// What every call of this wrapper raises (arguments that cannot be passed at all raise EArgumentException). A
  /// code in no family raises this class itself. The properties are those of THrFailure.
  EHealthRecord = class(Exception)
  private
    FFailure: THrFailure;
    {$IFDEF FPC}
    function GetMessage: string;
    procedure SetMessage(const Value: string);
    {$ENDIF}
  public
    constructor CreateFrom(const Failure: THrFailure);
    function InDoubt: Boolean;
    function CodeKind: THrCode;
    function OutcomeKind: THrOutcome;
    function ReasonKind: THrReason;
    {$IFDEF FPC}
    /// The message without loss. Exception.Message has it in UTF-8.
    property Message: string read GetMessage write SetMessage;
    {$ENDIF}
    property Failure: THrFailure read FFailure;
    property Code: Integer read FFailure.Code;
    property Name: string read FFailure.Name;
    property Operation: string read FFailure.Operation;
    property Step: string read FFailure.Step;
    property At: string read FFailure.At;
    property MessageFr: string read FFailure.MessageFr;
    property Remedy: string read FFailure.Remedy;
    property RemedyFr: string read FFailure.RemedyFr;
    property Reason: string read FFailure.Reason;
    property HttpStatus: Integer read FFailure.HttpStatus;
    property ServiceCode: string read FFailure.ServiceCode;
    property ServiceMessage: string read FFailure.ServiceMessage;
    property Outcome: string read FFailure.Outcome;
    property Phase: string read FFailure.Phase;
    property Cause: string read FFailure.Cause;
    property RetryAfterSeconds: Integer read FFailure.RetryAfterSeconds;
    property Sha256: string read FFailure.Sha256;
    property Bytes: Int64 read FFailure.Bytes;
    property Entry: string read FFailure.Entry;
    property Journal: string read FFailure.Journal;
    property SessionOpen: Boolean read FFailure.SessionOpen;
    property Ending: string read FFailure.Ending;
    property Ask: string read FFailure.Ask;
    property Choices: TJson read FFailure.Choices;
    property Documents: TJson read FFailure.Documents;
    property Raw: string read FFailure.Raw;
  end;

  /// Codes -1 to -99: the call was wrong, came too early, or was stopped.
  EHealthRecordCaller = class(EHealthRecord);
  /// Codes -100 to -199: the other side was not reached, or no answer came.
  EHealthRecordNetwork = class(EHealthRecord);
  /// Codes -200 to -299: the other side refused, or answered what cannot be used.
  EHealthRecordPeer = class(EHealthRecord);
  /// Codes -900 to -999: the library failed inside.
  EHealthRecordInternal = class(EHealthRecord);

  /// lrMissing: no such file. lrKind: made for another processor or system, or no library at all. lrSymbol: a
  /// function is missing in it. lrVersion: another version of the binary interface. lrOther: the system refused.
  /// lrBlocked: rules of the computer forbid the file (Smart App Control, AppLocker); it must be signed.
  THrLibraryReason = (lrMissing, lrKind, lrSymbol, lrVersion, lrOther, lrBlocked);

  /// The library file could not be loaded. Code is 0. Its Reason is not the word of the others.
  EHealthRecordLibrary = class(EHealthRecord)
  private
    FReason: THrLibraryReason;
  public
    constructor Create(Reason: THrLibraryReason; const English, French: string);
    property Reason: THrLibraryReason read FReason;
  end;

  EHealthRecordClass = class of EHealthRecord;

/// The class that a code raises.
function FamilyOf(Code: Integer): EHealthRecordClass;

implementation

uses
  HealthRecord.Text;

{ THrFailure }

function THrFailure.CodeKind: THrCode;
begin
  Result := CodeOf(Code);
end;

function THrFailure.OutcomeKind: THrOutcome;
begin
  Result := OutcomeOf(Outcome);
end;

function THrFailure.ReasonKind: THrReason;
begin
  Result := ReasonOf(Reason);
end;

function THrFailure.InDoubt: Boolean;
begin
  Result := (Outcome = 'unknown') or (Outcome = 'accepted_unreadable');
end;

{ Members that cannot be read count as absent: an error must not hide behind another one. }

function TextOf(const Value: TJson): string;
begin
  Value.TryText(Result);
end;

function NumberOf(const Value: TJson; Missing: Int64): Int64;
begin
  if not TryStrToInt64(ToRtl(TextOf(Value)), Result) then
    Result := Missing;
end;

class function THrFailure.Read(const Operation: string; Code: Integer; const CodeName: string;
  const Json: UTF8String): THrFailure;
var
  Failed: TJson;
begin
  Failed := TJson.Unchecked(Json);
  Result.Code := Code;
  Result.Name := CodeName;
  Result.Operation := Operation;
  Result.Step := TextOf(Failed['step']);
  Result.At := TextOf(Failed['at']);
  Result.Message := TextOf(Failed['message']);
  Result.Remedy := TextOf(Failed['remedy']);
  Result.MessageFr := TextOf(Failed['message_fr']);
  Result.RemedyFr := TextOf(Failed['remedy_fr']);
  Result.Reason := TextOf(Failed['reason']);
  Result.HttpStatus := NumberOf(Failed['http_status'], 0);
  Result.ServiceCode := TextOf(Failed['service_code']);
  Result.ServiceMessage := TextOf(Failed['service_message']);
  Result.Outcome := TextOf(Failed['outcome']);
  Result.Phase := TextOf(Failed['phase']);
  Result.Cause := TextOf(Failed['cause']);
  Result.RetryAfterSeconds := NumberOf(Failed['retry_after_s'], -1);
  Result.Sha256 := TextOf(Failed['sha256']);
  Result.Bytes := NumberOf(Failed['bytes'], -1);
  Result.Entry := TextOf(Failed['entry']);
  Result.Journal := TextOf(Failed['journal']);
  Result.SessionOpen := TextOf(Failed['session']) = 'true';
  Result.Ending := TextOf(Failed['ending']);
  Result.Ask := TextOf(Failed['ask']);
  Result.Choices := Failed['choices'];
  Result.Documents := Failed['documents'];
  Result.EventError := '';
  TryToText(Json, Result.Raw);
end;

{ EHealthRecord }

constructor EHealthRecord.CreateFrom(const Failure: THrFailure);
var
  Text: string;
begin
  FFailure := Failure;
  Text := NumberText(Failure.Code);
  if FFailure.Message = '' then
    FFailure.Message := Failure.Operation + ' failed: ' + Failure.Name + ' (' + Text + ')';
  if FFailure.MessageFr = '' then
    FFailure.MessageFr := Failure.Operation + ' a '#$00E9'chou'#$00E9' : ' + Failure.Name + ' (' + Text + ')';
  inherited Create(ToRtl(FFailure.Message));
end;

{$IFDEF FPC}
function EHealthRecord.GetMessage: string;
begin
  if not TryToText(RawByteString(inherited Message), Result) then
    Result := FFailure.Message;
end;

procedure EHealthRecord.SetMessage(const Value: string);
begin
  inherited Message := ToRtl(Value);
end;
{$ENDIF}

function EHealthRecord.InDoubt: Boolean;
begin
  Result := FFailure.InDoubt;
end;

function EHealthRecord.CodeKind: THrCode;
begin
  Result := FFailure.CodeKind;
end;

function EHealthRecord.OutcomeKind: THrOutcome;
begin
  Result := FFailure.OutcomeKind;
end;

function EHealthRecord.ReasonKind: THrReason;
begin
  Result := FFailure.ReasonKind;
end;

{ EHealthRecordLibrary }

constructor EHealthRecordLibrary.Create(Reason: THrLibraryReason; const English, French: string);
var
  Failed: THrFailure;
begin
  Failed := THrFailure.Read('', 0, '', '');
  Failed.Message := English;
  Failed.MessageFr := French;
  Failed.Remedy := 'Install the library that belongs to this program beside it, or name it in HR_LIBRARY.';
  Failed.RemedyFr := 'Installez '#$00E0' c'#$00F4't'#$00E9' du programme la biblioth'#$00E8'que qui lui correspond, ou'
    + ' nommez-la dans HR_LIBRARY.';
  Failed.At := 'library';
  CreateFrom(Failed);
  FReason := Reason;
end;

function FamilyOf(Code: Integer): EHealthRecordClass;
begin
  case Code of
    -99..-1: Result := EHealthRecordCaller;
    -199..-100: Result := EHealthRecordNetwork;
    -299..-200: Result := EHealthRecordPeer;
    -999..-900: Result := EHealthRecordInternal;
  else
    Result := EHealthRecord;
  end;
end;

end.
