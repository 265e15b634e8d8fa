unit Checks;

{ The little that the tests need of a test framework, the same in Delphi and Free Pascal. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

type
  TTest = procedure;

{ Runs one test; what it raises is its failure. }
procedure Run(const Name: string; Test: TTest);

{ A check that fails ends its test. }
procedure CheckThat(Holds: Boolean; const What: string);
procedure CheckText(const Expected, Found, What: string);
procedure CheckNumber(Expected, Found: Int64; const What: string);

{ The numbers, for the last line. }
function Passed: Integer;
function Failed: Integer;

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF}, ConsoleText, HealthRecord.Text;

type
  EFailed = class(Exception);

var
  PassedCount, FailedCount: Integer;

procedure Run(const Name: string; Test: TTest);
begin
  try
    Test();
    Inc(PassedCount);
    WriteText('ok      ' + Name);
  except
    on E: Exception do
    begin
      Inc(FailedCount);
      WriteText('FAILED  ' + Name + ': ' + string(E.ClassName) + ': ' + FromRtl(E.Message));
    end;
  end;
end;

procedure CheckThat(Holds: Boolean; const What: string);
begin
  if not Holds then
    raise EFailed.Create(ToRtl(What));
end;

procedure CheckText(const Expected, Found, What: string);
begin
  CheckThat(Expected = Found, What + ': "' + Found + '" instead of "' + Expected + '"');
end;

procedure CheckNumber(Expected, Found: Int64; const What: string);
begin
  CheckThat(Expected = Found, What + ': ' + NumberText(Found) + ' instead of ' + NumberText(Expected));
end;

function Passed: Integer;
begin
  Result := PassedCount;
end;

function Failed: Integer;
begin
  Result := FailedCount;
end;

end.
