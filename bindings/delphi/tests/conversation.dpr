program conversation;

{ Makes the calls of a script, and prints a line of JSON for each:
    conversation CONFIGURATION SCRIPT
  tests/bindings/conversations of the project says what a script may hold, and what must come of it. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}
{$IFDEF MSWINDOWS}{$APPTYPE CONSOLE}{$ENDIF}

uses
  {$IFDEF FPC}{$IFDEF UNIX}cthreads,{$ENDIF} SysUtils, SyncObjs{$ELSE}System.SysUtils, System.SyncObjs{$ENDIF},
  HrApi, HealthRecord, HealthRecord.Calls, HealthRecord.Json, HealthRecord.Log, HealthRecord.Session, HealthRecord.Text,
  HealthRecord.Types, ConsoleText, Workers;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { parameters that an event has and does not need }

const
  WORDS: array[Boolean] of string = ('false', 'true');
  { What calls give, to be an argument of others: "$entry". }
  KNOWN: array[0..4] of string = ('token', 'patient_id', 'entry', 'serviceUrl', 'bearer');
  FUNCTIONS: array[0..19] of string = ('ticket', 'ticket_set', 'ready', 'login', 'pin_retry_allow', 'session_set',
    'profile_put', 'profile_select', 'patient_search', 'patient_get', 'patient_update', 'request', 'dmp_open',
    'dmp_send', 'dmp_send_bytes', 'dmp_resend_allow', 'dmp_found', 'journal', 'state', 'cancel');

type
  { What the host's events raise. }
  EOwn = class(Exception);

  { A client, the person who answers, and what the progress reports. }
  THost = class
  private
    FName: string;
    FClient: THrClient;
    FStep, FOther: TJson;
    FAnswers: TArray<TJson>;
    FNext: Integer;
    FAsked, FBeside, FReports: string;
    FHere: Boolean;
    FHome: NativeUInt;
    FHappened, FInterrupted: TEvent;
    FEnded: THrEnded;
    function Answer(const Question: THrQuestion): THrAnswer;
    procedure Report(Done, Total: Integer; var Stop: Boolean);
    procedure MakeOther;
    procedure Make;
    function Interrupted: THrEnded;
    function Stopped: string;
    function Said(const Ended: THrEnded; const Raised: string = ''): string;
    function Called(const Name: string; const Given: TJson): string;
  public
    constructor Create(const Name, Settings: string);
    function Made(const Step: TJson): string;
  end;

  { The log, and work that goes on to the program's end. }
  TLog = class
  private
    FRaises: Boolean;
    FHeard: Integer;
    procedure Line(Level: Integer; const Text: string);
    procedure Count(Level: Integer; const Text: string);
    procedure WorkForEver;
  end;

var
  Hosts: array of THost;
  Remembered: array[0..High(KNOWN)] of string;
  Log: TLog;
  Lines: string; { of the log, since the last step }
  Guard: TCriticalSection;

function Seen(const Step: TJson): string; forward;

procedure Remember(const Json: TJson);
var
  I: Integer;
begin
  for I := 0 to High(KNOWN) do
  begin
    if TextOf(Json['cards'].Items[0][KNOWN[I]]) <> '' then
      Remembered[I] := TextOf(Json['cards'].Items[0][KNOWN[I]]);
    if TextOf(Json[KNOWN[I]]) <> '' then
      Remembered[I] := TextOf(Json[KNOWN[I]]);
  end;
end;

function GivenText(const Json: TJson): string;
begin
  Remember(Json);
  Result := '{"text":' + JsonQuoted(Json.ToJson) + '}';
end;

{ An argument of the script, where a picture stands for NUL. }
function Argument(const Value: TJson): string;
var
  I: Integer;
begin
  Result := Value.AsText;
  if Pos(#$2400, Result) > 0 then
    Result[Pos(#$2400, Result)] := #0;
  for I := 0 to High(KNOWN) do
    if Result = '$' + KNOWN[I] then
      Exit(Remembered[I]);
end;

{ THost }

constructor THost.Create(const Name, Settings: string);
begin
  inherited Create;
  FName := Name;
  FHappened := TEvent.Create(nil, True, False, '');
  FInterrupted := TEvent.Create(nil, True, False, '');
  FClient := THrClient.Create(Settings, Answer, Report);
end;

function THost.Answer(const Question: THrQuestion): THrAnswer;
var
  Next: TJson;
  I: Integer;
begin
  AddItem(FAsked, JsonQuoted(Question.Kind));
  Result := Default(THrAnswer);
  if FNext >= Length(FAnswers) then
    Exit;
  Next := FAnswers[FNext];
  Inc(FNext);
  if not Next['raise'].IsNull then
    raise EOwn.Create('the host''s own');
  if not Next['stop'].IsNull then
    FClient.Stop;
  if not Next['code'].IsNull then
    Result := Question.Enter(Next['code'].AsText)
  else if Next['enter'].Kind = jkText then
    Result := Question.Enter(TJson.OfText('{"situation_id":' + Next['enter'].ToJson + '}'))
  else if Next['enter'].Kind <> jkMissing then
    Result := Question.Enter(Next['enter'])
  else if not Next['choice'].IsNull then
    for I := 0 to High(Question.Choices) do
      if Pos(Next['choice'].AsText, Question.Choices[I].LabelFr) > 0 then
        Exit(Question.Choose(I));
end;

procedure THost.Report(Done, Total: Integer; var Stop: Boolean);
var
  At, Act: string;
begin
  FHere := FHere and (ThisThread = FHome);
  AddItem(FReports, '[' + NumberText(Done) + ',' + NumberText(Total) + ']');
  At := TextOf(FStep['at']);
  if not ((At = 'last') and (Done = Total) or (At = 'begun') and (Done > 0)
    or (At = 'first') and (FReports = '[0,' + NumberText(Total) + ']')) then
    Exit;
  Act := TextOf(FStep['do']);
  if Act = 'raise' then
    raise EOwn.Create('the host''s own');
  if Act = 'stop' then
    FClient.Stop;
  if Act = 'interrupt' then
  begin
    FHappened.SetEvent;
    FInterrupted.WaitFor(INFINITE);
  end;
  for FOther in FStep['do'].ToArray do
    TWorker.Create(MakeOther).Join;
end;

procedure THost.MakeOther;
begin
  AddItem(FBeside, Seen(FOther));
end;

procedure THost.Make;
var
  Operation: string;
begin
  FHome := ThisThread;
  Operation := 'hr_deposit';
  if FStep['call'].AsText = 'login' then
    Operation := 'hr_connect'
  else if FStep['call'].AsText = 'find' then
    Operation := 'hr_patient_find';
  FEnded := FClient.Perform(Operation, FStep['request'].ToJson);
end;

{ By a stop of another thread. }
function THost.Interrupted: THrEnded;
var
  Worker: TWorker;
begin
  Worker := TWorker.Create(Make);
  if FStep['interrupt'].AsText = 'line' then
    ReadText
  else
    FHappened.WaitFor(INFINITE);
  FClient.Stop;
  FInterrupted.SetEvent;
  Worker.Join;
  Result := FEnded;
end;

{ A search under a stop that was requested before. }
function THost.Stopped: string;
var
  Stop: Integer;
begin
  hr_stop_new(@Stop);
  hr_stop(Stop);
  FClient.Session.SetStop(Stop);
  Result := GivenText(FClient.Session.PatientFind(FStep['request'].ToJson).Json);
end;

function THost.Made(const Step: TJson): string;
var
  Filter: THrJournalFilter;
  Call: string;
begin
  Result := '{}';
  Call := Step['call'].AsText;
  if Call = 'stop' then
    FClient.Stop
  else if Call = 'close' then
    FClient.Session.Close
  else if Step['request'].IsNull then
    Exit(Called(Call, Step['with']))
  else if Call = 'journal' then
  begin
    Filter := Default(THrJournalFilter);
    Filter.Outcome := Step['request']['outcome'].AsText;
    Filter.Doubt := KnownOf(Step['request']['doubt']);
    Filter.Since := Step['request']['since'].AsText;
    Filter.Reference := Step['request']['reference'].AsText;
    Filter.Limit := NumberOf(Step['request']['limit'], 0);
    Exit(GivenText(FClient.Session.Journal(Filter).Json));
  end
  else if not Step['stopped'].IsNull then
    Exit(Stopped)
  else
  begin
    FStep := Step;
    FAnswers := Step['answers'].ToArray;
    FNext := 0;
    FAsked := '';
    FBeside := '';
    FReports := '';
    FHere := True;
    try
      if not Step['interrupt'].IsNull then
        Exit(Said(Interrupted));
      Make;
      Result := Said(FEnded);
    except
      on EOwn do
        Result := Said(THrEnded.Read(FClient.Session.Last), 'own');
    end;
  end;
end;

function THost.Said(const Ended: THrEnded; const Raised: string): string;
var
  Each: THrDocument;
  Documents: string;
begin
  Documents := '';
  for Each in Ended.Documents do
    AddItem(Documents, '{"ending":' + JsonQuoted(Each.Ending) + ',"outcome":' + JsonQuoted(Each.Outcome) + ',"already":'
      + WORDS[Each.Already] + ',"sentence_fr":' + JsonQuoted(Each.MessageFr) + '}');
  Result := '{"raised":' + JsonQuoted(Raised) + ',"ending":' + JsonQuoted(Ended.Ending) + ',"sentence_fr":'
    + JsonQuoted(Ended.SentenceFr) + ',"asked":[' + FAsked + '],"done":'
    + WORDS[Ended.IsOpen or Ended.IsComplete or (Ended.Ending = HR_ENDING_FOUND)] + ',"documents":[' + Documents
    + '],"beside":[' + FBeside + '],"reports":[' + FReports + '],"here":' + WORDS[FHere] + '}';
end;

{ A function of the session, with the header's names of its parameters. }
function THost.Called(const Name: string; const Given: TJson): string;

  function A(const Name: string): string;
  begin
    Result := Argument(Given[Name]);
  end;

var
  S: THrSession;
  Data: UTF8String;
  I: Integer;
begin
  S := FClient.Session;
  for I := 0 to High(FUNCTIONS) do
    if FUNCTIONS[I] = Name then
      Break;
  Result := '{}';
  case I of
    0: Result := GivenText(S.Ticket.Json);
    1: S.TicketSet(A('ticket'));
    2: Result := GivenText(S.Ready.Json);
    3: Result := GivenText(S.Login(A('card_token'), A('pin_code')).Json);
    4: S.PinRetryAllow(A('card_token'));
    5: S.SessionSet(A('service_url'), A('bearer'));
    6: Result := GivenText(S.ProfilePut(A('payload_json')).Json);
    7: Result := GivenText(S.ProfileSelect(A('situation_id')).Json);
    8: Result := GivenText(S.PatientSearch(A('nom'), A('prenom'), A('date_naissance'), A('sexe')).Json);
    9: Result := GivenText(S.PatientGet.Json);
    10: Result := GivenText(S.PatientUpdate(A('body_json')).Json);
    11: Result := GivenText(S.Request(A('method'), A('path'), A('body_json')).Json);
    12: Result := GivenText(S.DmpOpen(A('patient_id'), A('body_json')).Json);
    13: Result := GivenText(S.DmpSend(A('patient_id'), A('path'), A('filename'), A('activity_type'),
      A('type_code')).Json);
    14:
    begin
      Data := CheckedUtf8('data', A('data'));
      Result := GivenText(S.DmpSendBytes(A('patient_id'), Pointer(Data), Length(Data), A('filename'),
        A('activity_type'), A('type_code')).Json);
    end;
    15: S.DmpResendAllow(A('entry'));
    16: S.DmpFound(A('entry'));
    17: Result := GivenText(S.Journal.Json);
    18: Result := GivenText(S.State.Json);
    19: S.Cancel;
  end;
end;

{ TLog }

procedure TLog.Line(Level: Integer; const Text: string);
begin
  Guard.Enter;
  AddItem(Lines, '[' + NumberText(Level) + ',' + JsonQuoted(Text) + ']');
  Guard.Leave;
  if FRaises then
    raise EOwn.Create('the host''s own');
end;

procedure TLog.Count(Level: Integer; const Text: string);
begin
  Inc(FHeard);
end;

procedure TLog.WorkForEver;
var
  Session: THrSession;
begin
  while True do
  begin
    Session := THrSession.Create('{}');
    hr_ready(Session.Handle, nil);
    Session.Free;
  end;
end;

{ Returns when threads call the library, which they do to the program's end. }
function KeepRunning: string;
var
  I: Integer;
begin
  HrSetLog(Log.Count, HR_LOG_DEBUG);
  for I := 1 to 4 do
    TWorker.Create(Log.WorkForEver);
  while Log.FHeard < 1000 do
    Sleep(1);
  Result := '{"running":true}';
end;

function HostOf(const Name, Settings: string): THost;
begin
  for Result in Hosts do
    if Result.FName = Name then
      Exit;
  Result := THost.Create(Name, Settings);
  SetLength(Hosts, Length(Hosts) + 1);
  Hosts[High(Hosts)] := Result;
end;

function Made(const Step: TJson): string;
var
  Call: string;
begin
  Result := '{}';
  Call := Step['call'].AsText;
  if Call = 'log' then
  begin
    Log.FRaises := not Step['raise'].IsNull;
    HrSetLog(Log.Line, NumberOf(Step['level'], 0));
  end
  else if Call = 'keep_running' then
    Result := KeepRunning
  else if Call = 'open' then
    HostOf(Step['client'].AsText, Step['config'].ToJson)
  else
    Result := HostOf(Step['client'].AsText, ArgumentText(1)).Made(Step);
end;

function Seen(const Step: TJson): string;
begin
  try
    Result := Made(Step);
  except
    on E: EHealthRecord do
    begin
      Remember(E.Error.Json);
      Result := '{"raised":' + JsonQuoted(E.Error.Name) + ',"operation":' + JsonQuoted(E.Error.Operation) + ',"text":'
        + JsonQuoted(E.Error.Json.ToJson) + '}';
    end;
    on EArgumentException do
      Result := '{"raised":"argument"}';
  end;
  Guard.Enter;
  if Lines <> '' then
  begin
    Delete(Result, Length(Result), 1);
    if Result <> '{' then
      Result := Result + ',';
    Result := Result + '"log":[' + Lines + ']}';
    Lines := '';
  end;
  Guard.Leave;
end;

var
  Step: TJson;
begin
  Guard := TCriticalSection.Create;
  Log := TLog.Create;
  for Step in TJson.OfText(ToText(BytesOfFile(ArgumentText(2)))).ToArray do
    WriteText(Seen(Step));
end.
