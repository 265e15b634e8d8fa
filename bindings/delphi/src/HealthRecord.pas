unit HealthRecord;

{ Puts documents into patients' shared health records (DMP): log in once, then find a patient and deposit.

  Who is asked what, what was sent before, what is in doubt and every sentence is the library's. This unit is the loop
  around it: a call ends with a question, and the person's answer goes into the next call. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord.Calls, HealthRecord.Json, HealthRecord.Loading, HealthRecord.Session, HealthRecord.Types;

type
  /// What a person answers, of THrQuestion; Default(THrAnswer) ends the call, with its ending.
  THrAnswer = record
  private
    FCall, FMembers, FPin: string; { FCall: what asked; FMembers: of the next request; empty: no answer }
  end;

  /// What a person is asked.
  THrQuestion = record
  private
    FCall: string; { the id of the call that asks: every question has another one }
  public
    /// One of the HR_ASK constants; a newer library may have others.
    Kind: THrAsk;
    /// For the person, in the configured language and in French.
    Sentence, SentenceFr: string;
    /// What there is to choose from. Names: keep them out of logs.
    Choices: TArray<THrChoice>;
    /// The answer is Choices[Index]; none where there is no such choice, or its Value is null. No answer to HR_ASK_PIN.
    function Choose(Index: Integer): THrAnswer;
    /// The PIN, of HR_ASK_PIN alone; an empty one is no answer. The client wipes its copies: wipe yours.
    function Enter(const Pin: string): THrAnswer; overload;
    /// A JSON object: the patient of HR_ASK_TRAITS, the body of HR_ASK_UPDATE and HR_ASK_PROFILE, and for
    /// HR_ASK_SITUATION one like {"situation_id":"1"}. Nothing else takes one: EArgumentException.
    function Enter(const Json: TJson): THrAnswer; overload;
  end;

  /// Asks a person, on the thread of the call: where that is not the main one, show a form with TThread.Synchronize. An
  /// answer that was made of another question ends the call with an EArgumentException.
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
    /// The call succeeded: a session is open, and nothing is asked any more.
    function IsOpen: Boolean;
    /// Every document is in the record.
    function IsComplete: Boolean;
    class function Read(const Json: TJson): THrEnded; static;
  end;

  /// One call at a time, from any thread: a second one ends as in_use. A mistake of the program raises EHealthRecord
  /// (HR_E_ARGUMENT, HR_E_HANDLE, HR_E_CONFIG, HR_E_TOO_LARGE, HR_E_PANIC) or EArgumentException, no memory the same or
  /// EOutOfMemory; everything else is a result. Free it when no call runs.
  THrClient = class
  private
    FSession: THrSession;
    FOnAsk: THrAskEvent;
    FLock: THrLock;
    FStop: Integer; { of the calls that run; after Stop another one }
    function Called(const Operation, RequestJson, Pin: string; const Data: TBytes): TJson;
    function Conversed(const Operation, RequestJson: string; const Data: TBytes; Running: Integer): THrEnded;
  public
    /// Settings: THrConfiguration, its JSON, or the path of a file with it in UTF-8. EArgumentException: neither.
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
    /// Ends the call that runs, through all its questions, as cancelled, and no other one. From any thread.
    procedure Stop;
    /// The single calls, Journal and Last. They raise every failure.
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
  Result.FCall := FCall;
  if (Index >= 0) and (Index < Length(Choices)) and not Choices[Index].Value.IsNull then
    Result.FMembers := Choices[Index].Value.ToJson;
end;

function THrQuestion.Enter(const Pin: string): THrAnswer;
begin
  if Kind <> HR_ASK_PIN then
    raise EArgumentException.Create(ToRtl('a PIN is no answer to ' + Kind));
  if Pin = '' then
    Exit(Default(THrAnswer));
  Result := Choose(0);
  if Result.FMembers = '' then
    Result.FMembers := '{}';
  Result.FPin := Copy(Pin, 1, Length(Pin)); { one of its own, to be wiped }
end;

function THrQuestion.Enter(const Json: TJson): THrAnswer;
var
  Members: TJsonMembers;
begin
  Result := Default(THrAnswer);
  Result.FCall := FCall;
  if Json.IsNull then
    Exit;
  if Json.Kind <> jkObject then
    raise EArgumentException.Create('what is entered is no JSON object');
  Members := Default(TJsonMembers);
  if (Kind = HR_ASK_UPDATE) and (Length(Choices) = 1) then
    Members.Merge(Choices[0].Value); { the patient for whom it is signed }
  if Kind = HR_ASK_SITUATION then
    Members.Merge(Json)
  else if Kind = HR_ASK_TRAITS then
    Members.Put('patient', Json.ToJson)
  else if (Kind = HR_ASK_UPDATE) or (Kind = HR_ASK_PROFILE) then
    Members.Put(Kind, Json.ToJson)
  else
    raise EArgumentException.Create(ToRtl('what is entered is no answer to ' + Kind));
  Result.FMembers := Members.ToJson;
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
  Result.Question.FCall := TextOf(Json['call_id']);
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
  Result := (Ending = HR_ENDING_OPEN) and (Error.Code = HR_OK);
end;

function THrEnded.IsComplete: Boolean;
begin
  Result := (Ending = HR_ENDING_SENT) and (Error.Code = HR_OK);
end;

{ THrClient }

function SettingsJson(const Settings: string): string;
begin
  if IsFile(Settings) then
    Exit(TextOfFile(Settings));
  if Pos('{', Settings) = 0 then
    raise EArgumentException.Create('the settings are neither JSON nor the path of a file');
  Result := Settings;
end;

constructor THrClient.Create(const Settings: string; const Ask: THrAskEvent; const Progress: THrProgressEvent);
begin
  inherited Create;
  FSession := THrSession.Create(SettingsJson(Settings));
  FSession.OnProgress := Progress;
  FOnAsk := Ask;
  Check('hr_stop_new', hr_stop_new(@FStop));
end;

destructor THrClient.Destroy;
begin
  FSession.Free;
  if FStop <> 0 then
    hr_stop_free(FStop);
  inherited Destroy;
end;

procedure THrClient.Stop;
begin
  FLock.Enter;
  hr_stop(FStop);
  hr_stop_free(FStop); { it goes on to stop the calls that have it }
  hr_stop_new(@FStop);
  FLock.Leave;
end;

function THrClient.Called(const Operation, RequestJson, Pin: string; const Data: TBytes): TJson;
begin
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
      case Integer(E.Code) of { a mistake of the program, which no person can answer }
        HR_E_ARGUMENT, HR_E_HANDLE, HR_E_CONFIG, HR_E_TOO_LARGE, HR_E_PANIC: raise;
      end;
      if E.Error.Ending = '' then
        raise; { there is no text }
      Result := E.Error.Json;
    end;
  end;
end;

function THrClient.Conversed(const Operation, RequestJson: string; const Data: TBytes; Running: Integer): THrEnded;
var
  Before: TArray<THrDocument>;
  Request: TJsonMembers;
  Answer: THrAnswer;
  Json, Pin: string;
  Stopped, IsPin: Boolean;
  I: Integer;
begin
  Before := nil;
  Json := RequestJson; { as it came, until there is an answer }
  Answer := Default(THrAnswer);
  Pin := '';
  try
    repeat
      Stopped := FStop <> Running; { then the call sends nothing, and ends as cancelled }
      Result := THrEnded.Read(Called(Operation, Json, Pin, Data));
      if Result.Documents = nil then
        Result.Documents := Before; { a repetition that did not begin says nothing of them }
      for I := 0 to High(Before) do
        if Result.Documents[I].Name = '' then
          Result.Documents[I] := Before[I]; { its turn did not come again }
      Before := Result.Documents;
      IsPin := Result.Question.Kind = HR_ASK_PIN;
      if IsPin or (KnownOf(Result.Json['session']) = hkTrue) then
        WipeString(Pin);
      if Stopped or (Result.Question.Kind = '') or not Assigned(FOnAsk) then
        Exit;
      Answer := FOnAsk(Result.Question);
      if Answer.FMembers = '' then
        Continue;
      if Answer.FCall <> Result.Question.FCall then
        raise EArgumentException.Create('the answer was made of another question');
      if (IsPin <> (Answer.FPin <> '')) or ((Result.Question.Kind = HR_ASK_UPDATE)
        and TJson.OfText(Answer.FMembers)['update'].IsNull) then
        raise EArgumentException.Create('a choice answers neither pin nor update, a PIN pin alone');
      Request := Default(TJsonMembers);
      Request.Merge(TJson.OfText(Json));
      Request.Merge(TJson.OfText(Answer.FMembers));
      Json := Request.ToJson;
      if IsPin then
        Pin := Answer.FPin;
      Answer.FPin := '';
    until (Answer.FMembers = '') and (FStop = Running);
  finally
    WipeString(Answer.FPin);
    WipeString(Pin);
  end;
end;

function THrClient.Perform(const Operation, RequestJson: string; const Data: TBytes): THrEnded;
var
  Running, Before: Integer;
begin
  FLock.Enter;
  try
    Running := FStop;
    Before := FSession.SetStop(Running);
  finally
    FLock.Leave;
  end;
  try
    Result := Conversed(Operation, RequestJson, Data, Running);
  finally
    try
      FSession.SetStop(Before);
    except
      FSession.SetStop(0); { it was freed meanwhile }
    end;
  end;
end;

function THrClient.Login(WaitCardSeconds: Integer): THrEnded;
begin
  Result := Perform('hr_connect', '{"wait_card_ms":' + NumberText(Int64(1000) * WaitCardSeconds) + '}');
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

end.
