unit UnreadableTests;

{ Calls that succeed without a result that can be read: the functions of the raw layer are replaced. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  Stage;

procedure RunUnreadableTests(const Stage: TStage);

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  Checks, HealthRecord, HealthRecord.Errors, HealthRecord.Results, HealthRecord.Text, HrApi, ShortMemory;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { parameters that a replaced function has and does not need }

type
  EOwn = class(Exception);

  TRaising = class
    procedure Progress(Sender: TObject; Done, Total: Int64; var Stop: Boolean);
  end;

var
  TheStage: TStage;
  Answered: PAnsiChar;
  RealFree: T_hr_free;

procedure TRaising.Progress(Sender: TObject; Done, Total: Int64; var Stop: Boolean);
begin
  if Done = Total then
    raise EOwn.Create('own');
end;

procedure KeepAnswered(text: PAnsiChar); cdecl;
begin
  if text <> Answered then
    RealFree(text);
end;

function Two(handle: Integer; out_json: PPAnsiChar): Integer; cdecl;
begin
  out_json^ := Answered;
  Result := HR_OK;
end;

function Three(handle: Integer; a: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
begin
  Result := Two(handle, out_json);
end;

function Four(handle: Integer; a, b: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
begin
  Result := Two(handle, out_json);
end;

function Five(handle: Integer; a, b, c: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
begin
  Result := Two(handle, out_json);
end;

function Six(handle: Integer; a, b, c, d: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
begin
  Result := Two(handle, out_json);
end;

function Seven(handle: Integer; a, b, c, d, e: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
begin
  Result := Two(handle, out_json);
end;

function Eight(handle: Integer; a: PAnsiChar; data: PByte; size: Integer; c, d, e: PAnsiChar;
  out_json: PPAnsiChar): Integer; cdecl;
begin
  Result := Two(handle, out_json);
end;

type
  TReplaced = record
    Free: T_hr_free;
    State: T_hr_state;
    Ticket: T_hr_ticket;
    Ready: T_hr_ready;
    Login: T_hr_login;
    ProfilePut: T_hr_profile_put;
    ProfileSelect: T_hr_profile_select;
    PatientSearch: T_hr_patient_search;
    PatientGet: T_hr_patient_get;
    PatientUpdate: T_hr_patient_update;
    Request: T_hr_request;
    DmpOpen: T_hr_dmp_open;
    DmpSend: T_hr_dmp_send;
    DmpSendBytes: T_hr_dmp_send_bytes;
    Journal: T_hr_journal;
    procedure Use;
    class function Now: TReplaced; static;
    class function Mute: TReplaced; static;
  end;

procedure TReplaced.Use;
begin
  hr_free := Free;
  hr_state := State;
  hr_ticket := Ticket;
  hr_ready := Ready;
  hr_login := Login;
  hr_profile_put := ProfilePut;
  hr_profile_select := ProfileSelect;
  hr_patient_search := PatientSearch;
  hr_patient_get := PatientGet;
  hr_patient_update := PatientUpdate;
  hr_request := Request;
  hr_dmp_open := DmpOpen;
  hr_dmp_send := DmpSend;
  hr_dmp_send_bytes := DmpSendBytes;
  hr_journal := Journal;
end;

class function TReplaced.Now: TReplaced;
begin
  Result.Free := hr_free;
  Result.State := hr_state;
  Result.Ticket := hr_ticket;
  Result.Ready := hr_ready;
  Result.Login := hr_login;
  Result.ProfilePut := hr_profile_put;
  Result.ProfileSelect := hr_profile_select;
  Result.PatientSearch := hr_patient_search;
  Result.PatientGet := hr_patient_get;
  Result.PatientUpdate := hr_patient_update;
  Result.Request := hr_request;
  Result.DmpOpen := hr_dmp_open;
  Result.DmpSend := hr_dmp_send;
  Result.DmpSendBytes := hr_dmp_send_bytes;
  Result.Journal := hr_journal;
end;

class function TReplaced.Mute: TReplaced;
begin
  Result.Free := KeepAnswered;
  Result.State := Two;
  Result.Ticket := Two;
  Result.Ready := Two;
  Result.Login := Four;
  Result.ProfilePut := Three;
  Result.ProfileSelect := Three;
  Result.PatientSearch := Six;
  Result.PatientGet := Two;
  Result.PatientUpdate := Three;
  Result.Request := Five;
  Result.DmpOpen := Four;
  Result.DmpSend := Seven;
  Result.DmpSendBytes := Eight;
  Result.Journal := Three;
end;

const
  READING = 9;
  CALLS = 17;

procedure CallNumber(const Session: IHealthRecord; Number: Integer);
begin
  case Number of
    1: Session.State;
    2: Session.Ticket;
    3: Session.Ready;
    4: Session.PatientSearch('A', '');
    5: Session.PatientGet;
    6: Session.Request('GET', '/a');
    7: Session.Request('HEAD', '/a');
    8: Session.Request('OPTIONS', '/a');
    9: Session.Journal;
    10: Session.Login('t', '1234');
    11: Session.ProfilePut('{}');
    12: Session.ProfileSelect('1');
    13: Session.PatientUpdate('{}');
    14: Session.Request('POST', '/a');
    15: Session.DmpOpen('1');
    16: Session.DmpSend('1', '/a', '10', '11503-0');
    17: Session.DmpSendBytes('1', nil, 0, 'a', '10', '11503-0');
  end;
end;

procedure CheckCalls(const Session: IHealthRecord; Code: Integer);
var
  I: Integer;
  Outcome, What: string;
begin
  for I := 1 to CALLS do
  begin
    Outcome := '';
    if I > READING then
      Outcome := 'accepted_unreadable';
    try
      CallNumber(Session, I);
      CheckThat(False, 'no exception');
    except
      on E: EHealthRecord do
      begin
        What := E.Operation + ', ' + string(IntToStr(I));
        CheckNumber(Code, E.Code, What);
        CheckText(Outcome, E.Outcome, What);
        CheckThat(E.InDoubt = (I > READING), What);
        CheckText('library', E.At, What);
        CheckThat((E.Remedy <> '') and (E.RemedyFr <> '') and (Pos('succeeded', E.Message) > 0), What);
      end;
    end;
  end;
end;

procedure ASuccessWithoutAResultIsNoFailure;
var
  Session: IHealthRecord;
  Real: TReplaced;
begin
  Session := OpenHealthRecord(TheStage.Config);
  Real := TReplaced.Now;
  TReplaced.Mute.Use;
  try
    Answered := nil;
    CheckCalls(Session, HR_E_TOO_LARGE);
    Answered := '{';
    CheckCalls(Session, HR_E_PANIC);
  finally
    Real.Use;
  end;
end;

procedure AFieldThatCannotBeReadHidesNoSuccess;
var
  Session: IHealthRecord;
  Real: TReplaced;
  Seen: string;
begin
  Session := OpenHealthRecord(TheStage.Config);
  Real := TReplaced.Now;
  TReplaced.Mute.Use;
  Answered := '{"outcome":"accepted","http_status":200,"bearer":"a\u0000","next":null,"raw":null}';
  try
    Session.Login('t', '1234');
  except
    on E: EHealthRecord do
      Seen := E.Outcome;
  end;
  Real.Use;
  CheckText('accepted_unreadable', Seen, 'outcome');
end;

var
  RealSendBytes: T_hr_dmp_send_bytes;

function SendAndLose(handle: Integer; a: PAnsiChar; data: PByte; size: Integer; c, d, e: PAnsiChar;
  out_json: PPAnsiChar): Integer; cdecl;
begin
  Result := RealSendBytes(handle, a, data, size, c, d, e, nil);
  out_json^ := nil;
end;

procedure AnExceptionOfTheEventDoesNotHideThatItWasAccepted;
var
  Session: IHealthRecord;
  Patient: THrPatient;
  Raising: TRaising;
  Seen: string;
begin
  Raising := TRaising.Create;
  Session := TheStage.Chain(TheStage.Config, Patient);
  Session.OnProgress := Raising.Progress;
  RealSendBytes := hr_dmp_send_bytes;
  hr_dmp_send_bytes := SendAndLose;
  Seen := '';
  try
    Session.DmpSendBytes(Patient.PatientId, PAnsiChar('lost'), 4, 'lost', '10', '11503-0');
  except
    on E: EHealthRecord do
      Seen := E.Outcome;
    on E: EOwn do
      Seen := 'hidden';
  end;
  hr_dmp_send_bytes := RealSendBytes;
  Raising.Free;
  CheckText('accepted_unreadable', Seen, 'what comes out');
  CheckText('EOwn: own', Session.LastStop.EventError, 'what the event raised');
  CheckText('accepted_unreadable', Session.LastStop.Outcome, 'outcome');
  CheckThat(Session.LastStop.InDoubt, 'in doubt');
end;

{$IFDEF FPC}
var
  FailFrom, AnsweredCode: Integer;

function Play(out_json: PPAnsiChar): Integer;
const
  RESULT_TEXT: PAnsiChar = '{"outcome":"accepted","sha256":"ab","bytes":4,"http_status":201,"next":null,"raw":{"a":[1]}}';
begin
  Answered := RESULT_TEXT;
  out_json^ := Answered;
  Result := AnsweredCode;
  FailAllocation(FailFrom);
end;

function PlayOpen(handle: Integer; a, b: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
begin
  Result := Play(out_json);
end;

function PlaySend(handle: Integer; a: PAnsiChar; data: PByte; size: Integer; c, d, e: PAnsiChar;
  out_json: PPAnsiChar): Integer; cdecl;
begin
  Result := Play(out_json);
end;

{ How a call ends when the allocation with this number fails that comes after the library's return; empty when it
  ends well. }
function EndOf(const Session: IHealthRecord; Number: Integer; Upload: Boolean): string;
begin
  FailFrom := Number;
  Result := '';
  try
    if Upload then
      Session.DmpSendBytes('1', nil, 0, 'a', '10', '11503-0')
    else
      Session.DmpOpen('1');
  except
    on E: EHealthRecord do
    begin
      FailAllocation(0);
      Result := E.Outcome + ' ' + E.Operation;
    end;
    on E: Exception do
    begin
      FailAllocation(0);
      Result := 'hidden by ' + string(E.ClassName);
    end;
  end;
  if not AnAllocationFailed then
    Result := 'came to its end';
  FailAllocation(0);
end;

procedure CheckEachAllocation(Code: Integer; Upload: Boolean; const Expected: string);
var
  Session: IHealthRecord;
  Number: Integer;
  Found: string;
begin
  AnsweredCode := Code;
  Session := OpenHealthRecord(TheStage.Config);
  Number := 0;
  repeat
    Inc(Number);
    Found := EndOf(Session, Number, Upload);
    { One that is met and overcome is fine too. }
    if (Found <> '') and (Found <> 'came to its end') then
      CheckText(Expected, Found, 'allocation ' + NumberText(Number));
  until (Found = 'came to its end') or (Number > 1000);
  CheckThat((Number > 10) and (Number < 1000), 'allocations: ' + NumberText(Number));
end;

{ Issue 12, point 28. }
procedure WithoutMemoryWhatTookEffectIsTold;
var
  Real, Played: TReplaced;
begin
  Real := TReplaced.Now;
  Played := Real;
  Played.Free := KeepAnswered;
  Played.DmpOpen := PlayOpen;
  Played.DmpSendBytes := PlaySend;
  Played.Use;
  try
    CheckEachAllocation(HR_OK, False, 'accepted_unreadable hr_dmp_open');
    CheckEachAllocation(HR_OK, True, 'accepted_unreadable hr_dmp_send_bytes');
    CheckEachAllocation(HR_E_REFUSED, False, 'unknown hr_dmp_open');
  finally
    Real.Use;
  end;
end;
{$ENDIF}

procedure RunUnreadableTests(const Stage: TStage);
begin
  TheStage := Stage;
  RealFree := hr_free;
  Run('a success without a result is no failure', ASuccessWithoutAResultIsNoFailure);
  Run('a field that cannot be read hides no success', AFieldThatCannotBeReadHidesNoSuccess);
  {$IFDEF FPC}
  Run('without memory what took effect is told', WithoutMemoryWhatTookEffectIsTold);
  {$ENDIF}
  Run('an exception of the event does not hide that it was accepted', AnExceptionOfTheEventDoesNotHideThatItWasAccepted);
end;

end.
