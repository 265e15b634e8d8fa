unit EdgeBehaviours;

{ The behaviours of the conformance program about reasons, what is left out, short memory, the program's end, and other
  ways of writing numbers. Each gives the object to print. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  Stage;

function ReasonAndEntry(const Stage: TStage): TPrinted;
function NullOptionalText(const Stage: TStage): TPrinted;
function CallbackEndsAcceptedUpload(const Stage: TStage): TPrinted;
function OutOfMemoryAfterAccept(const Stage: TStage): TPrinted;
function ExitWhileLogging: TPrinted;
function ExitWhileClosing: TPrinted;
function NegativeSignCulture: TPrinted;

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HrApi, HealthRecord.Session, HealthRecord.Calls, HealthRecord.Json, HealthRecord.Log,
  HealthRecord.Types, ShortMemory, Workers;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { parameters that an event has and does not need }

type
  { What the events and threads of this unit need. Never freed: threads use it to the program's end. }
  TEdges = class
  private
    FLines: Integer;
    procedure AbortAtTheEnd(Done, Total: Integer; var Stop: Boolean);
    procedure Line(Level: Integer; const Line: string);
    procedure LogForEver;
    procedure CloseForEver;
  end;

procedure TEdges.AbortAtTheEnd(Done, Total: Integer; var Stop: Boolean);
begin
  if Done = Total then
    Abort;
end;

procedure TEdges.Line(Level: Integer; const Line: string);
begin
  Inc(FLines);
end;

procedure TEdges.LogForEver;
var
  Session: THrSession;
begin
  Session := THrSession.Create('{}');
  while True do
    hr_ready(Session.Handle, nil);
end;

procedure TEdges.CloseForEver;
var
  Session: THrSession;
begin
  while True do
  begin
    Session := THrSession.Create('{}');
    Session.Close;
    Session := nil;
  end;
end;

function ReasonOf(const Session: THrSession; const Token, Pin: string; const Confirmed: string = ''): string;
begin
  Result := 'null';
  try
    if Confirmed <> '' then
      Session.PinRetryAllow(Confirmed);
    Session.Login(Token, Pin);
  except
    on E: EHealthRecord do
      if E.Error.Reason <> '' then
        Result := JsonQuoted(E.Error.Reason);
  end;
end;

function ReasonAndEntry(const Stage: TStage): TPrinted;
var
  Session: THrSession;
  Card: THrCard;
  Patient: THrPatient;
  Reasons: string;
  Entries: array[1..2] of string;
  I: Integer;
begin
  Session := Stage.Prepared(Stage.Config, Card);
  Reasons := ReasonOf(Session, Card.Token, Stage.WrongPin);
  Reasons := Reasons + ',' + ReasonOf(Session, Card.Token, Stage.WrongPin);
  Card := Stage.Listed(Session);
  Reasons := Reasons + ',' + ReasonOf(Session, Card.Token, Stage.WrongPin);
  Reasons := Reasons + ',' + ReasonOf(Session, Card.Token, Stage.WrongPin, 'another');
  Reasons := Reasons + ',' + ReasonOf(Session, Card.Token, Stage.WrongPin);
  Reasons := Reasons + ',' + ReasonOf(Session, Card.Token, Stage.WrongPin, Card.Token);
  Session := Stage.Chain(Stage.Config, Patient);
  for I := 1 to 2 do
    try
      Stage.Send(Session, Patient);
    except
      on E: EHealthRecord do
        Entries[I] := E.Error.Entry;
    end;
  Session.DmpResendAllow(Entries[1]);
  Stage.Send(Session, Patient);
  Result := Default(TPrinted);
  Result.Add('reasons', '[' + Reasons + ']');
  Result.AddText('entry', Entries[1]);
  Result.AddBoolean('same_entry', Entries[1] = Entries[2]);
end;

function NullOptionalText(const Stage: TStage): TPrinted;
begin
  Result := Default(TPrinted);
  Result.AddText('nom', Stage.LoggedIn(Stage.Config).PatientSearch(Stage.Nom, '').Raw['nom'].AsText);
end;

function CallbackEndsAcceptedUpload(const Stage: TStage): TPrinted;
var
  Session: THrSession;
  Patient: THrPatient;
  Sent: THrUpload;
begin
  Session := Stage.Chain(Stage.Config, Patient);
  Session.OnProgress := TEdges.Create.AbortAtTheEnd;
  Sent := Stage.Send(Session, Patient);
  Result := Default(TPrinted);
  Result.AddText('outcome', Sent.Outcome);
  Result.AddText('sha256', Sent.Sha256);
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

{ Whether the library still says that the upload was accepted. }
function IsAccepted(Session: THrSession): Boolean;
begin
  FailAllocation(0);
  Result := TextOf(Session.Last['outcome']) = 'accepted';
end;

function OutOfMemoryAfterAccept(const Stage: TStage): TPrinted;
var
  Session: THrSession;
  Patient: THrPatient;
  Accepted, Unreadable, Hidden: Integer;
begin
  Session := Stage.Chain(Stage.Config, Patient);
  RealSendBytes := hr_dmp_send_bytes;
  hr_dmp_send_bytes := SendThenFail;
  Accepted := 0;
  Unreadable := 0;
  Hidden := 0;
  repeat
    Failing := Unreadable + 1;
    try
      Session.DmpSendBytes(Patient.PatientId, PAnsiChar('a note'), 6, 'note.txt', '10', '11503-0');
      Inc(Accepted);
    except
      on Exception do
        if IsAccepted(Session) then
          Inc(Unreadable)
        else
          Inc(Hidden);
    end;
    FailAllocation(0);
  until Accepted + Hidden > 0;
  hr_dmp_send_bytes := RealSendBytes;
  Result := Default(TPrinted);
  Result.AddNumber('accepted', Accepted);
  Result.AddNumber('unreadable', Unreadable);
  Result.AddNumber('hidden', Hidden);
end;

{ Returns when the threads run, which never end. }
function KeepRunning(Edges: TEdges; const Work: TWork): TPrinted;
var
  I: Integer;
begin
  HrSetLog(Edges.Line, HR_LOG_DEBUG);
  for I := 1 to 4 do
    TWorker.Create(Work);
  while Edges.FLines < 1000 do
    Sleep(1);
  Result := Default(TPrinted);
  Result.AddBoolean('running', True);
end;

function ExitWhileLogging: TPrinted;
var
  Edges: TEdges;
begin
  Edges := TEdges.Create;
  Result := KeepRunning(Edges, Edges.LogForEver);
end;

function ExitWhileClosing: TPrinted;
var
  Edges: TEdges;
begin
  Edges := TEdges.Create;
  Result := KeepRunning(Edges, Edges.CloseForEver);
end;

function NegativeSignCulture: TPrinted;
var
  Settings: THrConfiguration;
begin
  FormatSettings.ThousandSeparator := ' ';
  FormatSettings.DecimalSeparator := ',';
  FormatSettings.NegCurrFormat := 15;
  Result := Default(TPrinted);
  Settings := Default(THrConfiguration);
  Settings.Timeouts.CallMs := 1234567;
  Settings.CardCodes.PinRefused := TArray<string>.Create('-1234');
  Result.AddNumber('call_ms', THrSession.Create(Settings.ToJson).Settings.Timeouts.CallMs);
  try
    Check('hr_state', -12345);
  except
    on E: EHealthRecord do
      Result.AddText('message', E.Error.Message);
  end;
end;

end.
