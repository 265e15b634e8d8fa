unit ClientTests;

{ The client against the sandbox: questions and answers, what raises, stops, progress, memory. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  Stage;

{ Folder: where files may be written. }
procedure RunClientTests(const Stage: TStage; const Folder: string);

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  Checks, HealthRecord, HealthRecord.Calls, HealthRecord.Json, HealthRecord.Log, HealthRecord.Session,
  HealthRecord.Text, HealthRecord.Types, HrApi, Workers;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { parameters that an event has and does not need }

type
  EOwn = class(Exception);

  { Answers with the texts of a list: a part of a choice, or what is entered; none left: nothing. Notes what is asked. }
  TPerson = class
  private
    FAnswers: TArray<string>;
    FNext: Integer;
    FAsked: string;
    FClient: THrClient;
    FReports: Integer;
    FPinFor: THrAsk;
    FIsDone: Boolean;
    function Answer(const Question: THrQuestion): THrAnswer;
    function RaiseOwn(const Question: THrQuestion): THrAnswer;
    procedure CountReports(Done, Total: Integer; var Stop: Boolean);
    procedure StopByProgress(Done, Total: Integer; var Stop: Boolean);
    procedure StopClient(Done, Total: Integer; var Stop: Boolean);
    procedure RaiseAtOnce(Done, Total: Integer; var Stop: Boolean);
    procedure RaiseAtTheEnd(Done, Total: Integer; var Stop: Boolean);
    procedure StopOften;
  public
    constructor Create(const Settings: string; const Answers: array of string);
    destructor Destroy; override;
    { The call with these answers. }
    function Login(const Answers: array of string): THrEnded;
    function Deposit(const Nom: string; const Answers: array of string): THrEnded;
  end;

const
  CARD = '2000000001';
  LOGGED_IN: array[0..1] of string = (CARD, '1234');
  FIRST = 'the first choice';
  STOPPED = 'stops the client, and answers nothing';

var
  TheStage: TStage;
  TheFolder, Known: string;
  Persons: Integer;
  Document: THrDocumentFile;

  RealDepositBytes: T_hr_deposit_bytes;

function Listed(const Texts: array of string): TArray<string>;
var
  I: Integer;
begin
  Result := nil;
  SetLength(Result, Length(Texts));
  for I := 0 to High(Texts) do
    Result[I] := Texts[I];
end;

constructor TPerson.Create(const Settings: string; const Answers: array of string);
begin
  inherited Create;
  TheStage.Reset;
  Inc(Persons); { what this process has sent is not sent again }
  Document.TypeCode := '11503-' + NumberText(Persons);
  FClient := THrClient.Create(Settings, Answer);
  if Length(Answers) > 0 then
    CheckThat(Login(Answers).IsOpen, 'logged in');
end;

destructor TPerson.Destroy;
begin
  FClient.Free;
  inherited Destroy;
end;

function TPerson.Answer(const Question: THrQuestion): THrAnswer;
var
  Given: string;
  I: Integer;
begin
  FAsked := FAsked + Question.Kind + ' ';
  CheckThat((Question.Sentence <> '') and (Question.SentenceFr <> ''), 'a sentence for ' + Question.Kind);
  Result := Default(THrAnswer);
  if FNext >= Length(FAnswers) then
    Exit;
  Given := FAnswers[FNext];
  Inc(FNext);
  if Given = STOPPED then
    FClient.Stop;
  if (Given = STOPPED) or (Given = '') then
    Exit;
  if (Given[1] in ['0'..'9']) and (Question.Kind = HR_ASK_PIN) or (Question.Kind = FPinFor) then
    Exit(Question.Enter(Given));
  for I := 0 to High(Question.Choices) do
    if (Given = FIRST) or (Pos(Given, Question.Choices[I].LabelFr) > 0) then
      Exit(Question.Choose(I));
  Result := Question.Enter(TJson.OfText(Given));
end;

function TPerson.RaiseOwn(const Question: THrQuestion): THrAnswer;
begin
  Result := Default(THrAnswer);
  raise EOwn.Create('nobody is there');
end;

procedure TPerson.CountReports(Done, Total: Integer; var Stop: Boolean);
begin
  Inc(FReports);
end;

procedure TPerson.StopByProgress(Done, Total: Integer; var Stop: Boolean);
begin
  Stop := True;
end;

procedure TPerson.StopClient(Done, Total: Integer; var Stop: Boolean);
begin
  FClient.Stop;
end;

procedure TPerson.RaiseAtOnce(Done, Total: Integer; var Stop: Boolean);
begin
  raise EOwn.Create('no room');
end;

procedure TPerson.RaiseAtTheEnd(Done, Total: Integer; var Stop: Boolean);
begin
  if Done = Total then
    raise EOwn.Create('too late');
end;

procedure TPerson.StopOften;
begin
  while not FIsDone do
    FClient.Stop;
end;

function TPerson.Login(const Answers: array of string): THrEnded;
begin
  FAsked := '';
  FAnswers := Listed(Answers);
  FNext := 0;
  Result := FClient.Login;
end;

function TPerson.Deposit(const Nom: string; const Answers: array of string): THrEnded;
var
  Traits: THrTraits;
begin
  FAsked := '';
  FAnswers := Listed(Answers);
  FNext := 0;
  Traits := Default(THrTraits);
  Traits.Nom := Nom;
  Result := FClient.Deposit(Traits, '', [Document]);
end;

procedure CheckEnded(const Ending: string; const Ended: THrEnded);
begin
  CheckText(Ending, Ended.Ending, Ended.Sentence);
  CheckThat((Ended.Sentence <> '') and (Ended.SentenceFr <> ''), 'sentences of ' + Ending);
end;

procedure ASituationCanBeEntered;
var
  Person: TPerson;
begin
  Person := TPerson.Create(TheStage.Configured('"profile":{}'), []);
  try
    CheckEnded('open', Person.Login(['2000000002', '5678', '{"situation_id":"situation/2 '#$00E9'"}']));
    CheckText('card pin situation ', Person.FAsked, 'asked');
    CheckNumber(1, TheStage.Presentations('2000000002'), 'the PIN goes with no call after it opened the session');
  finally
    Person.Free;
  end;
end;

procedure OnlyAnEnteredPinAnswersPin;
const
  OTHERS: array[0..1] of THrAsk = (HR_ASK_CARD, HR_ASK_SITUATION);
var
  Person: TPerson;
  Each: THrAsk;

  procedure CheckRefused(const Answers: array of string);
  begin
    try
      Person.Login(Answers);
    except
      on EArgumentException do
        Exit;
    end;
    CheckThat(False, 'an answer to another question was taken');
  end;

begin
  Person := TPerson.Create(Known, []);
  try
    CheckRefused([CARD, '9999', FIRST]); { another one than other tests use, who would find it held }
    CheckRefused([CARD, '{"pin":"1234"}']);
    CheckNumber(1, TheStage.Presentations(CARD), 'presentations');
    CheckEnded('login_needed', Person.Login([FIRST, '']));
    for Each in OTHERS do
    begin
      Person.FPinFor := Each;
      CheckRefused(['2000000002', '5678', '5678']);
    end;
    Person.FPinFor := '';
    CheckRefused(['2000000002', '5678', '5678']);
  finally
    Person.Free;
  end;
end;

procedure ACallThatAsksHasNotSucceeded;
var
  Person: TPerson;
  Ended: THrEnded;
begin
  Person := TPerson.Create(Known, []);
  try
    Ended := Person.Login(['2000000002', '5678']);
    CheckEnded('open', Ended);
    CheckText('situation', Ended.Question.Kind, 'asks');
    CheckThat(not Ended.IsOpen, 'it is not open yet');
  finally
    Person.Free;
  end;
end;

procedure NoAnswerEndsTheCall;
var
  Person: TPerson;
begin
  Person := TPerson.Create(Known, []);
  try
    CheckEnded('login_needed', Person.Login([CARD, '']));
    Person.FClient.OnAsk := nil;
    CheckEnded('login_needed', Person.FClient.Login);
    CheckNumber(0, TheStage.Presentations(CARD), 'presentations');
    Person.FClient.OnAsk := Person.RaiseOwn;
    try
      Person.FClient.Login;
      CheckThat(False, 'no exception');
    except
      on EOwn do
        ;
    end;
  finally
    Person.Free;
  end;
end;

{ What Perform raises. }
function Raised(Person: TPerson; const Operation, Request: string): string;
begin
  Result := '';
  try
    Person.FClient.Perform(Operation, Request);
  except
    on E: EHealthRecord do
      Result := E.Error.Name;
    on EArgumentException do
      Result := 'EArgumentException';
  end;
end;

procedure MistakesAreRaised;
var
  Person: TPerson;
begin
  Person := TPerson.Create(Known, LOGGED_IN);
  try
    CheckText('HR_E_ARGUMENT', Raised(Person, 'hr_deposit', '{"patient":{},"documents":[]}'), 'no traits');
    CheckText('HR_E_ARGUMENT', Raised(Person, 'hr_deposit', '{"documents":[],"documents":[]}'), 'a member twice');
    CheckText('HR_E_ARGUMENT', Raised(Person, 'hr_patient_find', '[]'), 'no object');
    CheckText('EArgumentException', Raised(Person, 'hr_patient_find', '{"patient":{"nom":"A'#0'"}}'), 'NUL');
    CheckText('EArgumentException', Raised(Person, 'hr_ticket', '{}'), 'a call that asks nothing');
    try
      Person.FClient.Login(3000000);
      CheckThat(False, 'it waits');
    except
      on E: EHealthRecord do
        CheckNumber(HR_E_ARGUMENT, E.Code, 'a time that is too long');
    end;
    Document.Reference := 'A'#0;
    try
      Person.Deposit('EXEMPLE', []);
      CheckThat(False, 'a NUL was cut');
    except
      on E: EArgumentException do
        CheckText('reference has a NUL character', string(E.Message), 'message');
    end;
    Document.Reference := '';
    Person.FClient.Session.Close;
    CheckText('HR_E_HANDLE', Raised(Person, 'hr_patient_find', '{"patient":{"nom":"A"}}'), 'closed');
  finally
    Person.Free;
  end;
end;

function OneDocument: THrDepositBytesRequest;
begin
  Result := Default(THrDepositBytesRequest);
  Result.Patient.Nom := 'EXEMPLE';
  SetLength(Result.Documents, 1);
  Result.Documents[0].Filename := 'lettre.pdf';
  Result.Documents[0].TypeCode := Document.TypeCode;
  Result.Documents[0].ActivityType := Document.ActivityType;
end;

procedure ADocumentFromMemoryIsTheOneFromAFile;
var
  Person: TPerson;
begin
  Person := TPerson.Create(Known, LOGGED_IN);
  try
    CheckEnded('sent', Person.Deposit('EXEMPLE', []));
    CheckThat(Person.FClient.DepositBytes(OneDocument, ContentOf(TheStage.Document)).Documents[0].Already, 'already');
    CheckNumber(1, TheStage.Documents, 'documents');
    CheckText('sent', Person.FClient.Session.Last['ending'].AsText, 'the last ending');
  finally
    Person.Free;
  end;
end;

procedure AStopEndsTheCallThatRunsAndNoOther;
var
  Person: TPerson;
begin
  Person := TPerson.Create(Known, LOGGED_IN);
  try
    Person.FClient.Stop;
    CheckEnded('sent', Person.Deposit('EXEMPLE', []));
    CheckEnded('cancelled', Person.Deposit('JUMEAU', [STOPPED]));
    CheckText('traits ', Person.FAsked, 'asked');
    Person.FClient.Session.PatientSearch('EXEMPLE');
    CheckEnded('sent', Person.Deposit('JUMEAU', ['{"nom":"EXEMPLE"}']));
  finally
    Person.Free;
  end;
end;

procedure TheStopOfAThreadIsPutBack;
var
  Person: TPerson;
  Own: Integer;
begin
  Person := TPerson.Create(Known, LOGGED_IN);
  Check('hr_stop_new', hr_stop_new(@Own));
  try
    CheckNumber(0, Person.FClient.Session.SetStop(Own), 'before');
    CheckEnded('cancelled', Person.Deposit('JUMEAU', [STOPPED]));
    Person.FClient.Session.PatientSearch('EXEMPLE');
    hr_stop(Own);
    CheckEnded('sent', Person.Deposit('EXEMPLE', []));
    try
      Person.FClient.Session.PatientSearch('EXEMPLE');
      CheckThat(False, 'the own stop is gone');
    except
      on E: EHealthRecord do
        CheckNumber(HR_E_CANCELLED, E.Code, 'code');
    end;
    hr_stop_free(Own);
    CheckEnded('sent', Person.Deposit('EXEMPLE', []));
    CheckNumber(0, Person.FClient.Session.SetStop(0), 'a stop that was freed is not put back');
  finally
    Person.Free;
  end;
end;

procedure WhatWasSentStaysInAResultThatIsStopped;
var
  Person: TPerson;
  Request: THrDepositRequest;
  Ended: THrEnded;
begin
  Person := TPerson.Create(Known, LOGGED_IN);
  try
    TheStage.Fault('{"name":"lost-answer"}');
    CheckEnded('in_doubt', Person.Deposit('EXEMPLE', []));
    Request := Default(THrDepositRequest);
    Request.Patient.Nom := 'EXEMPLE';
    SetLength(Request.Documents, 2);
    Request.Documents[0] := Document;
    Request.Documents[0].Path := TheFolder + 'text';
    Request.Documents[1] := Document;
    Person.FNext := 0;
    Person.FAnswers := Listed([STOPPED]);
    Ended := Person.FClient.Deposit(Request);
    CheckEnded('cancelled', Ended);
    CheckText('sent in_doubt', Ended.Documents[0].Ending + ' ' + Ended.Documents[1].Ending, 'documents');
  finally
    Person.Free;
  end;
end;

procedure StopsOfAnotherThreadRaiseNothing;
var
  Person: TPerson;
  Traits: THrTraits;
  Stopping: TWorker;
  Ending: string;
  I: Integer;
begin
  Person := TPerson.Create(Known, LOGGED_IN);
  try
    Traits := Default(THrTraits);
    Traits.Nom := 'EXEMPLE';
    Stopping := TWorker.Create(Person.StopOften);
    try
      for I := 1 to 300 do
      begin
        Ending := Person.FClient.Find(Traits).Ending;
        CheckThat((Ending = 'found') or (Ending = 'cancelled'), Ending);
      end;
    finally
      Person.FIsDone := True;
      Stopping.Join;
    end;
    CheckEnded('sent', Person.Deposit('EXEMPLE', []));
  finally
    Person.Free;
  end;
end;

procedure ProgressIsReportedAndMayStop;
var
  Person: TPerson;
begin
  Person := TPerson.Create(Known, LOGGED_IN);
  try
    Person.FClient.Session.OnProgress := Person.StopByProgress;
    CheckEnded('cancelled', Person.Deposit('EXEMPLE', []));
    Person.FClient.Session.OnProgress := Person.StopClient;
    CheckEnded('cancelled', Person.Deposit('EXEMPLE', []));
    Person.FClient.Session.OnProgress := Person.CountReports;
    CheckEnded('sent', Person.Deposit('EXEMPLE', []));
    CheckThat(Person.FReports > 1, 'reports');
  finally
    Person.Free;
  end;
end;

procedure AnExceptionOfTheProgressHidesNoDocument;
var
  Person: TPerson;
begin
  Person := TPerson.Create(Known, LOGGED_IN);
  try
    Person.FClient.Session.OnProgress := Person.RaiseAtOnce;
    try
      Person.Deposit('EXEMPLE', []);
      CheckThat(False, 'no exception');
    except
      on EOwn do
        ;
    end;
    CheckText('cancelled', Person.FClient.Session.Last['ending'].AsText, 'what the library said');
    Person.FClient.Session.OnProgress := Person.RaiseAtTheEnd;
    CheckEnded('sent', Person.Deposit('EXEMPLE', []));
  finally
    Person.Free;
  end;
end;

procedure NoNameIsInAnException;
var
  Person: TPerson;
begin
  Person := TPerson.Create(Known, LOGGED_IN);
  try
    Person.FClient.Session.PatientFind('{"patient":{"nom":"JUMEAU"}}');
    CheckThat(False, 'one was found');
  except
    on E: EHealthRecordCaller do
    begin
      CheckThat(Pos('JUMEAU', E.Error.Choices[0].LabelFr) > 0, 'a choice');
      CheckThat(Pos('JUMEAU', FromRtl(Exception(E).Message) + E.Error.Message + E.Error.Remedy) = 0, 'a name');
    end;
  end;
  Person.Free;
end;

procedure SettingsAreTypedOrInAFile;
var
  Settings: THrConfiguration;
  Session: THrSession;
  Client: THrClient;
begin
  Settings := Default(THrConfiguration);
  Settings.LicenseUrl := 'https://licence.example';
  Settings.LicenseBearer := 'not-to-be-shown';
  Settings.Timeouts.CallMs := 1234;
  Session := THrSession.Create(Settings);
  CheckNumber(1234, Session.Settings.Timeouts.CallMs, 'call_ms in force');
  CheckThat(Session.Settings.LicenseBearerSet, 'there is a bearer');
  CheckThat(Pos('not-to-be-shown', Session.Settings.Json.ToJson) = 0, 'which is not shown');
  CheckText('hr_ticket', Session.State.Next, 'next');
  CheckNumber(-1, Session.State.Cards, 'cards');
  Session.Free;
  Client := THrClient.Create(Settings, nil);
  CheckNumber(1234, Client.Session.Settings.Timeouts.CallMs, 'of a client');
  Client.Free;
  Client := THrClient.Create(TheFolder + 'r'#$00E9'glages{1}.json', nil);
  CheckText('fr', Client.Session.Settings.Language, 'from a file');
  Client.Free;
  try
    THrClient.Create(TheFolder + 'nowhere.json', nil);
    CheckThat(False, 'no file');
  except
    on EArgumentException do
      ;
  end;
  try
    THrClient.Create('"license_bearer":"not-to-be-shown"', nil);
    CheckThat(False, 'no settings');
  except
    on E: EArgumentException do
      CheckThat(Pos('not-to-be-shown', FromRtl(E.Message)) = 0, 'the message has no settings');
  end;
  try
    THrClient.Create('{"license_url": 7}', nil);
    CheckThat(False, 'it was accepted');
  except
    on E: EHealthRecordCaller do
      CheckThat((E.Code = HR_E_CONFIG) and (Pos('license_url', E.Error.Remedy) > 0), E.Error.Remedy);
  end;
end;

function LoseText(handle: Integer; request_json: PAnsiChar; data: PByte; length: Integer; out_json: PPAnsiChar): Integer;
  cdecl;
begin
  Result := RealDepositBytes(handle, request_json, data, length, out_json);
  hr_free(out_json^);
  out_json^ := nil;
end;

procedure ALostTextIsNoResult;
const
  NOBODY = '{"patient":{"nom":"PERSONNE"},"documents":[{"activity_type":"10","type_code":"11503-0","filename":"a.pdf"}]}';
var
  Person: TPerson;
begin
  Person := TPerson.Create(Known, LOGGED_IN);
  RealDepositBytes := hr_deposit_bytes;
  hr_deposit_bytes := LoseText;
  try
    try
      Person.FClient.DepositBytes(OneDocument, ContentOf(TheStage.Document));
      CheckThat(False, 'no exception');
    except
      on EOutOfMemory do
        CheckText('sent', Person.FClient.Session.Last['ending'].AsText, 'the text');
    end;
    try
      Person.FClient.Perform('hr_deposit_bytes', NOBODY, ContentOf(TheStage.Document));
      CheckThat(False, 'no exception');
    except
      on E: EHealthRecord do
        CheckNumber(HR_E_NOT_FOUND, E.Code, 'code');
    end;
  finally
    hr_deposit_bytes := RealDepositBytes;
    Person.Free;
  end;
end;

procedure DataThatIsTooLongIsRefused;
var
  Session: THrSession;
begin
  Session := THrSession.Create('{}');
  try
    Session.DepositBytes('{}', nil, NativeInt(High(Integer)) + 1);
    CheckThat(False, 'the length was cut');
  except
    on EArgumentException do
      ;
  end;
  Session.Free;
end;

var
  RealFree: T_hr_free;
  RealGet: T_hr_json_get;
  Freed, Read: Integer;

procedure CountFreed(text: PAnsiChar); cdecl;
begin
  Inc(Freed, Ord(text <> nil));
  RealFree(text);
end;

function CountRead(json: PAnsiChar; pointer: PAnsiChar; out_text: PPAnsiChar): Integer; cdecl;
begin
  Result := RealGet(json, pointer, out_text);
  Inc(Read, Ord(out_text^ <> nil));
end;

procedure EachTextIsFreedOnce;
var
  Session: THrSession;
begin
  Freed := 0;
  Read := 0;
  RealFree := hr_free;
  RealGet := hr_json_get;
  hr_free := CountFreed;
  hr_json_get := CountRead;
  try
    Session := THrSession.Create(TheStage.Config);
    Session.Ticket;
    try
      Session.PatientGet;
    except
      on EHealthRecordCaller do
        ;
    end;
    Session.Free;
  finally
    hr_free := RealFree;
    hr_json_get := RealGet;
  end;
  CheckThat(Read > 5, 'fields were read');
  CheckNumber(3 + Read, Freed, 'texts freed after three calls');
end;

var
  RealConnect: T_hr_connect;
  PinAt: PAnsiChar;

function KeepPin(handle: Integer; request_json: PAnsiChar; pin_code: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
begin
  PinAt := pin_code;
  Result := RealConnect(handle, request_json, pin_code, out_json);
  CheckThat((pin_code = nil) or (pin_code^ <> #0), 'an empty PIN is none');
end;

procedure ThePinIsWipedAndAnEmptyOneIsNone;
var
  Session: THrSession;
begin
  RealConnect := hr_connect;
  hr_connect := KeepPin;
  Session := THrSession.Create(Known);
  try
    try
      Session.Connect('{"card":{"serial":"' + CARD + '"}}', '');
    except
      on E: EHealthRecordCaller do
        CheckText('pin', E.Error.Ask, 'asks for it');
    end;
    CheckThat(PinAt = nil, 'NULL');
    Session.Connect('{"card":{"serial":"' + CARD + '"}}', '1234');
    CheckThat(PInteger(PinAt)^ <> $34333231, 'the copy is still there');
  finally
    hr_connect := RealConnect;
    Session.Free;
  end;
end;

procedure RunClientTests(const Stage: TStage; const Folder: string);
begin
  TheStage := Stage;
  TheFolder := Folder;
  Known := Stage.Configured('"patients_pointer":"/patients","situations_pointer":"/situations","profile":{},'
    + '"card_codes":{"pin_refused":[4],"card_locked":[5],"card_absent":[3]}');
  Document := Default(THrDocumentFile);
  Document.Path := Stage.Document;
  Document.ActivityType := '10';
  Run('a situation can be entered', ASituationCanBeEntered);
  Run('only an entered PIN answers pin', OnlyAnEnteredPinAnswersPin);
  Run('a call that asks has not succeeded', ACallThatAsksHasNotSucceeded);
  Run('no answer ends the call', NoAnswerEndsTheCall);
  Run('mistakes are raised', MistakesAreRaised);
  Run('a document from memory is the one from a file', ADocumentFromMemoryIsTheOneFromAFile);
  Run('a stop ends the call that runs and no other', AStopEndsTheCallThatRunsAndNoOther);
  Run('the stop of a thread is put back', TheStopOfAThreadIsPutBack);
  Run('what was sent stays in a result that is stopped', WhatWasSentStaysInAResultThatIsStopped);
  Run('stops of another thread raise nothing', StopsOfAnotherThreadRaiseNothing);
  Run('a lost text is no result', ALostTextIsNoResult);
  Run('data that is too long is refused', DataThatIsTooLongIsRefused);
  Run('progress is reported and may stop', ProgressIsReportedAndMayStop);
  Run('an exception of the progress hides no document', AnExceptionOfTheProgressHidesNoDocument);
  Run('no name is in an exception', NoNameIsInAnException);
  Run('settings are typed or in a file', SettingsAreTypedOrInAFile);
  Run('each text is freed once', EachTextIsFreedOnce);
  Run('the PIN is wiped and an empty one is none', ThePinIsWipedAndAnEmptyOneIsNone);
end;

end.
