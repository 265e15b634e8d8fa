program UnitTests;

{ The tests of the wrapper itself:
    UnitTests FOLDER STAGE LARGE_FILE
  tests/run makes the three and starts the sandbox. HR_LIBRARY names the library. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}
{$IFDEF MSWINDOWS}{$APPTYPE CONSOLE}{$ENDIF}

uses
  {$IFDEF FPC}{$IFDEF UNIX}cthreads,{$ENDIF}{$ENDIF}
  CancelTests, Checks, ClientTests, ConsoleText, ErrorTests, HealthRecord.Files, HealthRecord.Text, JournalTests, LoginTests, SessionTests, Stage, TextTests,
  UnreadableTests, UploadTests;

begin
  RunErrorTests(ArgumentText(1));
  RunTextTests;
  RunUploadTests(TStage.Read(ArgumentText(2)), ArgumentText(3));
  RunSessionTests(TStage.Read(ArgumentText(2)));
  RunJournalTests(TStage.Read(ArgumentText(2)), ArgumentText(1));
  RunUnreadableTests(TStage.Read(ArgumentText(2)));
  RunClientTests(TStage.Read(ArgumentText(2)), ArgumentText(1));
  RunLoginTests(TStage.Read(ArgumentText(2)), ArgumentText(1));
  RunCancelTests(TStage.Read(ArgumentText(2)), ArgumentText(1));
  WriteText(NumberText(Passed) + ' passed, ' + NumberText(Failed) + ' failed');
  if Failed > 0 then
    ExitCode := 1;
end.
