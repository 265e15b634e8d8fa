program AtTheEnd;

{ Ends while threads log (issue 12, point 24: error 217 in 7 of 60 runs), open and close sessions. tests/run runs it 60
  times: each must end with 0 and say nothing. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}
{$IFDEF MSWINDOWS}{$APPTYPE CONSOLE}{$ENDIF}

uses
  {$IFDEF FPC}{$IFDEF UNIX}cthreads,{$ENDIF} SysUtils,{$ELSE}System.SysUtils,{$ENDIF}
  HrApi, HealthRecord, HealthRecord.Log, Workers;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { parameters that an event has and does not need }

type
  TLoud = class
  private
    FLines: Integer;
    procedure Line(Level: Integer; const Line: string);
    procedure FailForEver;
    procedure OpenForEver;
  end;

procedure TLoud.Line(Level: Integer; const Line: string);
begin
  Inc(FLines);
end;

procedure TLoud.FailForEver;
var
  Session: IHealthRecord;
begin
  Session := OpenHealthRecord('{}');
  while True do
    hr_ready(Session.Handle, nil); { no ticket: each call is a line }
end;

procedure TLoud.OpenForEver;
var
  Session: IHealthRecord;
begin
  while True do
  begin
    Session := OpenHealthRecord('{}');
    Session.Close;
    Session := nil;
  end;
end;

var
  Loud: TLoud;
  I: Integer;
begin
  Loud := TLoud.Create;
  HrSetLog(Loud.Line, HR_LOG_DEBUG);
  for I := 1 to 4 do
    TWorker.Create(Loud.FailForEver);
  for I := 1 to 2 do
    TWorker.Create(Loud.OpenForEver);
  while Loud.FLines < 1000 do
    Sleep(1);
end.
