unit HrApi;

{ The raw layer: every export of the library, with the names and the order of include/hr.h, which says what each does.
  HrLoad fills in the functions; before that they are nil. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

const
  HR_OK = 0;
  HR_E_ARGUMENT = -1;
  HR_E_HANDLE = -2;
  HR_E_BUSY = -3;
  HR_E_STATE = -4;
  HR_E_CONFIG = -5;
  HR_E_FILE = -6;
  HR_E_TOO_LARGE = -7;
  HR_E_PIN_GUARD = -8;
  HR_E_CANCELLED = -9;
  HR_E_CHOICE = -10;
  HR_E_ABSENT = -14;
  HR_E_CARD_CLIENT_ABSENT = -100;
  HR_E_CONNECT = -101;
  HR_E_TIMEOUT = -102;
  HR_E_TLS = -103;
  HR_E_PROXY = -104;
  HR_E_INTERRUPTED = -105;
  HR_E_IN_DOUBT = -106;
  HR_E_REPLY = -200;
  HR_E_REFUSED = -201;
  HR_E_UNAUTHORIZED = -202;
  HR_E_NOT_FOUND = -203;
  HR_E_CONFLICT = -204;
  HR_E_RATE_LIMITED = -205;
  HR_E_SERVER = -206;
  HR_E_CARD_STATUS = -207;
  HR_E_REDIRECT = -208;
  HR_E_PANIC = -900;
  HR_ABI_VERSION_WANTED = 1; { HR_ABI_VERSION of the header: Pascal does not distinguish it from the function }
  HR_LOG_OFF = 0;
  HR_LOG_ERROR = 1;
  HR_LOG_INFO = 2;
  HR_LOG_DEBUG = 3;

type
  hr_log_fn = procedure(user: Pointer; level: Integer; text: PAnsiChar); cdecl;
  hr_progress_fn = function(user: Pointer; done: Integer; total: Integer): Integer; cdecl;

  T_hr_abi_version = function: Integer; cdecl;
  T_hr_version = function: PAnsiChar; cdecl;
  T_hr_code_name = function(code: Integer): PAnsiChar; cdecl;
  T_hr_free = procedure(text: PAnsiChar); cdecl;
  T_hr_text_copy = function(text: PAnsiChar; buffer: PAnsiChar; capacity: Integer): Integer; cdecl;
  T_hr_text_copy_utf16 = function(text: PAnsiChar; buffer: PWord; capacity: Integer): Integer; cdecl;
  T_hr_set_log = function(fn: hr_log_fn; user: Pointer; level: Integer): Integer; cdecl;
  T_hr_json_get = function(json: PAnsiChar; pointer: PAnsiChar; out_text: PPAnsiChar): Integer; cdecl;
  T_hr_json_kind = function(json: PAnsiChar; pointer: PAnsiChar): Integer; cdecl;
  T_hr_json_count = function(json: PAnsiChar; pointer: PAnsiChar): Integer; cdecl;
  T_hr_json_key = function(json: PAnsiChar; pointer: PAnsiChar; index: Integer; out_text: PPAnsiChar): Integer; cdecl;
  T_hr_json_quote = function(text: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_open = function(config_json: PAnsiChar; out_handle: PInteger; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_close = function(handle: Integer): Integer; cdecl;
  T_hr_cancel = function(handle: Integer): Integer; cdecl;
  T_hr_set_progress = function(handle: Integer; fn: hr_progress_fn; user: Pointer): Integer; cdecl;
  T_hr_state = function(handle: Integer; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_ticket = function(handle: Integer; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_ticket_set = function(handle: Integer; ticket: PAnsiChar): Integer; cdecl;
  T_hr_ready = function(handle: Integer; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_login = function(handle: Integer; card_token: PAnsiChar; pin_code: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_pin_retry_allow = function(handle: Integer; card_token: PAnsiChar): Integer; cdecl;
  T_hr_session_set = function(handle: Integer; service_url: PAnsiChar; bearer: PAnsiChar): Integer; cdecl;
  T_hr_profile_put = function(handle: Integer; payload_json: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_profile_select = function(handle: Integer; situation_id: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_patient_search = function(handle: Integer; nom: PAnsiChar; prenom: PAnsiChar; date_naissance: PAnsiChar; sexe: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_patient_get = function(handle: Integer; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_patient_update = function(handle: Integer; body_json: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_request = function(handle: Integer; method: PAnsiChar; path: PAnsiChar; body_json: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_dmp_open = function(handle: Integer; patient_id: PAnsiChar; body_json: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_dmp_send = function(handle: Integer; patient_id: PAnsiChar; path: PAnsiChar; filename: PAnsiChar; activity_type: PAnsiChar; type_code: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_dmp_send_bytes = function(handle: Integer; patient_id: PAnsiChar; data: PByte; length: Integer; filename: PAnsiChar; activity_type: PAnsiChar; type_code: PAnsiChar; out_json: PPAnsiChar): Integer; cdecl;
  T_hr_dmp_resend_allow = function(handle: Integer; entry: PAnsiChar): Integer; cdecl;

var
  hr_abi_version: T_hr_abi_version;
  hr_version: T_hr_version;
  hr_code_name: T_hr_code_name;
  hr_free: T_hr_free;
  hr_text_copy: T_hr_text_copy;
  hr_text_copy_utf16: T_hr_text_copy_utf16;
  hr_set_log: T_hr_set_log;
  hr_json_get: T_hr_json_get;
  hr_json_kind: T_hr_json_kind;
  hr_json_count: T_hr_json_count;
  hr_json_key: T_hr_json_key;
  hr_json_quote: T_hr_json_quote;
  hr_open: T_hr_open;
  hr_close: T_hr_close;
  hr_cancel: T_hr_cancel;
  hr_set_progress: T_hr_set_progress;
  hr_state: T_hr_state;
  hr_ticket: T_hr_ticket;
  hr_ticket_set: T_hr_ticket_set;
  hr_ready: T_hr_ready;
  hr_login: T_hr_login;
  hr_pin_retry_allow: T_hr_pin_retry_allow;
  hr_session_set: T_hr_session_set;
  hr_profile_put: T_hr_profile_put;
  hr_profile_select: T_hr_profile_select;
  hr_patient_search: T_hr_patient_search;
  hr_patient_get: T_hr_patient_get;
  hr_patient_update: T_hr_patient_update;
  hr_request: T_hr_request;
  hr_dmp_open: T_hr_dmp_open;
  hr_dmp_send: T_hr_dmp_send;
  hr_dmp_send_bytes: T_hr_dmp_send_bytes;
  hr_dmp_resend_allow: T_hr_dmp_resend_allow;

/// Loads the library, once per process; it stays loaded. Sessions call it without a name by themselves.
///
/// FileName: the full path of the file. Empty: what the environment variable HR_LIBRARY names (a full path too),
/// else hr.dll (libhr.so) beside the program (in Delphi: beside the DLL or package that holds this unit), else what the
/// system's search finds (on Windows without PATH and the current folder). Raises EHealthRecordLibrary, whose Reason
/// distinguishes a missing file, one of another kind (such as 64-bit for a 32-bit program), a missing function and
/// another interface version. Any thread.
procedure HrLoad(const FileName: string = '');

/// The file that was loaded; empty before HrLoad.
function HrLoadedFile: string;

implementation

uses
  HealthRecord.Ending, HealthRecord.Errors, HealthRecord.Files, HealthRecord.Module, HealthRecord.Text;

const
  LIBRARY_FR = 'La biblioth'#$00E8'que ';

var
  Lock: THrLock; { threads that log or call may come after the finalization }
  LoadedFile: string;
  Loaded: Boolean; { after the finalization too, when LoadedFile is empty again }

procedure CheckVersion(const FileName: string);
var
  Found: string;
begin
  if hr_abi_version() = HR_ABI_VERSION_WANTED then
    Exit;
  Found := NumberText(hr_abi_version());
  raise EHealthRecordLibrary.Create(lrVersion,
    FileName + ' has interface version ' + Found + ', this program needs ' + NumberText(HR_ABI_VERSION_WANTED) + '.',
    LIBRARY_FR + FileName + ' a la version d''interface ' + Found + ', ce programme demande la '
    + NumberText(HR_ABI_VERSION_WANTED) + '.');
end;

procedure BindAll(Module: THrModule; const FileName: string);

  procedure Bind(const Name: UTF8String; Slot: PPointer);
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

begin
  Bind('hr_abi_version', @@hr_abi_version);
  if Module <> 0 then
    CheckVersion(FileName);
  Bind('hr_version', @@hr_version);
  Bind('hr_code_name', @@hr_code_name);
  Bind('hr_free', @@hr_free);
  Bind('hr_text_copy', @@hr_text_copy);
  Bind('hr_text_copy_utf16', @@hr_text_copy_utf16);
  Bind('hr_set_log', @@hr_set_log);
  Bind('hr_json_get', @@hr_json_get);
  Bind('hr_json_kind', @@hr_json_kind);
  Bind('hr_json_count', @@hr_json_count);
  Bind('hr_json_key', @@hr_json_key);
  Bind('hr_json_quote', @@hr_json_quote);
  Bind('hr_open', @@hr_open);
  Bind('hr_close', @@hr_close);
  Bind('hr_cancel', @@hr_cancel);
  Bind('hr_set_progress', @@hr_set_progress);
  Bind('hr_state', @@hr_state);
  Bind('hr_ticket', @@hr_ticket);
  Bind('hr_ticket_set', @@hr_ticket_set);
  Bind('hr_ready', @@hr_ready);
  Bind('hr_login', @@hr_login);
  Bind('hr_pin_retry_allow', @@hr_pin_retry_allow);
  Bind('hr_session_set', @@hr_session_set);
  Bind('hr_profile_put', @@hr_profile_put);
  Bind('hr_profile_select', @@hr_profile_select);
  Bind('hr_patient_search', @@hr_patient_search);
  Bind('hr_patient_get', @@hr_patient_get);
  Bind('hr_patient_update', @@hr_patient_update);
  Bind('hr_request', @@hr_request);
  Bind('hr_dmp_open', @@hr_dmp_open);
  Bind('hr_dmp_send', @@hr_dmp_send);
  Bind('hr_dmp_send_bytes', @@hr_dmp_send_bytes);
  Bind('hr_dmp_resend_allow', @@hr_dmp_resend_allow);
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
  if (Kind <> '') and (Kind <> KindOfProgram) then
    raise EHealthRecordLibrary.Create(lrKind,
      FileName + ' is made for ' + Kind + ', this program is ' + KindOfProgram + '.',
      LIBRARY_FR + FileName + ' est faite pour ' + Kind + ', ce programme est ' + KindOfProgram + '.');
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

procedure LoadNow(const FileName: string);
var
  Module: THrModule;
begin
  Module := Opened(FileName);
  try
    BindAll(Module, FileName);
    LoadedFile := FileName;
    Loaded := True;
  except
    BindAll(0, FileName);
    CloseModule(Module);
    raise;
  end;
end;

procedure HrLoad(const FileName: string);
begin
  Lock.Enter;
  try
    if not Loaded then
      LoadNow(Chosen(FileName))
    else if (FileName <> '') and (FileName <> LoadedFile) then
      raise EHealthRecordLibrary.Create(lrOther, 'Another library is loaded already: ' + LoadedFile,
        'Une autre biblioth'#$00E8'que est d'#$00E9'j'#$00E0' charg'#$00E9'e : ' + LoadedFile);
  finally
    Lock.Leave;
  end;
end;

function HrLoadedFile: string;
begin
  Lock.Enter;
  try
    Result := LoadedFile;
  finally
    Lock.Leave;
  end;
end;

end.
