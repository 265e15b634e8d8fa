unit HealthRecord.Log;

{ The log of the library, for the whole process. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HrApi;

type
  /// Receives one line, without its end. Level is HR_LOG_ERROR, HR_LOG_INFO or HR_LOG_DEBUG. Called on the thread that
  /// makes the call, from several at once when calls run in several threads. An exception ends with the event.
  THrLogEvent = procedure(Level: Integer; const Line: string) of object;

/// Sets who receives log lines, which hold neither a secret nor a patient's data. Level: the most detailed one wanted.
/// Event nil: nobody. Any thread, at any time. The object of Event must outlive the calls that run.
procedure HrSetLog(const Event: THrLogEvent; Level: Integer = HR_LOG_INFO);

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils, System.SyncObjs{$ENDIF},
  HealthRecord.Calls, HealthRecord.Loading;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { the unused user pointer }

var
  Lock: THrLock;
  Receiver: THrLogEvent;
  Ended: Integer = 0;
  Running: Integer = 0; { callbacks: what the program's end takes apart, none that still logs may touch }

procedure ReceiveLine(user: Pointer; level: Integer; text: PAnsiChar); cdecl;
var
  Event: THrLogEvent;
begin
  {$IFDEF FPC}InterlockedIncrement{$ELSE}TInterlocked.Increment{$ENDIF}(Running);
  if Ended = 0 then
    try
      Lock.Enter;
      Event := Receiver;
      Lock.Leave;
      if Assigned(Event) then
        Event(level, StaticText(text));
    except
      { None may cross the library. }
    end;
  {$IFDEF FPC}InterlockedDecrement{$ELSE}TInterlocked.Decrement{$ENDIF}(Running);
end;

procedure HrSetLog(const Event: THrLogEvent; Level: Integer);
begin
  HrLoad;
  if Assigned(Event) then
    Check('hr_set_log', hr_set_log(ReceiveLine, nil, Level))
  else
    Check('hr_set_log', hr_set_log(nil, nil, Level));
  Lock.Enter; { not before: a refusal is a line too }
  Receiver := Event;
  Lock.Leave;
end;

initialization

finalization
  if Assigned(hr_set_log) then
    hr_set_log(nil, nil, HR_LOG_OFF);
  repeat
    Inc(Ended);
    Sleep(Ord(Running > 0));
  until (Running = 0) or (Ended = 500); { callbacks that run have half a second to end }

end.
