unit CancelTests;

{ Cancelling a TDmpClient, and its calls in a thread of their own. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  Stage;

procedure RunCancelTests(const Stage: TStage; const Folder: string);

implementation

uses
  {$IFDEF FPC}Classes, SysUtils{$ELSE}System.Classes, System.SysUtils{$ENDIF},
  Checks, ClientParts, HealthRecord.Background, HealthRecord.Client, HealthRecord.Deposits, HealthRecord.Logins,
  HealthRecord.Patients, HealthRecord.Results, HealthRecord.Text, HrApi, Workers;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { parameters that an event has and does not need }

type
  { What happens on which thread. }
  TSeen = class
    Dmp: TDmpClient;
    Traits: TDmpTraits;
    Patient: TDmpPatient;
    Document: TDmpDocument;
    Found: TDmpFound;
    Sent: TDmpSent;
    Login: TDmpLogin;
    Rounds, Reports: Integer;
    WorkThread, AskThread, ReportThread, DoneThread: NativeUInt;
    Last: Int64;
    procedure Find;
    procedure CancelWhenItArrived;
    procedure Work(Client: TDmpClient);
    procedure Fail(Client: TDmpClient);
    procedure Report(Done, Total: Int64);
    procedure ReportAndCancel(Done, Total: Int64);
    procedure Done(Sender: TObject);
    function AskPin(const Card: THrCard; const WhyFr: string; var Pin: string): Boolean;
  end;

var
  RealFind: T_hr_patient_find;
  Entered: Boolean;

procedure TSeen.Find;
begin
  Found := Dmp.Find(Traits);
end;

procedure TSeen.CancelWhenItArrived;
begin
  TheStage.WaitFor('dmp_send');
  Dmp.Cancel;
end;

procedure TSeen.Work(Client: TDmpClient);
var
  Options: TDmpLoginOptions;
begin
  WorkThread := ThisThread;
  Options := Default(TDmpLoginOptions);
  Options.Serial := TheStage.Card;
  Login := Client.Login(Options, AskPin, nil);
  Sent := Client.Send(PatientOf(Client, 'EXEMPLE'), Document);
end;

procedure TSeen.Fail(Client: TDmpClient);
begin
  Client.Find(Default(TDmpTraits)); { HR_E_STATE }
end;

procedure TSeen.Report(Done, Total: Int64);
begin
  Inc(Reports);
  ReportThread := ThisThread;
  CheckThat((Done >= Last) and (Done <= Total), 'progress');
  Last := Done;
end;

procedure TSeen.ReportAndCancel(Done, Total: Int64);
begin
  Inc(Reports);
  Dmp.Cancel;
end;

procedure TSeen.Done(Sender: TObject);
begin
  DoneThread := ThisThread;
end;

function TSeen.AskPin(const Card: THrCard; const WhyFr: string; var Pin: string): Boolean;
begin
  AskThread := ThisThread;
  Pin := TheStage.Pin;
  Result := True;
end;

procedure ACancelHoldsUntilItIsReset;
var
  Dmp: TDmpClient;
  Patient: TDmpPatient;
  Requests: Integer;
begin
  Dmp := LoggedIn;
  try
    Patient := PatientOf(Dmp, 'EXEMPLE');
    Requests := Received('');
    Dmp.Cancel;
    CheckThat(Dmp.Canceller.Cancelled, 'cancelled');
    CheckThat(Dmp.Find(TraitsOf('EXEMPLE')).Kind = frCancelled, 'a search');
    CheckEnding(deCancelled, Dmp.Send(Patient, NewDocument), 'a sending');
    CheckNumber(Requests, Received(''), 'requests');
    Dmp.Canceller.Reset;
    CheckEnding(deSent, Dmp.Send(Patient, NewDocument), 'after the reset');
  finally
    Dmp.Free;
  end;
end;

{ A cancel at any moment ends the call, also just before it reaches the library: the answer would take a minute. }
procedure NoMomentIsLost;
var
  Dmp: TDmpClient;
  Seen: TSeen;
  Worker: TWorker;
  I, Spin: Integer;
begin
  Dmp := LoggedIn;
  Seen := TSeen.Create;
  try
    Seen.Dmp := Dmp;
    Seen.Traits := TraitsOf('EXEMPLE');
    TheStage.Fault('{"call":"patient_search","delay_ms":60000}');
    for I := 1 to 60 do
    begin
      Seen.Found := Default(TDmpFound);
      Worker := TWorker.Create(Seen.Find);
      for Spin := 1 to I * 2000 do
        Seen.Rounds := Spin;
      Dmp.Cancel;
      Worker.Join;
      CheckThat(Seen.Found.Kind = frCancelled, 'round ' + NumberText(I));
      Dmp.Canceller.Reset;
    end;
  finally
    Seen.Free;
    Dmp.Free;
  end;
end;

{ The thread is held up on its way into the library, where cancelling has no effect yet. }
function LateFind(handle: Integer; traits_json: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
begin
  Entered := True;
  Sleep(100);
  Result := RealFind(handle, traits_json, out_json);
end;

procedure ACallThatHasJustBegunIsCancelled;
var
  Dmp: TDmpClient;
  Seen: TSeen;
  Worker: TWorker;
begin
  Dmp := LoggedIn(PATIENTS + ',"timeouts":{"call_ms":5000}');
  Seen := TSeen.Create;
  RealFind := hr_patient_find;
  hr_patient_find := LateFind;
  try
    Seen.Dmp := Dmp;
    Seen.Traits := TraitsOf('EXEMPLE');
    TheStage.Fault('{"call":"patient_search","delay_ms":60000}');
    Entered := False;
    Worker := TWorker.Create(Seen.Find);
    while not Entered do
      Sleep(1);
    Dmp.Cancel;
    Worker.Join;
    CheckThat(Seen.Found.Kind = frCancelled, 'cancelled');
  finally
    hr_patient_find := RealFind;
    Seen.Free;
    Dmp.Free;
  end;
end;

procedure ASendingIsCancelledByAnotherThread;
var
  Dmp: TDmpClient;
  Seen: TSeen;
  Worker: TWorker;
  Patient: TDmpPatient;
  Sent: TDmpSent;
begin
  Dmp := LoggedIn;
  Seen := TSeen.Create;
  try
    Seen.Dmp := Dmp;
    Patient := PatientOf(Dmp, 'EXEMPLE');
    TheStage.Fault('{"call":"dmp_send","delay_ms":60000}');
    Worker := TWorker.Create(Seen.CancelWhenItArrived);
    Sent := Dmp.Send(Patient, NewDocument);
    Worker.Join;
    { By how much had left, which is in the hands of the system. }
    CheckThat(Sent.Ending in [deInDoubt, deCancelled], 'ending');
    CheckThat((Sent.Ending = deInDoubt) or (TheStage.Documents = 0), 'it arrived, and may be sent again');
    CheckThat(Sent.SentenceFr <> '', 'sentence');
  finally
    Seen.Free;
    Dmp.Free;
  end;
end;

{ From the event of the progress, on the thread of the call: it must not wait for itself. }
procedure AnUploadIsCancelledByItsProgress;
var
  Dmp: TDmpClient;
  Seen: TSeen;
begin
  Dmp := LoggedIn;
  Seen := TSeen.Create;
  try
    Seen.Dmp := Dmp;
    Dmp.OnProgress := Seen.ReportAndCancel;
    CheckEnding(deCancelled, Dmp.Send(PatientOf(Dmp, 'EXEMPLE'), NewDocument(3000000)), 'at once');
    CheckNumber(1, Seen.Reports, 'reports');
    CheckNumber(0, TheStage.Documents, 'documents');
  finally
    Seen.Free;
    Dmp.Free;
  end;
end;

procedure OneCancellerStopsTwoClients;
var
  Dmp, Other: TDmpClient;
begin
  Dmp := LoggedIn;
  Other := LoggedIn;
  try
    Other.Canceller := Dmp.Canceller;
    Dmp.Cancel;
    CheckThat(Other.Find(TraitsOf('EXEMPLE')).Kind = frCancelled, 'the other');
  finally
    Other.Free;
    Dmp.Free;
  end;
end;

procedure ATaskAsksAndReportsOnTheMainThread;
var
  Dmp: TDmpClient;
  Seen: TSeen;
  Task: TDmpTask;
begin
  TheStage.Reset;
  Dmp := TDmpClient.Create(TheStage.Configured(PATIENTS));
  Seen := TSeen.Create;
  try
    Seen.Document := NewDocument(300000);
    Dmp.OnProgress := Seen.Report;
    Task := TDmpTask.Create(Dmp, Seen.Work, Seen.Done);
    try
      while (Seen.DoneThread = 0) or not Task.Finished do
        CheckSynchronize(1000);
      CheckThat(Task.FatalException = nil, 'no exception');
    finally
      Task.Free;
    end;
    CheckSynchronize;
    CheckThat(Seen.Login.Ending = leLoggedIn, Seen.Login.SentenceFr);
    CheckEnding(deSent, Seen.Sent, 'sent');
    CheckThat(Seen.WorkThread <> ThisThread, 'the work');
    CheckThat(Seen.AskThread = ThisThread, 'the question');
    CheckThat(Seen.DoneThread = ThisThread, 'the end');
    CheckThat((Seen.Reports > 0) and (Seen.ReportThread = ThisThread), 'the progress');
    CheckThat(not Dmp.EventsOnMainThread, 'as before');
  finally
    Seen.Free;
    Dmp.Free;
  end;
end;

procedure ATaskKeepsItsException;
var
  Dmp: TDmpClient;
  Seen: TSeen;
  Task: TDmpTask;
begin
  Dmp := TDmpClient.Create(TheStage.Config);
  Seen := TSeen.Create;
  try
    Task := TDmpTask.Create(Dmp, Seen.Fail, Seen.Done);
    try
      while Seen.DoneThread = 0 do
        CheckSynchronize(1000);
      CheckThat(Task.FatalException is Exception, 'the exception');
    finally
      Task.Free;
    end;
  finally
    Seen.Free;
    Dmp.Free;
  end;
end;

{ The form goes while a document is on its way. }
procedure FreeingATaskCancelsIt;
var
  Dmp: TDmpClient;
  Seen: TSeen;
  Task: TDmpTask;
begin
  TheStage.Reset;
  Dmp := TDmpClient.Create(TheStage.Configured(PATIENTS));
  Seen := TSeen.Create;
  try
    Seen.Document := NewDocument;
    TheStage.Fault('{"call":"ready","delay_ms":60000}');
    Task := TDmpTask.Create(Dmp, Seen.Work);
    TheStage.WaitFor('ready');
    Task.Free;
    CheckThat(Seen.Login.Ending = leCancelled, 'cancelled');
    CheckNumber(0, TheStage.Presentations(TheStage.Card), 'presentations');
  finally
    Seen.Free;
    Dmp.Free;
  end;
end;

procedure RunCancelTests(const Stage: TStage; const Folder: string);
begin
  UseStage(Stage, Folder);
  Run('a cancel holds until it is reset', ACancelHoldsUntilItIsReset);
  Run('a cancel at any moment ends the call', NoMomentIsLost);
  Run('a call that has just begun is cancelled', ACallThatHasJustBegunIsCancelled);
  Run('a sending is cancelled by another thread', ASendingIsCancelledByAnotherThread);
  Run('an upload is cancelled by its progress', AnUploadIsCancelledByItsProgress);
  Run('one canceller stops two clients', OneCancellerStopsTwoClients);
  Run('a task asks and reports on the main thread', ATaskAsksAndReportsOnTheMainThread);
  Run('a task keeps its exception', ATaskKeepsItsException);
  Run('freeing a task cancels it', FreeingATaskCancelsIt);
end;

end.
