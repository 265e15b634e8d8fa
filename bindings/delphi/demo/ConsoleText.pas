unit ConsoleText;

{ Standard input and output for string. Delphi's Writeln would do; Free Pascal's loses characters on Unix unless the
  program links cwstring and runs in a fitting locale. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

procedure WriteText(const Text: string);
procedure WriteError(const Text: string);
function ReadText: string;

implementation

uses
  HealthRecord.Files, HealthRecord.Text;

procedure WriteText(const Text: string);
begin
  Writeln(ToRtl(Text));
  Flush(Output); { each thread has a buffer of its own in Free Pascal }
end;

procedure WriteError(const Text: string);
begin
  Writeln(ErrOutput, ToRtl(Text));
end;

function ReadText: string;
var
  Line: {$IFDEF FPC}RawByteString{$ELSE}string{$ENDIF};
begin
  Readln(Line);
  Result := FromRtl(Line);
end;

end.
