unit HealthRecord.Ending;

{ The end of the program, while other threads may still be inside the wrapper: they log, call and close. What they use is
  never freed, and what the run-time library takes apart they must not touch. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

type
  /// A lock that needs no memory of its own: zeros are a free one, and nothing has to be freed. In static memory it can be
  /// used to the last. For a few instructions at a time. The thread that has it may enter again.
  THrLock = record
  private
    FTaken, FDepth: Integer;
    FOwner: Pointer;
  public
    procedure Enter;
    procedure Leave;
  end;

/// Begins a part that uses the run-time library in a callback. False: the program ends, and the callback returns at once.
function BeginCallback: Boolean;
procedure EndCallback;

/// Called by the finalization of each unit that has callbacks: from now on none begins. Those that run have a moment to end;
/// one that waits for this very thread is not waited for longer.
procedure EndCallbacks;

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils, System.SyncObjs{$ENDIF};

const
  MOMENT_MS = 500;

var
  Ended, Running: Integer;

threadvar
  Own: Byte; { its address identifies the thread }

{ Each is a full memory barrier. }

function Exchanged(var Target: Integer; Value: Integer): Integer;
begin
  Result := {$IFDEF FPC}InterlockedExchange{$ELSE}TInterlocked.Exchange{$ENDIF}(Target, Value);
end;

procedure Add(var Target: Integer; Value: Integer);
begin
  {$IFDEF FPC}InterlockedExchangeAdd{$ELSE}TInterlocked.Add{$ENDIF}(Target, Value);
end;

procedure THrLock.Enter;
var
  Tries: Integer;
begin
  if FOwner = @Own then
  begin
    Inc(FDepth);
    Exit;
  end;
  Tries := 0;
  while Exchanged(FTaken, 1) <> 0 do
  begin
    Inc(Tries);
    Sleep(Ord(Tries > 100)); { a millisecond lets a thread of a lower priority run }
  end;
  FOwner := @Own;
end;

procedure THrLock.Leave;
begin
  if FDepth > 0 then
  begin
    Dec(FDepth);
    Exit;
  end;
  FOwner := nil;
  Exchanged(FTaken, 0);
end;

function BeginCallback: Boolean;
begin
  Add(Running, 1);
  Result := Ended = 0;
  if not Result then
    Add(Running, -1);
end;

procedure EndCallback;
begin
  Add(Running, -1);
end;

procedure EndCallbacks;
var
  I: Integer;
begin
  Exchanged(Ended, 1);
  for I := 1 to MOMENT_MS do
    if Running = 0 then
      Exit
    else
      Sleep(1);
end;

end.
