program words;

{$MODE DELPHIUNICODE}{$H+}

uses
  SysUtils, Classes, SyncObjs;

var
  Lock: TCriticalSection;
  Name: string;
begin
  Name := ParamStr(1);
  Lock := TCriticalSection.Create;
  try
    Lock.Enter;
    raise EFOpenError.Create('caught');
  except
    on E: Exception do
      WriteLn(SizeOf(Pointer) * 8, ' ', SizeOf(Extended), ' ', E.Message, ' ', Length(Name), ' ', Ord(Name[2]));
  end;
  Lock.Free;
  ExitCode := 7;
end.
