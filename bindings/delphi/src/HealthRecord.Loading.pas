unit HealthRecord.Loading;

{ Finds the library and loads it, once per process. HrApi, which is generated, has the functions and binds them. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

type
  /// A lock in static memory, free from the start and usable to the last: threads may log after the finalization.
  THrLock = record
  private
    FTaken: Integer;
  public
    procedure Enter;
    procedure Leave;
  end;

  /// The library whose functions are bound. Without a module they become nil.
  THrBinding = record
    Module: NativeUInt;
    FileName: string;
    procedure Bind(const Name: UTF8String; Slot: PPointer);
  end;

  THrBindAll = procedure(const Binding: THrBinding);

/// HrApi.HrLoad, which documents it.
procedure LoadOnce(const FileName: string; BindAll: THrBindAll);

implementation

uses
  {$IFDEF FPC}
  {$IFDEF MSWINDOWS}Windows,{$ELSE}dynlibs,{$ENDIF}
  SysUtils,
  {$ELSE}
  {$IFDEF MSWINDOWS}Winapi.Windows,{$ENDIF}
  System.SysUtils, System.SyncObjs,
  {$ENDIF}
  HrApi, HealthRecord.Calls, HealthRecord.Text;

const
  HR_FILE = {$IFDEF MSWINDOWS}'hr.dll'{$ELSE}{$IF DEFINED(DARWIN) OR DEFINED(MACOS)}'libhr.dylib'{$ELSE}
    'libhr.so'{$IFEND}{$ENDIF};

var
  Lock: THrLock;
  LoadedFile: string;
  Loaded: Boolean; { after the finalization too, when LoadedFile is empty again }

procedure THrLock.Enter;
begin
  while {$IFDEF FPC}InterlockedExchange{$ELSE}TInterlocked.Exchange{$ENDIF}(FTaken, 1) <> 0 do
    Sleep(1);
end;

procedure THrLock.Leave;
begin
  {$IFDEF FPC}InterlockedExchange{$ELSE}TInterlocked.Exchange{$ENDIF}(FTaken, 0);
end;

procedure THrBinding.Bind(const Name: UTF8String; Slot: PPointer);
begin
  Slot^ := nil;
  if Module = 0 then
    Exit;
  {$IF DEFINED(FPC) OR DEFINED(MSWINDOWS)}
  Slot^ := GetProcAddress(Module, PAnsiChar(Name));
  {$ELSE}
  Slot^ := GetProcAddress(Module, PChar(string(Name)));
  {$IFEND}
  if Slot^ = nil then
    raise EHealthRecordLibrary.Create(FileName + ' has no function ' + ToText(Name)
      + ': it is another library or an old version.');
end;

function Chosen(const FileName: string): string;
begin
  Result := FileName;
  if (Result = '') and IsFile(ProgramFolder + HR_FILE) then
    Result := ProgramFolder + HR_FILE; { before what others may have set: it sees PINs }
  if Result = '' then
    Result := EnvironmentText('HR_LIBRARY');
  if Result = '' then
    Exit(HR_FILE);
  if not IsFullPath(Result) then
    raise EHealthRecordLibrary.Create('The path of the library is not a full one: ' + Result);
  if not IsFile(Result) then
    raise EHealthRecordLibrary.Create('The library file does not exist: ' + Result);
end;

{ 0 when it cannot be loaded: then Said is what the system says, and Error the number that Windows gives; elsewhere 0. }
function OpenModule(const FileName: string; out Said: string; out Error: Cardinal): NativeUInt;
{$IFDEF MSWINDOWS}
const
  ALTERED_SEARCH_PATH = $8;
  SEARCH_DEFAULT_DIRS = $1000;
var
  Flags, Mode: Cardinal;
begin
  { Its own folder for what it needs itself; a bare name without PATH and the current folder. }
  Flags := SEARCH_DEFAULT_DIRS;
  if IsFullPath(FileName) then
    Flags := ALTERED_SEARCH_PATH;
  Mode := SetErrorMode(SEM_FAILCRITICALERRORS or SEM_NOOPENFILEERRORBOX);
  Result := LoadLibraryExW(PWideChar(FileName), 0, Flags);
  Error := GetLastError;
  SetErrorMode(Mode);
  Said := FromRtl(SysErrorMessage(Error));
end;
{$ELSE}
begin
  Error := 0;
  Result := NativeUInt(LoadLibrary({$IFDEF FPC}SystemName(FileName){$ELSE}PChar(FileName){$ENDIF}));
  Said := {$IFDEF FPC}FromRtl(GetLoadErrorStr){$ELSE}SysErrorMessage(GetLastError){$ENDIF};
end;
{$ENDIF}

function Opened(const FileName: string): NativeUInt;
const
  BAD_EXE_FORMAT = 193;
  BITS = {$IFDEF CPU64}'64-bit'{$ELSE}{$IFDEF CPU64BITS}'64-bit'{$ELSE}'32-bit'{$ENDIF}{$ENDIF};
  DISABLED_BY_POLICY = 1260; { AppLocker or software restriction }
  INTEGRITY_POLICY = 4551; { Smart App Control or App Control for Business: no signature that is trusted }
var
  Said: string;
  Error: Cardinal;
begin
  Result := OpenModule(FileName, Said, Error);
  if Result <> 0 then
    Exit;
  if (Error = DISABLED_BY_POLICY) or (Error = INTEGRITY_POLICY) then
    raise EHealthRecordLibrary.Create('Rules of this computer forbid ' + FileName + ' (error '
      + NumberText(Error) + '). Sign it together with the program.');
  if (Error = BAD_EXE_FORMAT) or (Pos('ELF', Said) > 0) or (Pos('file too short', Said) > 0) then
    raise EHealthRecordLibrary.Create(FileName + ' is no library for this ' + BITS + ' program: ' + Said);
  if FileName = HR_FILE then
    raise EHealthRecordLibrary.Create(FileName + ' is neither beside the program (' + ProgramFolder
      + ') nor found by the system: ' + Said);
  raise EHealthRecordLibrary.Create(FileName + ' cannot be loaded: ' + Said);
end;

procedure Load(const FileName: string; BindAll: THrBindAll);
var
  Binding: THrBinding;
  Version: T_hr_abi_version;
begin
  Binding.Module := Opened(FileName);
  Binding.FileName := FileName;
  try
    Binding.Bind('hr_abi_version', @@Version);
    if Version() <> HR_ABI_VERSION_WANTED then
      raise EHealthRecordLibrary.Create(FileName + ' has interface version ' + NumberText(Version())
        + ', this program needs ' + NumberText(HR_ABI_VERSION_WANTED) + '.');
    BindAll(Binding);
  except
    FreeLibrary(Binding.Module);
    Binding.Module := 0;
    BindAll(Binding);
    raise;
  end;
  LoadedFile := FileName;
  Loaded := True;
end;

procedure LoadOnce(const FileName: string; BindAll: THrBindAll);
begin
  Lock.Enter;
  try
    if not Loaded then
      Load(Chosen(FileName), BindAll)
    else if (FileName <> '') and (FileName <> LoadedFile) then
      raise EHealthRecordLibrary.Create('Another library is loaded already: ' + LoadedFile);
  finally
    Lock.Leave;
  end;
end;

end.
