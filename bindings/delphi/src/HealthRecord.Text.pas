unit HealthRecord.Text;

{ UTF-8 at the boundary of the library, UTF-16 outside; files and the environment. Free Pascal on Unix loses characters
  in its own conversions unless the program links a string manager; the functions used here need none (its UTF8ToString
  loses U+FFFE and U+FFFF: texts of the library are read by the library's own). }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$WARN 6058 OFF}{$ENDIF} { what the compiler does not inline }

interface

type
  /// The string of the run-time library: UTF-16 in Delphi; in Free Pascal bytes, here always UTF-8.
  TRtlText = {$IFDEF FPC}RawByteString{$ELSE}string{$ENDIF};
  TSystemName = {$IF DEFINED(FPC) AND DEFINED(UNIX)}RawByteString{$ELSE}string{$IFEND};

/// A text for the library. EArgumentException, which has Name in it but not Value, for a NUL, at which the library
/// would see the end, and for half a character (a lone surrogate), which would arrive as another one.
function CheckedUtf8(const Name, Value: string): UTF8String;

function ToText(const Utf8: RawByteString): string;

/// Text as an argument of the run-time library, such as the message of an exception.
function ToRtl(const Text: string): TRtlText;

/// A text of the run-time library or the operating system.
function FromRtl(const Text: TRtlText): string;

/// A whole number in decimal, whatever the computer's way of writing numbers is.
function NumberText(Value: Int64): string;

/// Overwrites a text that held a secret, then empties it. Only for texts that no other variable shares.
procedure WipeText(var Secret: UTF8String);

/// The same for a string, also where another variable shares it; a constant is only let go.
procedure WipeString(var Secret: string);

/// The name of a file as the run-time library takes it without converting it.
function SystemName(const FileName: string): TSystemName;

function IsFile(const FileName: string): Boolean;

/// The bytes of a file; none when it cannot be read.
function BytesOfFile(const FileName: string): RawByteString;

/// A file in UTF-8, without the mark that some editors put before it. EArgumentException: it is not in UTF-8.
function TextOfFile(const FileName: string): string;

/// True when FileName leads to one place, whatever the current folder is.
function IsFullPath(const FileName: string): Boolean;

/// The folder of the program (in Delphi: of the DLL or package that holds this unit), with its last separator.
function ProgramFolder: string;

/// An environment variable; empty when it is not set.
function EnvironmentText(const Name: string): string;

implementation

uses
  {$IFDEF FPC}{$IFDEF UNIX}BaseUnix,{$ENDIF} SysUtils{$ELSE}System.SysUtils{$ENDIF};

function HasHalfCharacter(const Text: string): Boolean;
var
  I: Integer;
  Open: Boolean;
begin
  Open := False;
  for I := 1 to Length(Text) do
  begin
    if Open <> ((Ord(Text[I]) and $FC00) = $DC00) then
      Exit(True);
    Open := (Ord(Text[I]) and $FC00) = $D800;
  end;
  Result := Open;
end;

{ In one piece, so that no other copy of a secret stays behind. }
function ToUtf8(const Text: string): UTF8String;
begin
  {$IFDEF FPC}
  Result := '';
  if Text = '' then
    Exit;
  SetLength(Result, UnicodeToUtf8(nil, 0, PWideChar(Text), Length(Text)) - 1); { the size counts a final NUL }
  UnicodeToUtf8(PAnsiChar(Result), Length(Result) + 1, PWideChar(Text), Length(Text));
  {$ELSE}
  Result := UTF8Encode(Text);
  {$ENDIF}
end;

function CheckedUtf8(const Name, Value: string): UTF8String;
begin
  if Pos(#0, Value) > 0 then
    raise EArgumentException.Create(ToRtl(Name + ' has a NUL character'));
  if HasHalfCharacter(Value) then
    raise EArgumentException.Create(ToRtl(Name + ' has half a character (a lone surrogate)'));
  Result := ToUtf8(Value);
end;

function ToText(const Utf8: RawByteString): string;
begin
  Result := UTF8ToString(Utf8);
end;

function ToRtl(const Text: string): TRtlText;
begin
  Result := {$IFDEF FPC}ToUtf8(Text){$ELSE}Text{$ENDIF};
end;

function FromRtl(const Text: TRtlText): string;
begin
  {$IF DEFINED(FPC) AND DEFINED(UNIX)}
  Result := ToText(Text);
  {$ELSE}
  Result := string(Text);
  {$IFEND}
end;

function NumberText(Value: Int64): string;
begin
  Result := string(IntToStr(Value));
end;

procedure WipeText(var Secret: UTF8String);
begin
  if Length(Secret) > 0 then
    FillChar(PAnsiChar(Secret)^, Length(Secret), 0);
  Secret := '';
end;

procedure WipeString(var Secret: string);
begin
  if StringRefCount(Secret) > 0 then
    FillChar(Pointer(Secret)^, Length(Secret) * SizeOf(Char), 0);
  Secret := '';
end;

{$IF DEFINED(FPC) AND DEFINED(UNIX)}
function SystemName(const FileName: string): TSystemName;
begin
  Result := ToRtl(FileName);
  SetCodePage(Result, DefaultFileSystemCodePage, False);
end;

function ProgramFile: string;
begin
  Result := FromRtl({$IFDEF LINUX}fpReadLink('/proc/self/exe'){$ELSE}argv[0]{$ENDIF});
end;

function EnvironmentText(const Name: string): string;
begin
  Result := FromRtl(fpGetEnv(PAnsiChar(ToRtl(Name))));
end;
{$ELSE}
function SystemName(const FileName: string): TSystemName;
begin
  Result := FileName;
end;

function ProgramFile: string;
begin
  Result := string({$IFDEF FPC}ParamStr(0){$ELSE}GetModuleName(HInstance){$ENDIF});
end;

function EnvironmentText(const Name: string): string;
begin
  Result := string(GetEnvironmentVariable(Name));
end;
{$IFEND}

function IsFile(const FileName: string): Boolean;
begin
  Result := FileExists(SystemName(FileName));
end;

function BytesOfFile(const FileName: string): RawByteString;
var
  Handle: THandle;
begin
  Result := '';
  Handle := FileOpen(SystemName(FileName), fmOpenRead or fmShareDenyNone);
  if Handle = THandle(-1) then
    Exit;
  SetLength(Result, FileSeek(Handle, 0, 2));
  FileSeek(Handle, 0, 0);
  if FileRead(Handle, PAnsiChar(Result)^, Length(Result)) < Length(Result) then
    Result := '';
  FileClose(Handle);
end;

function TextOfFile(const FileName: string): string;
var
  Bytes, Again: RawByteString;
begin
  Bytes := BytesOfFile(FileName);
  Result := ToText(Bytes);
  Again := ToUtf8(Result);
  if (Length(Again) <> Length(Bytes)) or not CompareMem(Pointer(Again), Pointer(Bytes), Length(Bytes)) then
    raise EArgumentException.Create(ToRtl(FileName + ' is not in UTF-8'));
  if Copy(Result, 1, 1) = #$FEFF then
    Delete(Result, 1, 1);
end;

function IsFullPath(const FileName: string): Boolean;
begin
  Result := {$IFDEF MSWINDOWS}(Copy(FileName, 2, 2) = ':\') or (Copy(FileName, 1, 2) = '\\'){$ELSE}
    Copy(FileName, 1, 1) = '/'{$ENDIF};
end;

function ProgramFolder: string;
begin
  Result := ProgramFile;
  while (Result <> '') and (Result[Length(Result)] <> PathDelim) do
    SetLength(Result, Length(Result) - 1);
end;

end.
