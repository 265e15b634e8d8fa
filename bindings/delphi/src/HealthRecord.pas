unit HealthRecord;

{ Puts documents into patients' shared health records (DMP): log in once, then find a patient and deposit.

  Who is asked what, what was sent before, what is in doubt and every sentence is the library's. This unit is the loop
  around it: a call ends with a question, and the person's answer goes into the next call. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord.Calls, HealthRecord.Json, HealthRecord.Session, HealthRecord.Types;

type
  /// What a person answers, of THrQuestion; Default(THrAnswer) ends the call, with its ending.
  THrAnswer = record
  private
    FGiven: Boolean;
    FValue: TJson;
    FMember, FEntered, FPin: string;
  end;

  /// What a person is asked.
  THrQuestion = record
    /// One of the HR_ASK constants; a newer library may have others.
    Kind: THrAsk;
    /// For the person, in the configured language and in French.
    Sentence, SentenceFr: string;
    /// What there is to choose from. Names: keep them out of logs.
    Choices: TArray<THrChoice>;
    /// The answer is Choices[Index]; none where there is no such choice, or it is only to be read.
    function Choose(Index: Integer): THrAnswer;
    /// What the person or the host enters: the PIN, the id of a situation, or JSON for HR_ASK_TRAITS, HR_ASK_UPDATE and
    /// HR_ASK_PROFILE. An empty text is no answer. The client wipes its copies of a PIN: wipe yours.
    function Enter(const Text: string): THrAnswer;
  end;

  /// Asks a person, on the thread of the call: where that is not the main one, show a form with TThread.Synchronize.
  THrAskEvent = {$IFNDEF FPC}reference to {$ENDIF}function(const Question: THrQuestion): THrAnswer
    {$IFDEF FPC}of object{$ENDIF};

  /// How a call ended.
  THrEnded = record
    /// One of the HR_ENDING constants; a newer library may have others.
    Ending: THrEnding;
    Sentence, SentenceFr: string;
    /// What a person was asked last and did not answer; empty: nothing.
    Question: THrQuestion;
    /// Of Deposit: how each document ended, in their order.
    Documents: TArray<THrDocument>;
    /// Details for the log and for who programs; Code is 0 when the call succeeded.
    Error: THrError;
    /// The whole text, as of THrConnection, THrFoundPatient or THrDeposit. It may hold secrets and names.
    Json: TJson;
    /// A session is open.
    function IsOpen: Boolean;
    /// Every document is in the record.
    function IsComplete: Boolean;
    class function Read(const Json: TJson): THrEnded; static;
  end;

  /// One call at a time, from any thread: a second one ends as in_use. A mistake of the program raises EHealthRecord
  /// (HR_E_ARGUMENT, HR_E_HANDLE, HR_E_CONFIG, HR_E_TOO_LARGE, HR_E_PANIC) or EArgumentException; everything else is a
  /// result. Free it when no call runs.
  THrClient = class
  private
    FSession: THrSession;
    FStop: Integer;
    FOnAsk: THrAskEvent;
    function Called(const Operation, RequestJson, Pin: string; const Data: TBytes): TJson;
  public
    /// Settings: THrConfiguration, its JSON, or the path of a file with it in UTF-8.
    constructor Create(const Settings: string; const Ask: THrAskEvent; const Progress: THrProgressEvent = nil);
    /// Closes the session.
    destructor Destroy; override;
    /// Waits so long for a card, lists the cards, presents the PIN that Ask gave, and opens a session.
    function Login(WaitCardSeconds: Integer = 0): THrEnded; overload;
    function Login(const Request: THrConnectRequest): THrEnded; overload;
    /// Searches a patient and reads the parameters. PatientId: the patient whom the host means, if known.
    function Find(const Traits: THrTraits; const PatientId: string = ''): THrEnded;
    /// Puts documents into the record of one patient, each once: a call that failed can be made again.
    function Deposit(const Traits: THrTraits; const PatientId: string;
      const Documents: array of THrDocumentFile): THrEnded; overload;
    function Deposit(const Request: THrDepositRequest): THrEnded; overload;
    /// The same with one document from memory.
    function DepositBytes(const Request: THrDepositBytesRequest; const Data: TBytes): THrEnded;
    /// The call of a function of the library, such as hr_connect, with its request as JSON; Data: for hr_deposit_bytes.
    function Perform(const Operation, RequestJson: string; const Data: TBytes = nil): THrEnded;
    /// The uploads of the journal, the newest first.
    function Journal(const Filter: THrJournalFilter): THrJournal;
    /// The text of the last call that changed something, as often as asked. HR_E_STATE: there was none.
    function Last: TJson;
    /// Ends the call that runs, and every later one, as cancelled. From any thread.
    procedure Stop;
    /// Lets calls through again after Stop.
    procedure Resume;
    /// The single calls.
    property Session: THrSession read FSession;
    property OnAsk: THrAskEvent read FOnAsk write FOnAsk;
  end;

implementation

uses
  HrApi, HealthRecord.Text;

{ THrQuestion }

function THrQuestion.Choose(Index: Integer): THrAnswer;
begin
  Result := Default(THrAnswer);
  if (Index < 0) or (Index >= Length(Choices)) or Choices[Index].Value.IsNull then
    Exit;
  Result.FGiven := True;
  Result.FValue := Choices[Index].Value;
end;

function THrQuestion.Enter(const Text: string): THrAnswer;
begin
  Result := Default(THrAnswer);
  if Text = '' then
    Exit;
  Result.FGiven := True;
  if Length(Choices) = 1 then
    Result.FValue := Choices[0].Value;
  Result.FMember := Kind;
  Result.FEntered := Text;
  if Kind = HR_ASK_TRAITS then
    Result.FMember := 'patient'
  else if Kind = HR_ASK_SITUATION then
  begin
    Result.FMember := 'situation_id';
    Result.FEntered := JsonQuoted(Text);
  end
  else if Kind = HR_ASK_PIN then
  begin
    Result.FEntered := '';
    Result.FPin := Copy(Text, 1, Length(Text)); { one of its own, to be wiped }
  end
  else if (Kind <> HR_ASK_UPDATE) and (Kind <> HR_ASK_PROFILE) then
    raise EArgumentException.Create(ToRtl('nothing can be entered for ' + Kind));
end;

{ THrEnded }

class function THrEnded.Read(const Json: TJson): THrEnded;
var
  Said: THrDeposit;
begin
  Said := THrDeposit.Read(Json); { all texts of these calls have its members, or none in their place }
  Result := Default(THrEnded);
  Result.Ending := Said.Ending;
  Result.Sentence := Said.Message;
  Result.SentenceFr := Said.MessageFr;
  Result.Question.Kind := Said.Ask;
  Result.Question.Sentence := Said.Message;
  Result.Question.SentenceFr := Said.MessageFr;
  Result.Question.Choices := Said.Choices;
  Result.Documents := Said.Documents;
  if not Json['operation'].IsNull then
    Result.Error := THrError.Read(Json);
  Result.Json := Json;
end;

function THrEnded.IsOpen: Boolean;
begin
  Result := Ending = HR_ENDING_OPEN;
end;

function THrEnded.IsComplete: Boolean;
begin
  Result := Ending = HR_ENDING_SENT;
end;

{ THrClient }

function SettingsJson(const Settings: string): string;
begin
  if Pos('{', Settings) > 0 then
    Exit(Settings);
  if not IsFile(Settings) then
    raise EArgumentException.Create(ToRtl('there is no file ' + Settings));
  Result := ToText(BytesOfFile(Settings));
  if Copy(Result, 1, 1) = #$FEFF then { the mark that some editors put before UTF-8 }
    Delete(Result, 1, 1);
end;

constructor THrClient.Create(const Settings: string; const Ask: THrAskEvent; const Progress: THrProgressEvent);
begin
  inherited Create;
  FSession := THrSession.Create(SettingsJson(Settings));
  FSession.OnProgress := Progress;
  FOnAsk := Ask;
  Resume;
end;

destructor THrClient.Destroy;
begin
  FSession.Free;
  if FStop <> 0 then
    hr_stop_free(FStop);
  inherited Destroy;
end;

{ The calling program made a mistake, which no person can answer. }
function IsMistake(Code: Int64): Boolean;
begin
  Result := (Code = HR_E_ARGUMENT) or (Code = HR_E_HANDLE) or (Code = HR_E_CONFIG) or (Code = HR_E_TOO_LARGE)
    or (Code = HR_E_PANIC);
end;

function THrClient.Called(const Operation, RequestJson, Pin: string; const Data: TBytes): TJson;
begin
  FSession.SetStop(FStop);
  try
    if Operation = 'hr_connect' then
      Result := FSession.Connect(RequestJson, Pin).Json
    else if Operation = 'hr_patient_find' then
      Result := FSession.PatientFind(RequestJson).Json
    else if Operation = 'hr_deposit' then
      Result := FSession.Deposit(RequestJson).Json
    else if Operation = 'hr_deposit_bytes' then
      Result := FSession.DepositBytes(RequestJson, Pointer(Data), Length(Data)).Json
    else
      raise EArgumentException.Create(ToRtl(Operation + ' asks nothing'));
  except
    on E: EHealthRecord do
    begin
      if IsMistake(E.Code) then
        raise;
      Result := E.Error.Json;
    end;
  end;
end;

function THrClient.Perform(const Operation, RequestJson: string; const Data: TBytes): THrEnded;
var
  Request: TJsonMembers;
  Answer: THrAnswer;
  Json, Pin: string;
begin
  Json := RequestJson; { as it came, until there is an answer }
  Answer := Default(THrAnswer);
  Pin := '';
  try
    repeat
      Result := THrEnded.Read(Called(Operation, Json, Pin, Data));
      if KnownOf(Result.Json['session']) = hkTrue then
        WipeString(Pin);
      if (Result.Question.Kind = '') or not Assigned(FOnAsk) then
        Exit;
      Answer := FOnAsk(Result.Question);
      Request := Default(TJsonMembers);
      Request.Merge(TJson.OfText(Json));
      Request.Merge(Answer.FValue);
      if Answer.FEntered <> '' then
        Request.Put(Answer.FMember, Answer.FEntered);
      Json := Request.ToJson;
      if Answer.FPin = '' then
        Continue;
      WipeString(Pin);
      Pin := Answer.FPin;
      Answer.FPin := '';
    until not Answer.FGiven;
  finally
    WipeString(Answer.FPin);
    WipeString(Pin);
  end;
end;

function THrClient.Login(WaitCardSeconds: Integer): THrEnded;
var
  Request: THrConnectRequest;
begin
  Request := Default(THrConnectRequest);
  Request.WaitCardMs := 1000 * WaitCardSeconds;
  Result := Login(Request);
end;

function THrClient.Login(const Request: THrConnectRequest): THrEnded;
begin
  Result := Perform('hr_connect', Request.ToJson);
end;

function THrClient.Find(const Traits: THrTraits; const PatientId: string): THrEnded;
var
  Request: THrFindRequest;
begin
  Request := Default(THrFindRequest);
  Request.Patient := Traits;
  Request.PatientId := PatientId;
  Result := Perform('hr_patient_find', Request.ToJson);
end;

function THrClient.Deposit(const Traits: THrTraits; const PatientId: string;
  const Documents: array of THrDocumentFile): THrEnded;
var
  Request: THrDepositRequest;
  I: Integer;
begin
  Request := Default(THrDepositRequest);
  Request.Patient := Traits;
  Request.PatientId := PatientId;
  SetLength(Request.Documents, Length(Documents));
  for I := 0 to High(Documents) do
    Request.Documents[I] := Documents[I];
  Result := Deposit(Request);
end;

function THrClient.Deposit(const Request: THrDepositRequest): THrEnded;
begin
  Result := Perform('hr_deposit', Request.ToJson);
end;

function THrClient.DepositBytes(const Request: THrDepositBytesRequest; const Data: TBytes): THrEnded;
begin
  Result := Perform('hr_deposit_bytes', Request.ToJson, Data);
end;

function THrClient.Journal(const Filter: THrJournalFilter): THrJournal;
begin
  Result := FSession.Journal(Filter.ToJson);
end;

function THrClient.Last: TJson;
begin
  Result := FSession.Last;
end;

procedure THrClient.Stop;
begin
  Check('hr_stop', hr_stop(FStop));
end;

procedure THrClient.Resume;
var
  Before: Integer;
begin
  Before := FStop;
  Check('hr_stop_new', hr_stop_new(@FStop));
  hr_stop_free(Before);
end;

end.
