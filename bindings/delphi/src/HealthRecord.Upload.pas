unit HealthRecord.Upload;

{ The progress of uploads: the event, and the receiver that the library calls.

  The library calls on the thread that makes the upload, so what belongs to one upload stands on that thread's stack
  and is found through a thread variable. Nothing of it depends on the session object, which another thread may free
  meanwhile. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord.Boundary, HealthRecord.Ending, HealthRecord.Errors, HealthRecord.Results;

type
  /// Told how far an upload is, on the thread that makes it: with 0 at the start (again and again while the document is
  /// compared with one in doubt), at every hundredth or 100 ms, and with Done equal to Total once the service has answered. Bytes
  /// of the document. Set Stop to end the upload (the last report comes too late for that). An exception ends it too, and
  /// is raised again by the upload, unless the document was accepted or may have been: see LastStop. May call Cancel and Close; other calls on the same session raise
  /// HR_E_BUSY. Sender is the THealthRecord that uploads; once another thread has freed it, it must not be used, and a
  /// report may still come. The object of the event must outlive the upload. (Not TProgressEvent: VCL has one.)
  THrProgressEvent = procedure(Sender: TObject; Done, Total: Int64; var Stop: Boolean) of object;

  { How the last upload ended whose event raised. Any thread may ask while another one's upload ends. }
  IHrLastStop = interface
    ['{5B1B9A0E-6C1B-4E0F-9B8B-0B7E3C1D2A41}']
    function GetFailure: THrFailure;
    procedure SetFailure(const Failure: THrFailure);
  end;

  PHrUpload = ^THrUpload;

  { One upload. Lives on the stack between Start and Finish. }
  THrUpload = record
  private
    FSender: TObject;
    FEvent: THrProgressEvent;
    FSize: Int64;
    FRaised: TObject;
    FOuter: PHrUpload;
    FLastStop: IHrLastStop;
    FFailure: THrFailure;
    function Report(Done, Total: Integer): Boolean;
    procedure Keep(const Failure: THrFailure);
    procedure Failed(E: EHealthRecord);
    procedure Succeeded;
  public
    { The call, with the place for the library's result or error. }
    Change: THrChange;
    { Size: of the document, or -1. LastStop: where it is kept how the upload ended when the event raises. }
    procedure Start(const Operation: string; Sender: TObject; const Event: THrProgressEvent; const LastStop: IHrLastStop; Size: Int64);
    procedure Finish;
    { The result of the upload, or its exception: that of the event, unless the document was accepted or may have been,
      else that of Code. }
    function Concluded(Code: Integer): THrSent;
    { The same for hr_deposit and hr_deposit_bytes, one of whose documents may have been accepted although it failed. }
    function Deposited(Code: Integer): THrDeposit;
  end;

  THrLastStop = class(TInterfacedObject, IHrLastStop)
  private
    FLock: THrLock;
    FFailure: THrFailure;
    function GetFailure: THrFailure;
    procedure SetFailure(const Failure: THrFailure);
  public
    constructor Create;
  end;

{ For hr_set_progress; needs no user pointer. }
function ReceiveProgress(user: Pointer; done: Integer; total: Integer): Integer; cdecl;

implementation

uses
  HrApi, HealthRecord.Codes, HealthRecord.Files, HealthRecord.Json;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { the unused user pointer }

threadvar
  Current: PHrUpload;

procedure THrUpload.Start(const Operation: string; Sender: TObject; const Event: THrProgressEvent; const LastStop: IHrLastStop; Size: Int64);
begin
  Change.Start(Operation);
  FFailure := THrFailure.Read(Operation, HR_OK, 'HR_OK', '');
  FLastStop := LastStop;
  FSender := Sender;
  FEvent := Event;
  FSize := Size;
  FRaised := nil;
  FOuter := Current;
  Current := @Self;
end;

procedure THrUpload.Finish;
begin
  Current := FOuter;
end;

{ Above MaxInt bytes the library counts units of 1,024 bytes, the last one left out when it is not full. }
function THrUpload.Report(Done, Total: Integer): Boolean;
var
  DoneBytes, TotalBytes: Int64;
  Stop: Boolean;
begin
  DoneBytes := Done;
  TotalBytes := Total;
  if (FSize > MaxInt) and (Total = FSize div 1024) then
  begin
    TotalBytes := FSize;
    DoneBytes := DoneBytes * 1024;
    if Done = Total then
      DoneBytes := FSize;
  end;
  Stop := False;
  FEvent(FSender, DoneBytes, TotalBytes, Stop);
  Result := not Stop;
end;

function ReceiveProgress(user: Pointer; done: Integer; total: Integer): Integer; cdecl;
var
  Upload: PHrUpload;
begin
  Result := 0;
  Upload := Current;
  if (Upload = nil) or not Assigned(Upload^.FEvent) then
    Exit;
  try
    if not Upload^.Report(done, total) then
      Result := 1;
  except
    Result := 1;
    if Upload^.FRaised = nil then
      Upload^.FRaised := TObject(AcquireExceptionObject);
  end;
end;

{ Without memory for them LastStop keeps fewer words. }
procedure THrUpload.Keep(const Failure: THrFailure);
begin
  FFailure := Failure;
  try
    if FRaised is Exception then
      FFailure.EventError := string(FRaised.ClassName) + ': ' + FromRtl(Exception(FRaised).Message)
    else
      FFailure.EventError := string(FRaised.ClassName);
  except
    on EOutOfMemory do
      ;
  end;
  FLastStop.SetFailure(FFailure);
end;

{ Something may have taken effect at the other side. }
function HasEffect(E: EHealthRecord): Boolean;
var
  Each: TJson;
  Outcome: string;
begin
  Result := E.InDoubt;
  if E.Documents.Kind = jkArray then
    for Each in E.Documents do
    begin
      Each['outcome'].TryText(Outcome);
      Result := Result or (OutcomeOf(Outcome) in [hoOther, hoAccepted, hoUnknown, hoAcceptedUnreadable]);
    end;
end;

{ For an except part: what comes out of it instead of E is what the event raised. }
procedure THrUpload.Failed(E: EHealthRecord);
var
  Raised: TObject;
begin
  if FRaised = nil then
    Exit;
  Keep(E.Failure);
  Raised := FRaised;
  FRaised := nil;
  if not HasEffect(E) then
    raise Raised;
  Raised.Free;
end;

procedure THrUpload.Succeeded;
begin
  if FRaised <> nil then
    Keep(FFailure);
  FRaised.Free;
  FRaised := nil;
end;

function THrUpload.Concluded(Code: Integer): THrSent;
begin
  try
    try
      Result := THrSent.Read(Change.Answer(Code));
    except
      Change.Explain;
      raise;
    end;
  except
    on E: EHealthRecord do
    begin
      Failed(E);
      raise;
    end;
  end;
  FFailure.Outcome := Result.Outcome;
  FFailure.Journal := Result.Journal;
  FFailure.Sha256 := Result.Sha256;
  FFailure.Bytes := Result.Bytes;
  FFailure.HttpStatus := Result.HttpStatus;
  Succeeded;
end;

function THrUpload.Deposited(Code: Integer): THrDeposit;
begin
  try
    try
      Result := THrDeposit.Read(Change.Answer(Code));
    except
      Change.Explain;
      raise;
    end;
  except
    on E: EHealthRecord do
    begin
      Failed(E);
      raise;
    end;
  end;
  FFailure.Outcome := Result.Outcome;
  Succeeded;
end;

{ THrLastStop }

constructor THrLastStop.Create;
begin
  inherited Create;
  FFailure := THrFailure.Read('', 0, '', '');
end;

function THrLastStop.GetFailure: THrFailure;
begin
  FLock.Enter;
  try
    Result := FFailure;
  finally
    FLock.Leave;
  end;
end;

procedure THrLastStop.SetFailure(const Failure: THrFailure);
begin
  FLock.Enter;
  try
    FFailure := Failure;
  finally
    FLock.Leave;
  end;
end;

end.
