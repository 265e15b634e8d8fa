unit HealthRecord.Module;

{ Opens a shared library, and reads from its first bytes for which system and processor it was made: the system's
  own message ("is not a valid Win32 application", "wrong ELF class") helps nobody. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

type
  THrModule = NativeUInt;

const
  HR_FILE = {$IFDEF MSWINDOWS}'hr.dll'{$ELSE}{$IFDEF DARWIN}'libhr.dylib'{$ELSE}{$IFDEF MACOS}'libhr.dylib'{$ELSE}
    'libhr.so'{$ENDIF}{$ENDIF}{$ENDIF};
  PROCESSOR = {$IF DEFINED(CPUX86_64) OR DEFINED(CPUX64)}'64-bit x86'
    {$ELSEIF DEFINED(CPUAARCH64) OR DEFINED(CPUARM64)}'64-bit ARM'
    {$ELSEIF DEFINED(CPUARM) OR DEFINED(CPUARM32)}'32-bit ARM'
    {$ELSE}'32-bit x86'{$IFEND};
  SYSTEM_NAME = {$IFDEF MSWINDOWS}'Windows'{$ELSE}{$IFDEF LINUX}'Linux'{$ELSE}'another system'{$ENDIF}{$ENDIF};
  /// For what this program was made, in the words of KindOfFile.
  KIND_OF_PROGRAM = PROCESSOR + ' ' + SYSTEM_NAME;

/// For what a file was made, such as "64-bit x86 Windows"; empty when it is no library that is known here.
function KindOfFile(const FileName: string): string;

/// Loads a library by its full path, or by its name through the search of the system. 0 when it cannot be loaded:
/// then Reason is what the system says, and Error the number that Windows gives; elsewhere 0.
function OpenModule(const FileName: string; out Reason: string; out Error: Cardinal): THrModule;

/// Whether Windows means by a number that rules of the computer forbid the file. Then both texts say which, as the
/// end of a sentence.
function ForbiddenByRules(Error: Cardinal; out English, French: string): Boolean;

/// The address of a function, or nil.
function SymbolOf(Module: THrModule; const Name: UTF8String): Pointer;

procedure CloseModule(Module: THrModule);

implementation

uses
  {$IFDEF FPC}
  {$IFDEF MSWINDOWS}Windows,{$ELSE}dynlibs,{$ENDIF}
  SysUtils,
  {$ELSE}
  {$IFDEF MSWINDOWS}Winapi.Windows,{$ENDIF}
  System.SysUtils,
  {$ENDIF}
  HealthRecord.Files;

const
  HEAD_SIZE = 4096;

{ A little-endian number at Offset from 0; -1 behind the end. }
function NumberAt(const Head: RawByteString; Offset, Size: Integer): Integer;
begin
  Result := -1;
  if (Offset < 0) or (Offset + Size > Length(Head)) then
    Exit;
  Result := 0;
  while Size > 0 do
  begin
    Dec(Size);
    Result := Result shl 8 or Ord(Head[Offset + Size + 1]);
  end;
end;

{ Machine: of ELF or of Windows, which have no number in common here. }
function ProcessorOf(Machine: Integer): string;
begin
  case Machine of
    3, $14C: Result := '32-bit x86';
    40, $1C0, $1C4: Result := '32-bit ARM';
    62, $8664: Result := '64-bit x86';
    183, $AA64: Result := '64-bit ARM';
  else
    Result := 'another processor,';
  end;
end;

function KindOfFile(const FileName: string): string;
var
  Head: RawByteString;
  Offset: Integer;
begin
  Result := '';
  Head := StartOfFile(FileName, HEAD_SIZE);
  if NumberAt(Head, 0, 4) = $464C457F then
    Exit(ProcessorOf(NumberAt(Head, 18, 2)) + ' Linux');
  if NumberAt(Head, 0, 2) <> $5A4D then
    Exit;
  Offset := NumberAt(Head, $3C, 4);
  if (Offset > 0) and (Offset < HEAD_SIZE) and (NumberAt(Head, Offset, 4) = $4550) then
    Result := ProcessorOf(NumberAt(Head, Offset + 4, 2)) + ' Windows';
end;

function ForbiddenByRules(Error: Cardinal; out English, French: string): Boolean;
const
  ACCESS_DISABLED_BY_POLICY = 1260;
  SYSTEM_INTEGRITY_POLICY_VIOLATION = 4551;
begin
  English := '';
  French := '';
  case Error of
    ACCESS_DISABLED_BY_POLICY:
      begin
        English := 'a rule of the administrator blocks it (AppLocker or software restriction, error 1260)';
        French := 'une r'#$00E8'gle de l''administrateur la bloque (erreur 1260)';
      end;
    SYSTEM_INTEGRITY_POLICY_VIOLATION:
      begin
        English := 'application control accepts no file without a trusted signature (Smart App Control or App Control '
          + 'for Business, error 4551)';
        French := 'le contr'#$00F4'le des applications n''accepte aucun fichier sans signature reconnue (erreur 4551)';
      end;
  end;
  Result := English <> '';
end;

{$IFDEF MSWINDOWS}
function OpenModule(const FileName: string; out Reason: string; out Error: Cardinal): THrModule;
const
  ALTERED_SEARCH_PATH = $8;
  SEARCH_DEFAULT_DIRS = $1000;
var
  Flags, Mode: Cardinal;
  Name: string;
  I: Integer;
begin
  Name := FileName;
  for I := 1 to Length(Name) do
    if Name[I] = '/' then
      Name[I] := '\';
  { Its own folder for what it needs itself; a bare name without PATH and the current folder. }
  Flags := SEARCH_DEFAULT_DIRS;
  if IsFullPath(Name) then
    Flags := ALTERED_SEARCH_PATH;
  Mode := SetErrorMode(SEM_FAILCRITICALERRORS or SEM_NOOPENFILEERRORBOX);
  try
    Result := LoadLibraryExW(PWideChar(Name), 0, Flags);
    Reason := '';
    Error := 0;
    if Result = 0 then
    begin
      Error := GetLastError;
      Reason := FromRtl(SysErrorMessage(Error));
    end;
  finally
    SetErrorMode(Mode);
  end;
end;
{$ELSE}
function OpenModule(const FileName: string; out Reason: string; out Error: Cardinal): THrModule;
begin
  Reason := '';
  Error := 0;
  Result := THrModule(LoadLibrary({$IFDEF FPC}SystemName(FileName){$ELSE}PChar(FileName){$ENDIF}));
  if Result = 0 then
    Reason := {$IFDEF FPC}FromRtl(GetLoadErrorStr){$ELSE}SysErrorMessage(GetLastError){$ENDIF};
end;
{$ENDIF}

function SymbolOf(Module: THrModule; const Name: UTF8String): Pointer;
begin
  {$IF DEFINED(FPC) OR DEFINED(MSWINDOWS)}
  Result := GetProcAddress(Module, PAnsiChar(Name));
  {$ELSE}
  Result := GetProcAddress(Module, PChar(string(Name)));
  {$IFEND}
end;

procedure CloseModule(Module: THrModule);
begin
  FreeLibrary(Module);
end;

end.
