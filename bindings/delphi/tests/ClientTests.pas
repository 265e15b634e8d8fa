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
  { Answers with the texts of a list: a part of a choice, or what is entered; none left: nothing. }
  TPerson = class
  private
    FAnswers: TArray<string>;
    FNext: Integer;
    FClient: THrClient;
    FIsDone: Boolean;
    FKept: THrAnswer;
    function Answer(const Question: THrQuestion): THrAnswer;
    procedure StopByProgress(Done, Total: Integer; var Stop: Boolean);
    procedure StopOften;
    procedure Prepare(const Answers: array of string);
  public
    constructor Create(const Settings: string);
    destructor Destroy; override;
    { The call with these answers. }
    function Login(const Answers: array of string): THrEnded;
    function Deposit(const Nom: string; const Answers: array of string): THrEnded;
  end;

const
  CARD = '2000000001';
  STOPPED = 'stops the client, and answers nothing';
  KEPT = 'answers what it chose last, of an earlier question';

var
  TheStage: TStage;
  TheFolder, Known: string;
  Persons: Integer;
  Document: THrDocumentFile;

  RealDepositBytes: T_hr_deposit_bytes;

constructor TPerson.Create(const Settings: string);
begin
  inherited Create;
  TheStage.Reset;
  Inc(Persons); { what this process has sent is not sent again }
  Document.TypeCode := '11503-' + NumberText(Persons);
  FClient := THrClient.Create(Settings, Answer);
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
  CheckThat((Question.Sentence <> '') and (Question.SentenceFr <> ''), 'a sentence for ' + Question.Kind);
  Result := Default(THrAnswer);
  if FNext >= Length(FAnswers) then
    Exit;
  Given := FAnswers[FNext];
  Inc(FNext);
  if Given = STOPPED then
  begin
    FClient.Stop;
    Exit;
  end;
  if Given = KEPT then
    Exit(FKept);
  if Question.Kind = HR_ASK_PIN then
    Exit(Question.Enter(Given));
  for I := 0 to High(Question.Choices) do
    if Pos(Given, Question.Choices[I].LabelFr) > 0 then
    begin
      FKept := Question.Choose(I);
      Exit(FKept);
    end;
  Result := Question.Enter(TJson.OfText(Given));
end;

procedure TPerson.StopByProgress(Done, Total: Integer; var Stop: Boolean);
begin
  Stop := True;
end;

procedure TPerson.StopOften;
begin
  while not FIsDone do
    FClient.Stop;
end;

procedure TPerson.Prepare(const Answers: array of string);
var
  I: Integer;
begin
  FNext := 0;
  SetLength(FAnswers, Length(Answers));
  for I := 0 to High(Answers) do
    FAnswers[I] := Answers[I];
end;

function TPerson.Login(const Answers: array of string): THrEnded;
begin
  Prepare(Answers);
  Result := FClient.Login;
end;

function TPerson.Deposit(const Nom: string; const Answers: array of string): THrEnded;
var
  Traits: THrTraits;
begin
  Prepare(Answers);
  Traits := Default(THrTraits);
  Traits.Nom := Nom;
  Result := FClient.Deposit(Traits, '', [Document]);
end;

procedure CheckEnded(const Ending: string; const Ended: THrEnded);
begin
  CheckText(Ending, Ended.Ending, Ended.Sentence);
  CheckThat((Ended.Sentence <> '') and (Ended.SentenceFr <> ''), 'sentences of ' + Ending);
end;

function LoggedIn(const Settings: string): TPerson;
begin
  Result := TPerson.Create(Settings);
  CheckThat(Result.Login([CARD, '1234']).IsOpen, 'logged in');
end;

procedure NoAnswerEndsTheCallAndMistakesAreRaised;
var
  Person: TPerson;
begin
  Person := TPerson.Create(Known);
  try
    CheckEnded('login_needed', Person.Login([CARD, '']));
    Person.FClient.OnAsk := nil;
    CheckEnded('login_needed', Person.FClient.Login);
    CheckNumber(0, TheStage.Presentations(CARD), 'presentations');
    try
      Person.FClient.Perform('hr_ticket', '{}');
      CheckThat(False, 'a call that asks nothing');
    except
      on EArgumentException do
        ;
    end;
    try
      Person.FClient.Session.DepositBytes('{}', nil, NativeInt(High(Integer)) + 1);
      CheckThat(False, 'the length was cut');
    except
      on EArgumentException do
        ;
    end;
  finally
    Person.Free;
  end;
end;

procedure CheckMisfit(Person: TPerson; const Answer: string);
begin
  try
    Person.Deposit('ESSAI', [Answer]);
  except
    on EArgumentException do
      Exit;
  end;
  CheckThat(False, 'accepted: ' + Answer);
end;

procedure APatientIsAnsweredByTheirOwnChoiceAlone;
var
  Person: TPerson;
begin
  Person := LoggedIn(TheStage.Config); { without patients_pointer each patient is asked about }
  try
    CheckMisfit(Person, '{"nom":"EXEMPLE"}');
    CheckEnded('sent', Person.Deposit('EXEMPLE', ['EXEMPLE']));
    CheckMisfit(Person, KEPT);
    CheckNumber(1, TheStage.Documents, 'documents');
  finally
    Person.Free;
  end;
end;

var
  RealDeposit: T_hr_deposit;

function FindNobody(handle: Integer; request_json: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
begin
  Result := hr_patient_find(handle, '{"patient":{"nom":"PERSONNE"}}', out_json);
end;

function DepositOnce(handle: Integer; request_json: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
begin
  hr_deposit := FindNobody;
  Result := RealDeposit(handle, request_json, out_json);
end;

procedure ARepetitionThatSaysNothingOfADocumentLosesNone;
var
  Person: TPerson;
begin
  Person := LoggedIn(TheStage.Config);
  RealDeposit := hr_deposit;
  hr_deposit := DepositOnce;
  try
    CheckNumber(1, Length(Person.Deposit('EXEMPLE', ['EXEMPLE']).Documents), 'documents');
  finally
    hr_deposit := RealDeposit;
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
  Person := LoggedIn(Known);
  try
    Person.FClient.Session.OnProgress := Person.StopByProgress;
    CheckEnded('cancelled', Person.Deposit('EXEMPLE', []));
    Person.FClient.Session.OnProgress := nil;
    CheckEnded('sent', Person.Deposit('EXEMPLE', []));
    CheckThat(Person.FClient.DepositBytes(OneDocument, ContentOf(TheStage.Document)).Documents[0].Already, 'already');
    CheckNumber(1, TheStage.Documents, 'documents');
  finally
    Person.Free;
  end;
end;

procedure TheStopOfAThreadIsPutBack;
var
  Person: TPerson;
  Own: Integer;
begin
  Person := LoggedIn(Known);
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

procedure StopsOfAnotherThreadRaiseNothing;
var
  Person: TPerson;
  Traits: THrTraits;
  Stopping: TWorker;
  Ending: string;
  I: Integer;
begin
  Person := LoggedIn(Known);
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

procedure CheckNoSettings(const Settings, Part: string);
begin
  try
    THrClient.Create(Settings, nil);
  except
    on E: EArgumentException do
    begin
      CheckThat(Pos(Part, FromRtl(E.Message)) > 0, FromRtl(E.Message));
      CheckThat(Pos('not-to-be-shown', FromRtl(E.Message)) = 0, 'the message has no settings');
      Exit;
    end;
  end;
  CheckThat(False, 'accepted: ' + Settings);
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
  CheckNoSettings(TheFolder + 'ansi.json', 'ansi.json is not in UTF-8');
  CheckNoSettings(TheFolder + 'nowhere.json', 'neither JSON nor');
  CheckNoSettings('"license_bearer":"not-to-be-shown"', 'neither JSON nor');
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
  Person := LoggedIn(Known);
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
  Run('no answer ends the call, and mistakes are raised', NoAnswerEndsTheCallAndMistakesAreRaised);
  Run('a patient is answered by their own choice alone', APatientIsAnsweredByTheirOwnChoiceAlone);
  Run('a repetition that says nothing of a document loses none', ARepetitionThatSaysNothingOfADocumentLosesNone);
  Run('a document from memory is the one from a file', ADocumentFromMemoryIsTheOneFromAFile);
  Run('the stop of a thread is put back', TheStopOfAThreadIsPutBack);
  Run('stops of another thread raise nothing', StopsOfAnotherThreadRaiseNothing);
  Run('a lost text is no result', ALostTextIsNoResult);
  Run('settings are typed or in a file', SettingsAreTypedOrInAFile);
  Run('each text is freed once', EachTextIsFreedOnce);
  Run('the PIN is wiped and an empty one is none', ThePinIsWipedAndAnEmptyOneIsNone);
end;

end.
