unit ConsoleText;

{ Standard input and output for string. Delphi's Writeln would do; Free Pascal's loses characters on Unix unless the
  program links cwstring and runs in a fitting locale. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

procedure WriteText(const Text: string);
procedure WriteError(const Text: string);
function ReadText: string;

/// An argument of the program.
function ArgumentText(Index: Integer): string;

/// Asks for a line of text.
function Asked(const Prompt: string): string;

/// The number that a text is; 0 for any other text.
function NumberOf(const Text: string): Integer;

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF}, HealthRecord.Text;

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

function Asked(const Prompt: string): string;
begin
  Write(ToRtl(Prompt));
  Flush(Output);
  Result := ReadText;
end;

function ArgumentText(Index: Integer): string;
begin
  {$IF DEFINED(FPC) AND DEFINED(UNIX)}
  Result := '';
  if Index < argc then
    Result := FromRtl(argv[Index]);
  {$ELSE}
  Result := string(ParamStr(Index));
  {$IFEND}
end;

function NumberOf(const Text: string): Integer;
begin
  Result := StrToIntDef(ToRtl(Text), 0);
end;

end.
