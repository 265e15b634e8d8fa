unit HealthRecord.Files;

{ What is needed of the file system, without conversions that lose characters. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

type
  TSystemName = {$IF DEFINED(FPC) AND DEFINED(UNIX)}RawByteString{$ELSE}string{$IFEND};

/// The size of a regular file, or -1. Never opens it, so that it cannot block.
function FileSizeOf(const FileName: string): Int64;

/// The first bytes of a file, at most Count; fewer or none when it cannot be read.
function StartOfFile(const FileName: string; Count: Integer): RawByteString;

/// The name of a file as the run-time library takes it without converting it.
function SystemName(const FileName: string): TSystemName;

/// True when FileName leads to one place, whatever the current folder is.
function IsFullPath(const FileName: string): Boolean;

/// The folder of the program, with its last separator. In Delphi that of the DLL or package that this unit is part of; in
/// Free Pascal that of the program also then.
function ProgramFolder: string;

/// An environment variable; empty when it is not set.
function EnvironmentText(const Name: string): string;

/// An argument of the program: 0 is its file.
function ArgumentText(Index: Integer): string;

/// A text of the operating system as the run-time library gives it.
function FromRtl(const Text: {$IFDEF FPC}RawByteString{$ELSE}string{$ENDIF}): string;

implementation

uses
  {$IFDEF FPC}
  {$IFDEF UNIX}BaseUnix, HealthRecord.Text,{$ENDIF} SysUtils;
  {$ELSE}
  System.SysUtils;
  {$ENDIF}

function FromRtl(const Text: {$IFDEF FPC}RawByteString{$ELSE}string{$ENDIF}): string;
begin
  {$IF DEFINED(FPC) AND DEFINED(UNIX)}
  if not TryToText(Text, Result) then
    Result := UnicodeString(Text);
  {$ELSE}
  Result := string(Text);
  {$IFEND}
end;

{$IF DEFINED(FPC) AND DEFINED(UNIX)}
function SystemName(const FileName: string): TSystemName;
begin
  Result := ToRtl(FileName);
  SetCodePage(Result, DefaultFileSystemCodePage, False);
end;

function FileSizeOf(const FileName: string): Int64;
var
  Found: TStat;
begin
  Result := -1;
  Found := Default(TStat);
  if (fpStat(PAnsiChar(SystemName(FileName)), Found) = 0) and fpS_ISREG(Found.st_mode) then
    Result := Found.st_size;
end;

function ArgumentText(Index: Integer): string;
var
  Text: RawByteString;
begin
  Text := '';
  {$IFDEF LINUX}
  if Index = 0 then
    Text := fpReadLink('/proc/self/exe');
  {$ENDIF}
  if (Length(Text) = 0) and (Index < argc) then
    Text := argv[Index];
  Result := FromRtl(Text);
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

function FileSizeOf(const FileName: string): Int64;
var
  Found: {$IFDEF FPC}TUnicodeSearchRec{$ELSE}TSearchRec{$ENDIF};
begin
  Result := -1;
  if FindFirst(FileName, faAnyFile and not faDirectory, Found) <> 0 then
    Exit;
  if Found.Attr and faDirectory = 0 then
    Result := Found.Size;
  FindClose(Found);
end;

function ArgumentText(Index: Integer): string;
begin
  Result := string(ParamStr(Index));
end;

function EnvironmentText(const Name: string): string;
begin
  Result := string(GetEnvironmentVariable(Name));
end;
{$IFEND}

function StartOfFile(const FileName: string; Count: Integer): RawByteString;
var
  Handle: THandle;
  Got: Integer;
begin
  Result := '';
  if FileSizeOf(FileName) < 1 then
    Exit;
  Handle := FileOpen(SystemName(FileName), fmOpenRead or fmShareDenyNone);
  if Handle = THandle(-1) then
    Exit;
  try
    SetLength(Result, Count);
    Got := FileRead(Handle, PAnsiChar(Result)^, Count);
    if Got < 0 then
      Got := 0;
    SetLength(Result, Got);
  finally
    FileClose(Handle);
  end;
end;

function IsFullPath(const FileName: string): Boolean;
begin
  {$IFDEF MSWINDOWS}
  Result := (Length(FileName) > 2)
    and ((FileName[2] = ':') and ((FileName[3] = '\') or (FileName[3] = '/'))
    or (FileName[1] = '\') and (FileName[2] = '\'));
  {$ELSE}
  Result := (FileName <> '') and (FileName[1] = '/');
  {$ENDIF}
end;

function ProgramFolder: string;
var
  I: Integer;
begin
  {$IFDEF FPC}
  Result := ArgumentText(0);
  {$ELSE}
  Result := GetModuleName(HInstance);
  {$ENDIF}
  I := Length(Result);
  while (I > 0) and (Result[I] <> PathDelim) do
    Dec(I);
  SetLength(Result, I);
end;

end.
