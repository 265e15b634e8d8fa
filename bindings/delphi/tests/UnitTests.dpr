program UnitTests;

{ The tests of the wrapper itself:
    UnitTests FOLDER STAGE
  tests/run makes both and starts the sandbox. HR_LIBRARY names the library. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}
{$IFDEF MSWINDOWS}{$APPTYPE CONSOLE}{$ENDIF}

uses
  {$IFDEF FPC}{$IFDEF UNIX}cthreads,{$ENDIF}{$ENDIF}
  Checks, ClientTests, ConsoleText, HealthRecord.Text, LoadingTests, Stage, TextTests;

begin
  RunLoadingTests(ArgumentText(1));
  RunTextTests;
  RunClientTests(TStage.Read(ArgumentText(2)), ArgumentText(1));
  WriteText(NumberText(Passed) + ' passed, ' + NumberText(Failed) + ' failed');
  if Failed > 0 then
    ExitCode := 1;
end.
