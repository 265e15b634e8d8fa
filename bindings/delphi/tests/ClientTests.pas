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
  Checks, HealthRecord, HealthRecord.Calls, HealthRecord.Json, HealthRecord.Session,
  HealthRecord.Text, HealthRecord.Types, HrApi, ShortMemory;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { parameters that an event has and does not need }

type
  { Answers with the texts of a list: a part of a choice, or what is entered; none left: nothing. Notes what is asked. }
  TPerson = class
  private
    FAnswers: TArray<string>;
    FNext: Integer;
    FAsked: string;
    FClient: THrClient;
    function Answer(const Question: THrQuestion): THrAnswer;
    procedure StopByProgress(Done, Total: Integer; var Stop: Boolean);
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

var
  TheStage: TStage;
  TheFolder, Known: string;
  Persons: Integer;
  Document: THrDocumentFile;

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
  if Question.Kind <> HR_ASK_PIN then
    for I := 0 to High(Question.Choices) do
      if Pos(Given, Question.Choices[I].LabelFr) > 0 then
        Exit(Question.Choose(I));
  Result := Question.Enter(Given);
end;

procedure TPerson.StopByProgress(Done, Total: Integer; var Stop: Boolean);
begin
  Stop := True;
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
    CheckEnded('open', Person.Login(['2000000002', '5678', 'situation/2 '#$00E9]));
    CheckText('card pin situation ', Person.FAsked, 'asked');
    CheckNumber(1, TheStage.Presentations('2000000002'), 'the PIN goes with no call after it opened the session');
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
    Document.Reference := 'A'#0;
    try
      Person.Deposit('EXEMPLE', []);
      CheckThat(False, 'a NUL was cut');
    except
      on E: EArgumentException do
        CheckText('reference has a NUL character', string(E.Message), 'message');
    end;
    Document.Reference := '';
  finally
    Person.Free;
  end;
end;

procedure ADocumentFromMemoryIsTheOneFromAFile;
var
  Person: TPerson;
  Request: THrDepositBytesRequest;
begin
  Person := TPerson.Create(Known, LOGGED_IN);
  try
    CheckEnded('sent', Person.Deposit('EXEMPLE', []));
    Request := Default(THrDepositBytesRequest);
    Request.Patient.Nom := 'EXEMPLE';
    SetLength(Request.Documents, 1);
    Request.Documents[0].Filename := 'lettre.pdf';
    Request.Documents[0].TypeCode := Document.TypeCode;
    Request.Documents[0].ActivityType := Document.ActivityType;
    CheckThat(Person.FClient.DepositBytes(Request, TheStage.Content).Documents[0].Already, 'already');
    CheckNumber(1, TheStage.Documents, 'documents');
    CheckText('sent', Person.FClient.Last['ending'].AsText, 'the last ending');
  finally
    Person.Free;
  end;
end;

procedure AStopHoldsUntilItIsTakenBack;
var
  Person: TPerson;
begin
  Person := TPerson.Create(Known, LOGGED_IN);
  try
    Person.FClient.Stop;
    CheckEnded('cancelled', Person.Deposit('EXEMPLE', []));
    CheckEnded('cancelled', Person.Deposit('EXEMPLE', []));
    CheckNumber(0, TheStage.Documents, 'documents');
    Person.FClient.Resume;
    CheckEnded('sent', Person.Deposit('EXEMPLE', []));
  finally
    Person.Free;
  end;
end;

procedure TheProgressMayStop;
var
  Person: TPerson;
begin
  Person := TPerson.Create(Known, LOGGED_IN);
  try
    Person.FClient.Session.OnProgress := Person.StopByProgress;
    CheckEnded('cancelled', Person.Deposit('EXEMPLE', []));
    CheckNumber(0, TheStage.Documents, 'documents');
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
  Client := THrClient.Create(TheFolder + 'r'#$00E9'glages.json', nil);
  CheckText('fr', Client.Session.Settings.Language, 'from a file');
  Client.Free;
  try
    THrClient.Create(TheFolder + 'nowhere.json', nil);
    CheckThat(False, 'no file');
  except
    on EArgumentException do
      ;
  end;
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
  Handle: Integer;
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
    Handle := Session.Handle;
    Session.Free;
    CheckNumber(HR_E_HANDLE, hr_state(Handle, nil), 'what is freed is closed');
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
  Shared: UTF8String; { keeps the block, so that it can be looked at afterwards }

function KeepPin(handle: Integer; request_json: PAnsiChar; pin_code: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
begin
  PinAt := pin_code;
  Shared := UTF8String(Pointer(pin_code));
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
    CheckText(#0#0#0#0, ToText(Shared), 'what was in the copy');
  finally
    hr_connect := RealConnect;
    Session.Free;
  end;
end;

var
  RealSendBytes: T_hr_dmp_send_bytes;
  Failing: Integer;

function SendThenFail(handle: Integer; a: PAnsiChar; data: PByte; size: Integer; c, d, e: PAnsiChar;
  out_json: PPAnsiChar): Integer; cdecl;
begin
  Result := RealSendBytes(handle, a, data, size, c, d, e, out_json);
  FailAllocation(Failing);
end;

{ One upload for each allocation that fails after the library's return, and one without. }
procedure ShortMemoryHidesNoDocument;
var
  Person: TPerson;
  Session: THrSession;
  PatientId: string;
  Sent: Boolean;
begin
  Person := TPerson.Create(Known, LOGGED_IN);
  RealSendBytes := hr_dmp_send_bytes;
  try
    Session := Person.FClient.Session;
    Session.PatientSearch('EXEMPLE');
    PatientId := Session.PatientGet.PatientId;
    Session.DmpOpen(PatientId);
    hr_dmp_send_bytes := SendThenFail;
    Failing := 0;
    repeat
      Inc(Failing);
      Sent := True;
      try
        Session.DmpSendBytes(PatientId, PAnsiChar('a note'), 6, 'note.txt', '10', '11503-0');
      except
        on Exception do
          Sent := False;
      end;
      FailAllocation(0);
      CheckText('accepted', Session.Last['outcome'].AsText, 'what the library says');
    until Sent;
    CheckThat(Failing > 3, 'allocations failed');
    CheckNumber(Failing, TheStage.Documents, 'documents');
  finally
    FailAllocation(0);
    hr_dmp_send_bytes := RealSendBytes;
    Person.Free;
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
  Run('no answer ends the call', NoAnswerEndsTheCall);
  Run('mistakes are raised', MistakesAreRaised);
  Run('a document from memory is the one from a file', ADocumentFromMemoryIsTheOneFromAFile);
  Run('a stop holds until it is taken back', AStopHoldsUntilItIsTakenBack);
  Run('the progress may stop', TheProgressMayStop);
  Run('no name is in an exception', NoNameIsInAnException);
  Run('settings are typed or in a file', SettingsAreTypedOrInAFile);
  Run('each text is freed once', EachTextIsFreedOnce);
  Run('the PIN is wiped and an empty one is none', ThePinIsWipedAndAnEmptyOneIsNone);
  Run('short memory hides no document', ShortMemoryHidesNoDocument);
end;

end.
