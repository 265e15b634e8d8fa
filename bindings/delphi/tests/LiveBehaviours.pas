unit LiveBehaviours;

{ The behaviours of the conformance program with callbacks and threads. Each gives the object to print. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  Stage;

function CancelUpload(const Stage: TStage): TPrinted;
function CancelWaiting(const Stage: TStage): TPrinted;
function Progress(const Stage: TStage): TPrinted;
function CallbackException(const Stage: TStage): TPrinted;
function Log(const Stage: TStage): TPrinted;
function TwoThreads(const Stage: TStage): TPrinted;
function AllMethods: TPrinted;

implementation

uses
  {$IFDEF FPC}SysUtils, SyncObjs{$ELSE}System.SysUtils, System.SyncObjs{$ENDIF},
  HrApi, HealthRecord.Session, HealthRecord.Calls, HealthRecord.Log, HealthRecord.Types, Workers;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { parameters that an event has and does not need }

type
  EOwn = class(Exception);

  { Watches an upload, and does what a behaviour asks of it. }
  TWatcher = class
  private
    FSession: THrSession;
    FBack: TEvent;
    FCalls: Integer;
    FFirst, FLast, FTotal: Int64;
    FRising, FSameThread: Boolean;
    FThread: NativeUInt;
    FCode: Integer;
    FError: string;
    procedure Note(Done, Total: Integer; var Stop: Boolean);
    procedure CancelElsewhere(Done, Total: Integer; var Stop: Boolean);
    procedure RaiseOwn(Done, Total: Integer; var Stop: Boolean);
    procedure CancelNow;
    procedure CancelUntilBack;
    procedure TicketHere;
    procedure TicketUnlessBusy;
  public
    constructor Create(const Session: THrSession);
    destructor Destroy; override;
  end;

  TLines = class
  private
    FCount: Integer;
    FSecrets: array of string;
    FUpload, FLeak: Boolean;
    procedure Line(Level: Integer; const Line: string);
  end;

constructor TWatcher.Create(const Session: THrSession);
begin
  inherited Create;
  FSession := Session;
  FBack := TEvent.Create(nil, True, False, '');
  FRising := True;
  FSameThread := True;
  FThread := ThisThread;
end;

destructor TWatcher.Destroy;
begin
  FBack.Free;
  inherited Destroy;
end;

procedure TWatcher.Note(Done, Total: Integer; var Stop: Boolean);
begin
  Inc(FCalls);
  if FCalls = 1 then
    FFirst := Done;
  FRising := FRising and ((FCalls = 1) or (Done >= FLast));
  FSameThread := FSameThread and (ThisThread = FThread);
  FLast := Done;
  FTotal := Total;
end;

procedure TWatcher.CancelElsewhere(Done, Total: Integer; var Stop: Boolean);
begin
  Inc(FCalls);
  if FCalls = 1 then
    TWorker.Create(CancelNow).Join;
end;

procedure TWatcher.RaiseOwn(Done, Total: Integer; var Stop: Boolean);
begin
  raise EOwn.Create('the host''s own');
end;

procedure TWatcher.CancelNow;
begin
  FSession.Cancel;
end;

procedure TWatcher.CancelUntilBack;
begin
  repeat
    FSession.Cancel;
  until FBack.WaitFor(20) = wrSignaled;
end;

procedure TWatcher.TicketHere;
begin
  FCode := HR_OK;
  try
    FSession.Ticket;
  except
    on E: EHealthRecord do
    begin
      FCode := E.Code;
      FError := ErrorJson(E);
    end;
  end;
end;

procedure TWatcher.TicketUnlessBusy;
begin
  repeat
    TicketHere;
  until FCode <> HR_E_BUSY; { a call of another thread came first }
end;

procedure TLines.Line(Level: Integer; const Line: string);
var
  Secret: string;
begin
  Inc(FCount);
  if Pos('hr_dmp_send', Line) > 0 then
    FUpload := True;
  for Secret in FSecrets do
    if Pos(Secret, Line) > 0 then
      FLeak := True;
end;

function CancelUpload(const Stage: TStage): TPrinted;
var
  Session: THrSession;
  Patient: THrPatient;
  Watcher: TWatcher;
begin
  Result := Default(TPrinted);
  Session := Stage.Chain(Stage.Config, Patient);
  Watcher := TWatcher.Create(Session);
  try
    Session.OnProgress := Watcher.CancelElsewhere;
    try
      Stage.Send(Session, Patient);
    except
      on E: EHealthRecord do
        Result.Add('errors', '[' + ErrorJson(E) + ']');
    end;
  finally
    Session.OnProgress := nil;
    Watcher.Free;
  end;
end;

function CancelWaiting(const Stage: TStage): TPrinted;
var
  Watcher: TWatcher;
  Canceller: TWorker;
begin
  Result := Default(TPrinted);
  Watcher := TWatcher.Create(THrSession.Create(Stage.Config));
  try
    Canceller := TWorker.Create(Watcher.CancelUntilBack);
    Watcher.TicketHere;
    Watcher.FBack.SetEvent;
    Canceller.Join;
    Result.Add('errors', '[' + Watcher.FError + ']');
  finally
    Watcher.Free;
  end;
end;

function Progress(const Stage: TStage): TPrinted;
var
  Session: THrSession;
  Patient: THrPatient;
  Watcher: TWatcher;
begin
  Result := Default(TPrinted);
  Session := Stage.Chain(Stage.Config, Patient);
  Watcher := TWatcher.Create(Session);
  try
    Session.OnProgress := Watcher.Note;
    Result.AddNumber('bytes', Stage.Send(Session, Patient).Bytes);
    Result.AddNumber('calls', Watcher.FCalls);
    Result.AddNumber('first_done', Watcher.FFirst);
    Result.AddNumber('last_done', Watcher.FLast);
    Result.AddNumber('total', Watcher.FTotal);
    Result.AddBoolean('rising', Watcher.FRising);
    Result.AddBoolean('same_thread', Watcher.FSameThread);
  finally
    Session.OnProgress := nil;
    Watcher.Free;
  end;
end;

{ What the library said of the upload that an event ended. }
function LastError(Session: THrSession): string;
begin
  Result := FailureJson(THrError.Read(Session.Last), EHealthRecordCaller);
end;

function CallbackException(const Stage: TStage): TPrinted;
var
  Session: THrSession;
  Patient: THrPatient;
  Watcher: TWatcher;
  Raised, LibraryError: string;
begin
  Result := Default(TPrinted);
  Session := Stage.Chain(Stage.Config, Patient);
  Watcher := TWatcher.Create(Session);
  try
    Session.OnProgress := Watcher.RaiseOwn;
    Raised := 'none';
    LibraryError := 'null';
    try
      Stage.Send(Session, Patient);
    except
      on EOwn do
      begin
        Raised := 'own';
        LibraryError := LastError(Session);
      end;
      on EHealthRecord do
        Raised := 'library';
    end;
  finally
    Session.OnProgress := nil;
    Watcher.Free;
  end;
  Result.AddText('raised', Raised);
  Result.Add('library_error', LibraryError);
  Result.AddText('sha256', Stage.Send(Session, Patient).Sha256);
end;

function Log(const Stage: TStage): TPrinted;
var
  Session: THrSession;
  Patient: THrPatient;
  Lines: TLines;
  Before: Integer;
begin
  Result := Default(TPrinted);
  Lines := TLines.Create;
  try
    SetLength(Lines.FSecrets, 3);
    Lines.FSecrets[0] := Stage.Pin;
    Lines.FSecrets[1] := Stage.Nom;
    Lines.FSecrets[2] := Stage.DocumentName;
    HrSetLog(Lines.Line, HR_LOG_DEBUG);
    Session := Stage.Chain(Stage.Config, Patient);
    Stage.Send(Session, Patient, Stage.DocumentName);
    HrSetLog(nil);
    Before := Lines.FCount;
    Session.State;
    Result.AddNumber('lines', Before);
    Result.AddBoolean('has_dmp_send', Lines.FUpload);
    Result.AddNumber('after_off', Lines.FCount - Before);
    Result.AddBoolean('leak', Lines.FLeak);
  finally
    HrSetLog(nil);
    Lines.Free;
  end;
end;

function TwoThreads(const Stage: TStage): TPrinted;
var
  Held, Second: TWatcher;
  Worker: TWorker;
begin
  Result := Default(TPrinted);
  Held := TWatcher.Create(THrSession.Create(Stage.Config));
  Second := TWatcher.Create(Held.FSession);
  try
    Worker := TWorker.Create(Held.TicketUnlessBusy);
    try
      Stage.WaitFor('ticket'); { the first one is held; that of the other session must not overtake it }
      Second.TicketHere;
      THrSession.Create(Stage.Config).Ticket;
      Result.AddText('other', 'ok');
    finally
      Held.FSession.Cancel;
      Worker.Join;
    end;
    Result.Add('errors', '[' + Second.FError + ', ' + Held.FError + ']');
  finally
    Second.Free;
    Held.Free;
  end;
end;

const
  METHOD_NAMES: array[1..18] of string = ('ticket', 'ready', 'login', 'pin_retry_allow', 'session_set', 'profile_put',
    'profile_select', 'patient_search', 'patient_get', 'patient_update', 'request', 'dmp_open', 'dmp_send',
    'dmp_send_bytes', 'dmp_resend_allow', 'ticket_set', 'dmp_found', 'journal');

procedure CallMethod(const Session: THrSession; Number: Integer);
begin
  case Number of
    1: Session.Ticket;
    2: Session.Ready;
    3: Session.Login('token', '1234');
    4: Session.PinRetryAllow('token');
    5: Session.SessionSet('', 'bearer');
    6: Session.ProfilePut('{}');
    7: Session.ProfileSelect('1');
    8: Session.PatientSearch('NOM', 'Prenom');
    9: Session.PatientGet;
    10: Session.PatientUpdate('{}');
    11: Session.Request('GET', '/');
    12: Session.DmpOpen('1');
    13: Session.DmpSend('1', '/document', '', '10', '11503-0');
    14: Session.DmpSendBytes('1', nil, 0, 'document', '10', '11503-0');
    15: Session.DmpResendAllow('');
    16: Session.TicketSet('');
    17: Session.DmpFound('');
    18: Session.Journal;
  end;
end;

function AllMethods: TPrinted;
var
  Session: THrSession;
  Names: TPrinted;
  I: Integer;
begin
  Session := THrSession.Create('{}');
  Names := Default(TPrinted);
  for I := Low(METHOD_NAMES) to High(METHOD_NAMES) do
    try
      CallMethod(Session, I);
      Names.AddText(METHOD_NAMES[I], 'HR_OK');
    except
      on E: EHealthRecord do
        Names.AddText(METHOD_NAMES[I], E.Error.Name);
    end;
  Result := Default(TPrinted);
  Result.Add('names', Names.ToJson);
end;

end.
