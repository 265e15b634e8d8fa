unit HealthRecord.Loading;

{ Finds the library and loads it, once per process. HrApi, which is generated, has the functions and binds them. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HealthRecord.Module;

type
  /// The library whose functions are bound. Without a module they become nil.
  THrBinding = record
    Module: THrModule;
    FileName: string;
    procedure Bind(const Name: UTF8String; Slot: PPointer);
  end;

  THrBindAll = procedure(const Binding: THrBinding);

/// HrApi.HrLoad, which documents it.
procedure LoadOnce(const FileName: string; BindAll: THrBindAll);

/// HrApi.HrLoadedFile.
function FileThatIsLoaded: string;

implementation

uses
  HrApi, HealthRecord.Ending, HealthRecord.Errors, HealthRecord.Files, HealthRecord.Text;

const
  LIBRARY_FR = 'La biblioth'#$00E8'que ';

var
  Lock: THrLock; { threads that log or call may come after the finalization }
  LoadedFile: string;
  Loaded: Boolean; { after the finalization too, when LoadedFile is empty again }

procedure THrBinding.Bind(const Name: UTF8String; Slot: PPointer);
var
  Shown: string;
begin
  Slot^ := nil;
  if Module = 0 then
    Exit;
  Slot^ := SymbolOf(Module, Name);
  if Slot^ <> nil then
    Exit;
  TryToText(Name, Shown);
  raise EHealthRecordLibrary.Create(lrSymbol,
    FileName + ' has no function ' + Shown + ': it is another library or an old version.',
    LIBRARY_FR + FileName + ' n''a pas la fonction ' + Shown + ' : c''est une autre ou une ancienne version.');
end;

procedure CheckVersion(const Binding: THrBinding);
var
  Version: T_hr_abi_version;
  Found: string;
begin
  Binding.Bind('hr_abi_version', @@Version);
  if Version() = HR_ABI_VERSION_WANTED then
    Exit;
  Found := NumberText(Version());
  raise EHealthRecordLibrary.Create(lrVersion,
    Binding.FileName + ' has interface version ' + Found + ', this program needs '
    + NumberText(HR_ABI_VERSION_WANTED) + '.',
    LIBRARY_FR + Binding.FileName + ' a la version d''interface ' + Found + ', ce programme demande la '
    + NumberText(HR_ABI_VERSION_WANTED) + '.');
end;

procedure CheckFile(const FileName: string);
var
  Kind: string;
begin
  if not IsFullPath(FileName) then
    raise EHealthRecordLibrary.Create(lrOther, 'The path of the library is not a full one: ' + FileName,
      'Le chemin de la biblioth'#$00E8'que n''est pas complet : ' + FileName);
  if FileSizeOf(FileName) < 0 then
    raise EHealthRecordLibrary.Create(lrMissing, 'The library file does not exist: ' + FileName,
      'Le fichier de la biblioth'#$00E8'que n''existe pas : ' + FileName);
  Kind := KindOfFile(FileName);
  {$IFNDEF DARWIN}{$IFNDEF MACOS}
  if Kind = '' then
    raise EHealthRecordLibrary.Create(lrKind, FileName + ' is no library, or cannot be read.',
      FileName + ' n''est pas une biblioth'#$00E8'que, ou ne peut pas '#$00EA'tre lu.');
  {$ENDIF}{$ENDIF}
  if (Kind <> '') and (Kind <> KIND_OF_PROGRAM) then
    raise EHealthRecordLibrary.Create(lrKind,
      FileName + ' is made for ' + Kind + ', this program is ' + KIND_OF_PROGRAM + '.',
      LIBRARY_FR + FileName + ' est faite pour ' + Kind + ', ce programme est ' + KIND_OF_PROGRAM + '.');
end;

function Chosen(const FileName: string): string;
begin
  Result := FileName;
  if Result = '' then
    Result := EnvironmentText('HR_LIBRARY');
  if (Result = '') and (FileSizeOf(ProgramFolder + HR_FILE) >= 0) then
    Result := ProgramFolder + HR_FILE;
  if Result <> '' then
    CheckFile(Result)
  else
    Result := HR_FILE;
end;

function Opened(const FileName: string): THrModule;
var
  Said, Rule, RuleFr: string;
  Error: Cardinal;
begin
  Result := OpenModule(FileName, Said, Error);
  if Result <> 0 then
    Exit;
  if ForbiddenByRules(Error, Rule, RuleFr) then
    raise EHealthRecordLibrary.Create(lrBlocked,
      'Windows does not allow ' + FileName + ': ' + Rule + '. Sign it together with the program.',
      'Windows interdit ' + FileName + ' : ' + RuleFr + '.');
  if FileName = HR_FILE then
    raise EHealthRecordLibrary.Create(lrMissing,
      FileName + ' is neither beside the program (' + ProgramFolder + ') nor found by the system: ' + Said,
      FileName + ' n''est ni '#$00E0' c'#$00F4't'#$00E9' du programme (' + ProgramFolder
      + ') ni trouv'#$00E9' par le syst'#$00E8'me : ' + Said);
  raise EHealthRecordLibrary.Create(lrOther, FileName + ' cannot be loaded: ' + Said,
    LIBRARY_FR + FileName + ' ne peut pas '#$00EA'tre charg'#$00E9'e : ' + Said);
end;

procedure LoadNow(const FileName: string; BindAll: THrBindAll);
var
  Binding: THrBinding;
  Module: THrModule;
begin
  Module := Opened(FileName);
  Binding.Module := Module;
  Binding.FileName := FileName;
  try
    CheckVersion(Binding);
    BindAll(Binding);
    LoadedFile := FileName;
    Loaded := True;
  except
    Binding.Module := 0;
    BindAll(Binding);
    CloseModule(Module);
    raise;
  end;
end;

procedure LoadOnce(const FileName: string; BindAll: THrBindAll);
begin
  Lock.Enter;
  try
    if not Loaded then
      LoadNow(Chosen(FileName), BindAll)
    else if (FileName <> '') and (FileName <> LoadedFile) then
      raise EHealthRecordLibrary.Create(lrOther, 'Another library is loaded already: ' + LoadedFile,
        'Une autre biblioth'#$00E8'que est d'#$00E9'j'#$00E0' charg'#$00E9'e : ' + LoadedFile);
  finally
    Lock.Leave;
  end;
end;

function FileThatIsLoaded: string;
begin
  Lock.Enter;
  try
    Result := LoadedFile;
  finally
    Lock.Leave;
  end;
end;

end.
