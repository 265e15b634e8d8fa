unit HealthRecord.Guarded;

{ The calls that TDmpClient makes, each of which an IHrCanceller can stop. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HealthRecord, HealthRecord.Cancel, HealthRecord.Results;

type
  /// A session and its canceller. Where it is cancelled, each call raises HR_E_CANCELLED and sends nothing.
  THrGuarded = record
  private
    procedure Enter(const Operation, Outcome: string);
    procedure Leave;
  public
    Session: IHealthRecord;
    Canceller: IHrCanceller;
    function WaitCard(const CardJson: string; TimeoutMs: Integer): THrReady;
    procedure PinRetryAllow;
    function Connect(const RequestJson, PinCode: string): THrConnected;
    function PatientFind(const RequestJson: string): THrFoundPatient;
    function Deposit(const RequestJson: string; TotalBytes: Int64): THrDeposit;
  end;

implementation

uses
  HrApi, HealthRecord.Boundary, HealthRecord.Errors;

procedure THrGuarded.Enter(const Operation, Outcome: string);
var
  Failed: THrFailure;
begin
  if Canceller.Enter(Session.Handle) then
    Exit;
  Failed := FailureOf(Operation, HR_E_CANCELLED, '');
  Failed.At := 'library';
  Failed.Outcome := Outcome;
  Failed.Message := 'It was cancelled before it began; nothing was sent.';
  Failed.MessageFr := 'Annul'#$00E9' avant de commencer ; rien n''a '#$00E9't'#$00E9' envoy'#$00E9'.';
  raise FamilyOf(HR_E_CANCELLED).CreateFrom(Failed);
end;

procedure THrGuarded.Leave;
begin
  Canceller.Leave(Session.Handle);
end;

function THrGuarded.WaitCard(const CardJson: string; TimeoutMs: Integer): THrReady;
begin
  Enter('hr_wait_card', '');
  try
    Result := Session.WaitCard(CardJson, TimeoutMs);
  finally
    Leave;
  end;
end;

procedure THrGuarded.PinRetryAllow;
begin
  Enter('hr_pin_retry_allow', '');
  try
    Session.PinRetryAllow;
  finally
    Leave;
  end;
end;

function THrGuarded.Connect(const RequestJson, PinCode: string): THrConnected;
begin
  Enter('hr_connect', 'not_sent');
  try
    Result := Session.Connect(RequestJson, PinCode);
  finally
    Leave;
  end;
end;

function THrGuarded.PatientFind(const RequestJson: string): THrFoundPatient;
begin
  Enter('hr_patient_find', '');
  try
    Result := Session.PatientFind(RequestJson);
  finally
    Leave;
  end;
end;

function THrGuarded.Deposit(const RequestJson: string; TotalBytes: Int64): THrDeposit;
begin
  Enter('hr_deposit', 'not_sent');
  try
    Result := Session.Deposit(RequestJson, TotalBytes);
  finally
    Leave;
  end;
end;

end.
