unit HealthRecord.Cancel;

{ Stops what a TDmpClient does, also between two of its calls. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

type
  /// Any thread may use it. One may serve several clients.
  IHrCanceller = interface
    ['{7A0C2E3D-2D0B-4D55-9A5E-0E6B3B3F7C10}']
    /// Stops the calls that run, and every later one until Reset. Returns once they have ended, after two seconds at the
    /// latest; from an event of a call it returns at once.
    procedure Cancel;
    function Cancelled: Boolean;
    /// Lets calls through again.
    procedure Reset;
    { For a call of a handle. False: it is cancelled, and neither the call nor Leave may be made. }
    function Enter(Handle: Integer): Boolean;
    procedure Leave(Handle: Integer);
  end;

function NewCanceller: IHrCanceller;

implementation

uses
  {$IFDEF FPC}Classes, SysUtils{$ELSE}System.Classes, System.SysUtils{$ENDIF},
  HrApi, HealthRecord.Ending;

const
  LONGEST_MS = 2000;

type
  TRunning = record
    Handle: Integer;
    Thread: NativeUInt;
  end;

  THrCanceller = class(TInterfacedObject, IHrCanceller)
  private
    FLock: THrLock;
    FCancelled: Boolean;
    FRunning: array of TRunning;
    function Others: Boolean;
    procedure Cancel;
    function Cancelled: Boolean;
    procedure Reset;
    function Enter(Handle: Integer): Boolean;
    procedure Leave(Handle: Integer);
  end;

function NewCanceller: IHrCanceller;
begin
  Result := THrCanceller.Create;
end;

function ThisThread: NativeUInt;
begin
  Result := NativeUInt(TThread.CurrentThread.ThreadID);
end;

{ Cancels what runs; True while another thread is in a call. hr_cancel never waits. Under the lock, so that no call is hit
  that has left. }
function THrCanceller.Others: Boolean;
var
  Each: TRunning;
begin
  Result := False;
  FLock.Enter;
  try
    FCancelled := True;
    for Each in FRunning do
    begin
      hr_cancel(Each.Handle);
      Result := Result or (Each.Thread <> ThisThread);
    end;
  finally
    FLock.Leave;
  end;
end;

{ A call that has entered may not have reached the library yet, where cancelling has no effect: so it is repeated. }
procedure THrCanceller.Cancel;
var
  I: Integer;
begin
  for I := 1 to LONGEST_MS do
  begin
    if not Others then
      Exit;
    Sleep(1);
  end;
end;

function THrCanceller.Cancelled: Boolean;
begin
  FLock.Enter;
  try
    Result := FCancelled;
  finally
    FLock.Leave;
  end;
end;

procedure THrCanceller.Reset;
begin
  FLock.Enter;
  try
    FCancelled := False;
  finally
    FLock.Leave;
  end;
end;

function THrCanceller.Enter(Handle: Integer): Boolean;
var
  Last: Integer;
begin
  FLock.Enter;
  try
    Result := not FCancelled;
    if not Result then
      Exit;
    Last := Length(FRunning);
    SetLength(FRunning, Last + 1);
    FRunning[Last].Handle := Handle;
    FRunning[Last].Thread := ThisThread;
  finally
    FLock.Leave;
  end;
end;

procedure THrCanceller.Leave(Handle: Integer);
var
  I: Integer;
begin
  FLock.Enter;
  try
    for I := High(FRunning) downto 0 do
      if (FRunning[I].Handle = Handle) and (FRunning[I].Thread = ThisThread) then
      begin
        FRunning[I] := FRunning[High(FRunning)];
        SetLength(FRunning, High(FRunning));
        Exit;
      end;
  finally
    FLock.Leave;
  end;
end;

end.
