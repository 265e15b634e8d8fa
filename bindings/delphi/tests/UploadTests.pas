unit UploadTests;

{ Uploads against the sandbox, and what their event may do. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  Stage;

{ LargeFile: a document of 2 GiB and some bytes. }
procedure RunUploadTests(const Stage: TStage; const LargeFile: string);

implementation

uses
  {$IFDEF FPC}SysUtils, Math{$ELSE}System.SysUtils, System.Math{$ENDIF},
  Checks, HealthRecord, HealthRecord.Errors, HealthRecord.Files, HealthRecord.Results, HealthRecord.Session,
  HealthRecord.Text, HealthRecord.Upload, HrApi, Workers;

type
  EOwn = class(Exception);

  { Watches one upload and interferes with it. }
  TMeddler = class
  public
    Owner: THealthRecord;
    Patient: string;
    Calls, StopAt, RaiseAt: Integer;
    RaiseAtEnd, Release: Boolean;
    Last, Total: Int64;
    Seen: string;
    Sender: TObject;
    Inner: IHealthRecord;
    InnerRuns: Boolean;
    Foreign: Integer;
    procedure Progress(Sender: TObject; Done, Total: Int64; var Stop: Boolean);
    procedure SendInner;
    procedure FreeOwner;
    procedure SendWithOwner;
  end;

var
  TheStage: TStage;
  LargeName: string;
  Meddler: TMeddler;

procedure TMeddler.Progress(Sender: TObject; Done, Total: Int64; var Stop: Boolean);
begin
  Inc(Calls);
  Self.Sender := Sender;
  Last := Done;
  Self.Total := Total;
  if Release and (Calls = 2) then
    TWorker.Create(FreeOwner).Join;
  if (Calls = RaiseAt) or (RaiseAtEnd and (Done = Total)) then
    raise EOwn.Create('own');
  Stop := Calls = StopAt;
  if InnerRuns then
    Inc(Foreign);
  if (Inner <> nil) and (Calls = 1) then
    SendInner;
end;

procedure TMeddler.SendInner;
begin
  InnerRuns := True;
  { Another document: one that is being sent is not sent a second time. }
  Inner.DmpSendBytes(Patient, Copy(BytesOfFile(TheStage.Document), 1, MaxInt), 'inner', '10', '11503-0');
  InnerRuns := False;
  Seen := 'inner sent';
end;

procedure TMeddler.FreeOwner;
begin
  Owner.Free;
end;

procedure TMeddler.SendWithOwner;
begin
  try
    Owner.DmpSend(Patient, TheStage.Document, '10', '11503-0');
    Seen := 'sent';
  except
    on E: EHealthRecord do
      Seen := E.Name + ' ' + E.Outcome;
    on EOwn do
      Seen := 'EOwn';
  end;
end;

function Watched(out Patient: THrPatient): IHealthRecord;
begin
  Result := TheStage.Chain(TheStage.Config, Patient);
  Result.OnProgress := Meddler.Progress;
end;

procedure TrapsMayBeOn;
var
  Session: IHealthRecord;
  Patient: THrPatient;
  Before: TFPUExceptionMask;
  Sent: THrSent;
  Zero: Double;
begin
  Before := SetExceptionMask([]);
  try
    Session := Watched(Patient);
    Sent := TheStage.Send(Session, Patient);
    CheckNumber(FileSizeOf(TheStage.Document), Sent.Bytes, 'bytes');
    CheckText('123456789012345678901234567890.12345',
      Session.Request('POST', '/echo', '{"n":123456789012345678901234567890.12345}').Raw['body']['n'].AsText,
      'the 30 digits');
    Session.Request('POST', '/echo', '{"e":1.7976931348623157e309,"d":4.9e-324,"m":-1e-400}');
    CheckThat(GetExceptionMask = [], 'the traps are as they were');
    Zero := Meddler.StopAt;
    try
      CheckThat(1 / Zero > 0, 'divided by zero');
      CheckThat(False, 'the traps were not on');
    except
      on EZeroDivide do
        ;
    end;
  finally
    SetExceptionMask(Before);
  end;
end;

procedure StopStops;
var
  Session: IHealthRecord;
  Patient: THrPatient;
begin
  Session := Watched(Patient);
  Meddler.StopAt := 3;
  try
    TheStage.Send(Session, Patient);
    CheckThat(False, 'it was sent');
  except
    on E: EHealthRecordCaller do
    begin
      CheckNumber(HR_E_CANCELLED, E.Code, 'code');
      CheckText('incomplete', E.Outcome, 'outcome');
      CheckText('hr_dmp_send', E.Operation, 'operation');
    end;
  end;
  CheckNumber(3, Meddler.Calls, 'calls');
  CheckNumber(FileSizeOf(TheStage.Document), Meddler.Total, 'total');
  CheckThat(Meddler.Sender is THealthRecord, 'Sender');
end;

procedure AnExceptionIsRaisedAgain;
var
  Session: IHealthRecord;
  Patient: THrPatient;
begin
  Session := Watched(Patient);
  CheckNumber(-1, Session.LastStop.Bytes, 'before');
  Meddler.RaiseAt := 4;
  try
    TheStage.Send(Session, Patient);
    CheckThat(False, 'it was sent');
  except
    on EOwn do
      ;
  end;
  CheckNumber(HR_E_CANCELLED, Session.LastStop.Code, 'code');
  CheckText('incomplete', Session.LastStop.Outcome, 'outcome');
  CheckThat(Session.LastStop.MessageFr <> '', 'French');
end;

procedure AnExceptionAtTheEndTellsThatItWasAccepted;
var
  Session: IHealthRecord;
  Patient: THrPatient;
begin
  Session := Watched(Patient);
  Meddler.RaiseAtEnd := True;
  try
    CheckNumber(64, Length(TheStage.Send(Session, Patient).Sha256), 'the result');
  except
    on EOwn do
      CheckThat(False, 'the exception hides that it was accepted');
  end;
  CheckText('EOwn: own', Session.LastStop.EventError, 'what the event raised');
  CheckNumber(HR_OK, Session.LastStop.Code, 'code');
  CheckText('accepted', Session.LastStop.Outcome, 'outcome');
  CheckNumber(64, Length(Session.LastStop.Sha256), 'digits of the SHA-256');
end;

procedure BytesAreReportedAboveTwoGibibytes;
var
  Session: IHealthRecord;
  Patient: THrPatient;
begin
  CheckThat(FileSizeOf(LargeName) > MaxInt, 'the file is not large');
  Session := Watched(Patient);
  Meddler.StopAt := 3;
  try
    Session.DmpSend(Patient.PatientId, LargeName, '10', '11503-0');
    CheckThat(False, 'it was sent');
  except
    on E: EHealthRecordCaller do
      CheckNumber(HR_E_CANCELLED, E.Code, 'code');
  end;
  CheckNumber(FileSizeOf(LargeName), Meddler.Total, 'total');
  { Reports come every hundredth at the latest; in units of 1,024 bytes they would be a thousand times smaller. }
  CheckThat((Meddler.Last >= 4194304) and (Meddler.Last <= Meddler.Total div 10), 'done is not in bytes');
end;

procedure AnEventMayUploadWithAnotherSession;
var
  Outer: IHealthRecord;
  Patient: THrPatient;
begin
  Outer := Watched(Patient);
  Meddler.Patient := Patient.PatientId;
  Meddler.Inner := TheStage.Chain(TheStage.Config, Patient);
  TheStage.Send(Outer, Patient);
  CheckText('inner sent', Meddler.Seen, 'the inner upload');
  CheckNumber(FileSizeOf(TheStage.Document), Meddler.Last, 'the outer upload went on to its end');
  CheckNumber(0, Meddler.Foreign, 'reports of the inner upload that came to the outer one');
end;

procedure FreeWhileSending;
var
  Found: THrPatient;
  Ready: THrReady;
  Card: THrCard;
begin
  Meddler.Owner := THealthRecord.Create(TheStage.Config);
  Meddler.Owner.Ticket;
  Ready := Meddler.Owner.Ready;
  CheckThat(Ready.Find(TheStage.Card, Card), 'the card');
  Meddler.Owner.Login(Card.Token, TheStage.Pin);
  Meddler.Owner.PatientSearch(TheStage.Nom, TheStage.Prenom);
  Found := Meddler.Owner.PatientGet;
  Meddler.Patient := Found.PatientId;
  Meddler.Owner.DmpOpen(Found.PatientId);
  Meddler.Owner.OnProgress := Meddler.Progress;
  Meddler.Release := True;
  TWorker.Create(Meddler.SendWithOwner).Join;
end;

procedure FreedByAnotherThreadWhileSending;
begin
  FreeWhileSending;
  CheckText('HR_E_CANCELLED incomplete', Meddler.Seen, 'how it ended');
end;

procedure FreedByAnotherThreadBeforeAnException;
begin
  Meddler.RaiseAt := 2;
  FreeWhileSending;
  CheckText('EOwn', Meddler.Seen, 'how it ended');
end;

type
  { Writes one thing after the other where another thread reads. }
  TWriter = class
  public
    LastStop: IHrLastStop;
    Ended: Boolean;
    procedure Write;
  end;

function FailureNumber(Number: Integer): THrFailure;
begin
  Result := THrFailure.Read('hr_dmp_send', Number, NumberText(Number), '');
  Result.Sha256 := NumberText(Number);
end;

procedure TWriter.Write;
var
  I: Integer;
begin
  for I := 1 to 100000 do
    LastStop.SetFailure(FailureNumber(I));
  Ended := True;
end;

procedure LastStopIsReadWhole;
var
  Writer: TWriter;
  Worker: TWorker;
  Torn: Integer;
  Found: THrFailure;
begin
  Torn := 0;
  Writer := TWriter.Create;
  Writer.LastStop := THrLastStop.Create;
  Writer.LastStop.SetFailure(FailureNumber(0));
  Worker := TWorker.Create(Writer.Write);
  while not Writer.Ended do
  begin
    Found := Writer.LastStop.GetFailure;
    if (Found.Name <> NumberText(Found.Code)) or (Found.Sha256 <> Found.Name) then
      Inc(Torn);
  end;
  Worker.Join;
  Writer.Free;
  CheckNumber(0, Torn, 'read half of one and half of another');
end;

procedure Each(const Name: string; Test: TTest);
begin
  Meddler := TMeddler.Create;
  try
    Run(Name, Test);
  finally
    Meddler.Free;
  end;
end;

procedure RunUploadTests(const Stage: TStage; const LargeFile: string);
begin
  TheStage := Stage;
  LargeName := LargeFile;
  Each('floating-point traps may be on', TrapsMayBeOn);
  Each('Stop stops', StopStops);
  Each('an exception is raised again', AnExceptionIsRaisedAgain);
  Each('an exception at the end tells that it was accepted', AnExceptionAtTheEndTellsThatItWasAccepted);
  Each('bytes are reported above two gibibytes', BytesAreReportedAboveTwoGibibytes);
  Each('an event may upload with another session', AnEventMayUploadWithAnotherSession);
  Each('freed by another thread while sending', FreedByAnotherThreadWhileSending);
  Each('freed by another thread before an exception', FreedByAnotherThreadBeforeAnException);
  Each('LastStop is read whole', LastStopIsReadWhole);
end;

end.
