unit HealthRecord.Log;

{ The log of the library, for the whole process. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HrApi;

type
  /// Receives one line, without its end. Level is HR_LOG_ERROR, HR_LOG_INFO or HR_LOG_DEBUG. Called on the thread that
  /// makes the call, from several at once when calls run in several threads. An exception does not reach the call:
  /// see HrLogFailure.
  THrLogEvent = procedure(Level: Integer; const Line: string) of object;

/// Sets who receives log lines. Lines hold function names, methods, path templates, statuses, durations and code
/// names; never a secret or a patient's data. Level: the most detailed one wanted. Event nil or HR_LOG_OFF: nobody.
/// EHealthRecordCaller: Level is out of range, also with nil; nothing was changed. Any thread, at any time; needs no
/// session. The object of Event must outlive the calls that run when another one is set.
procedure HrSetLog(const Event: THrLogEvent; Level: Integer = HR_LOG_INFO);

/// Class and message of the last exception that a log event raised; empty when none did since HrSetLog.
function HrLogFailure: string;

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord.Boundary, HealthRecord.Ending, HealthRecord.Files;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { the unused user pointer }

var
  Lock: THrLock;
  Receiver: THrLogEvent;
  Failure: string;

function ReceiverNow: THrLogEvent;
begin
  Lock.Enter;
  try
    Result := Receiver;
  finally
    Lock.Leave;
  end;
end;

procedure Remember(const Text: string);
begin
  Lock.Enter;
  try
    Failure := Text;
  finally
    Lock.Leave;
  end;
end;

procedure Receive(Level: Integer; Text: PAnsiChar);
var
  Event: THrLogEvent;
begin
  try
    Event := ReceiverNow;
    if Assigned(Event) then
      Event(Level, StaticText(Text));
  except
    on E: Exception do
      Remember(string(E.ClassName) + ': ' + FromRtl(E.Message));
  else
    Remember('an object that is no Exception');
  end;
end;

procedure ReceiveLine(user: Pointer; level: Integer; text: PAnsiChar); cdecl;
begin
  if not BeginCallback then
    Exit;
  Receive(level, text);
  EndCallback;
end;

procedure HrSetLog(const Event: THrLogEvent; Level: Integer);
begin
  HrLoad;
  Lock.Enter;
  try
    if Assigned(Event) then
      Check('hr_set_log', hr_set_log(ReceiveLine, nil, Level))
    else
      Check('hr_set_log', hr_set_log(nil, nil, Level));
    Receiver := Event;
    Failure := '';
  finally
    Lock.Leave;
  end;
end;

function HrLogFailure: string;
begin
  Lock.Enter;
  try
    Result := Failure;
  finally
    Lock.Leave;
  end;
end;

initialization

finalization
  if Assigned(hr_set_log) then
    hr_set_log(nil, nil, HR_LOG_OFF);
  EndCallbacks;

end.
