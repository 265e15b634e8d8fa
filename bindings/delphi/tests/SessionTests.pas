unit SessionTests;

{ Sessions against the sandbox: what the conformance program does not ask for, uploads apart. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  Stage;

procedure RunSessionTests(const Stage: TStage);

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  Checks, HealthRecord, HealthRecord.Errors, HealthRecord.Json, HealthRecord.Log, HealthRecord.Results,
  HealthRecord.Session, HealthRecord.Settings, HrApi;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { parameters that an event has and does not need }

type
  EOwn = class(Exception);

  TFailing = class
    procedure Line(Level: Integer; const Line: string);
  end;

var
  TheStage: TStage;
  RealFree: T_hr_free;
  RealGet: T_hr_json_get;
  FreedTexts, ReadTexts: Integer;

procedure TFailing.Line(Level: Integer; const Line: string);
begin
  raise EOwn.Create('no room for the line');
end;

procedure EmptyTraitsAreLeftOutUnlessAskedFor;
var
  Session: IHealthRecord;
begin
  Session := TheStage.LoggedIn(TheStage.Config);
  CheckText('EXEMPLE', Session.PatientSearch(TheStage.Nom, '').Raw['nom'].AsText, 'left out');
  try
    Session.PatientSearch(TheStage.Nom, '', '', '', [htPrenom]);
    CheckThat(False, 'an empty first name was not sent');
  except
    on E: EHealthRecordPeer do
      CheckNumber(HR_E_NOT_FOUND, E.Code, 'code');
  end;
end;

procedure AnExceptionOfTheLogIsRemembered;
var
  Session: IHealthRecord;
  Failing: TFailing;
begin
  Failing := TFailing.Create;
  HrSetLog(Failing.Line, HR_LOG_DEBUG);
  try
    Session := OpenHealthRecord(TheStage.Config);
    Session.Ticket;
    CheckText('EOwn: no room for the line', HrLogFailure, 'failure');
  finally
    HrSetLog(nil);
  end;
  CheckText('', HrLogFailure, 'after a new start');
  Failing.Free;
end;

procedure CheckLevelIsRefused(const Event: THrLogEvent; Level: Integer);
begin
  try
    HrSetLog(Event, Level);
  except
    on E: EHealthRecordCaller do
    begin
      CheckNumber(HR_E_ARGUMENT, E.Code, 'code');
      Exit;
    end;
  end;
  CheckThat(False, 'it was accepted');
end;

procedure ALevelOutOfRangeChangesNothing;
var
  Failing: TFailing;
begin
  Failing := TFailing.Create;
  HrSetLog(Failing.Line, HR_LOG_DEBUG);
  try
    CheckLevelIsRefused(Failing.Line, 9);
    CheckLevelIsRefused(nil, 9);
    CheckLevelIsRefused(nil, -1);
    OpenHealthRecord('{}').Close;
    CheckText('EOwn: no room for the line', HrLogFailure, 'the receiver is as it was');
    HrSetLog(Failing.Line, HR_LOG_OFF);
    OpenHealthRecord('{}').Close;
    CheckText('', HrLogFailure, 'nobody');
  finally
    HrSetLog(nil);
    Failing.Free;
  end;
end;

procedure SettingsOpenASession;
var
  Settings: THrSettings;
  Session: IHealthRecord;
begin
  Settings := THrSettings.Create;
  try
    Settings.LicenseUrl := 'https://licence.example';
    Settings.LicenseBearer := 'not-to-be-shown';
    Settings.CallMs := 1234;
    Session := OpenHealthRecord(Settings);
  finally
    Settings.Free;
  end;
  CheckNumber(1234, Session.Settings['timeouts']['call_ms'].AsInt64, 'call_ms in force');
  CheckThat(Pos('not-to-be-shown', Session.Settings.ToJson) = 0, 'the bearer is told');
  CheckText('hr_ticket', Session.State.Next, 'next');
  CheckThat(Session.State.Identified = hkUnknown, 'identified');
  CheckNumber(-1, Session.State.Cards, 'cards');
end;

procedure CheckCommon(HttpStatus: Integer; const Next: string; const Raw, Json: TJson; const Expected: string);
begin
  CheckThat((HttpStatus = 200) or (HttpStatus = 201), 'HttpStatus before ' + Expected);
  CheckText(Expected, Next, 'Next');
  CheckThat(Raw.Kind = jkObject, 'Raw before ' + Expected);
  CheckText(Raw.ToJson, Json['raw'].ToJson, 'raw of Json before ' + Expected);
  CheckNumber(HttpStatus, Json['http_status'].AsInt64, 'http_status of Json before ' + Expected);
end;

procedure EveryResultHasStatusNextAndReply;
var
  Session: IHealthRecord;
  Ticket: THrTicket;
  Ready: THrReady;
  Card: THrCard;
  Login: THrLogin;
  Search, Opened: THrReply;
  Patient: THrPatient;
  Sent: THrSent;
begin
  Session := OpenHealthRecord(TheStage.Config);
  Ticket := Session.Ticket;
  CheckCommon(Ticket.HttpStatus, Ticket.Next, Ticket.Raw, Ticket.Json, 'hr_ready');
  Ready := Session.Ready;
  CheckCommon(Ready.HttpStatus, Ready.Next, Ready.Raw, Ready.Json, 'hr_login');
  CheckThat(Ready.Find(TheStage.Card, Card), 'the card');
  Login := Session.Login(Card.Token, TheStage.Pin);
  CheckCommon(Login.HttpStatus, Login.Next, Login.Raw, Login.Json, 'hr_patient_search');
  Search := Session.PatientSearch(TheStage.Nom, TheStage.Prenom);
  CheckCommon(Search.HttpStatus, Search.Next, Search.Raw, Search.Json, 'hr_patient_get');
  Patient := Session.PatientGet;
  CheckCommon(Patient.HttpStatus, Patient.Next, Patient.Raw, Patient.Json, 'hr_dmp_open');
  Opened := Session.DmpOpen(Patient.PatientId);
  CheckCommon(Opened.HttpStatus, Opened.Next, Opened.Raw, Opened.Json, 'hr_dmp_send');
  Sent := TheStage.Send(Session, Patient);
  CheckCommon(Sent.HttpStatus, Sent.Next, Sent.Raw, Sent.Json, '');
  CheckText('', Search.Outcome, 'outcome of a search');
  CheckText('accepted accepted accepted', Login.Outcome + ' ' + Opened.Outcome + ' ' + Sent.Outcome, 'outcomes');
end;

procedure CountFreed(text: PAnsiChar); cdecl;
begin
  Inc(FreedTexts);
  RealFree(text);
end;

function CountRead(json: PAnsiChar; pointer: PAnsiChar; out_text: PPAnsiChar): Integer; cdecl;
begin
  Result := RealGet(json, pointer, out_text);
  if out_text^ <> nil then
    Inc(ReadTexts);
end;

procedure EachTextIsFreedOnce;
var
  Session: IHealthRecord;
begin
  FreedTexts := 0;
  ReadTexts := 0;
  RealFree := hr_free;
  RealGet := hr_json_get;
  hr_free := CountFreed;
  hr_json_get := CountRead;
  try
    Session := OpenHealthRecord(TheStage.Config);
    Session.Ticket;
    try
      Session.PatientGet;
    except
      on EHealthRecordCaller do
        ;
    end;
    Session.Close;
  finally
    hr_free := RealFree;
    hr_json_get := RealGet;
  end;
  CheckThat(ReadTexts > 5, 'fields were read');
  CheckNumber(3 + ReadTexts, FreedTexts, 'texts freed after three calls');
end;

procedure AConfigurationThatIsRefusedLeavesNothing;
begin
  try
    THealthRecord.Create('{"license_url": 7}').Free;
    CheckThat(False, 'it was accepted');
  except
    on E: EHealthRecordCaller do
    begin
      CheckNumber(HR_E_CONFIG, E.Code, 'code');
      CheckThat(Pos('license_url', E.Remedy) > 0, E.Remedy);
    end;
  end;
end;

procedure RunSessionTests(const Stage: TStage);
begin
  TheStage := Stage;
  Run('empty traits are left out unless asked for', EmptyTraitsAreLeftOutUnlessAskedFor);
  Run('an exception of the log is remembered', AnExceptionOfTheLogIsRemembered);
  Run('a level out of range changes nothing', ALevelOutOfRangeChangesNothing);
  Run('settings open a session', SettingsOpenASession);
  Run('every result has status, next and reply', EveryResultHasStatusNextAndReply);
  Run('each text is freed once', EachTextIsFreedOnce);
  Run('a configuration that is refused leaves nothing', AConfigurationThatIsRefusedLeavesNothing);
end;

end.
