unit HealthRecord.Calls;

{ One guarded call: texts in, the call, its text out, what it raises. The methods of THrSession are made of it. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord.Json, HealthRecord.Types;

type
  /// What every call raises; a code in no family raises this class itself. No secret is in it, and no patient's data
  /// but in Error.Choices: keep these out of logs. A text that cannot be passed raises EArgumentException.
  EHealthRecord = class(Exception)
  private
    FError: THrError;
  public
    constructor CreateFrom(const Error: THrError);
    /// The library's error object. (In Free Pascal Message is in UTF-8; Error.Message is a string.)
    property Error: THrError read FError;
    /// The number that the function returned: an HR_E constant of HrApi.
    property Code: Int64 read FError.Code;
  end;

  /// Codes -1 to -99: the call was wrong, came too early, or was stopped.
  EHealthRecordCaller = class(EHealthRecord);
  /// Codes -100 to -199: the other side was not reached, or no answer came.
  EHealthRecordNetwork = class(EHealthRecord);
  /// Codes -200 to -299: the other side refused, or answered what cannot be used.
  EHealthRecordPeer = class(EHealthRecord);
  /// Codes -900 to -999: the library failed inside.
  EHealthRecordInternal = class(EHealthRecord);

  /// The library file could not be loaded: the message says whether it is missing, of another kind, forbidden by rules
  /// of the computer, or another version. Code is 0.
  EHealthRecordLibrary = class(EHealthRecord)
  public
    constructor Create(const Why: string);
  end;

  /// How far a call is with all documents, in bytes, or in units of 1,024 bytes above 2 GB; on the thread of the call.
  /// Stop ends the call. An exception ends it too, and is raised again by the call unless something took effect. Cancel
  /// and Stop may be called; other calls raise HR_E_BUSY. (Not TProgressEvent: VCL has one.)
  THrProgressEvent = {$IFNDEF FPC}reference to {$ENDIF}procedure(Done, Total: Integer; var Stop: Boolean)
    {$IFDEF FPC}of object{$ENDIF};

  /// A handle of the library, closed by Free. Free it when no call runs.
  THrHandle = class
  private
    FHandle: Integer;
    FSettings: THrSettings;
    FOnProgress: THrProgressEvent;
  public
    /// Opens a session with a configuration as JSON. HR_E_CONFIG names the key that is wrong.
    constructor Create(const ConfigurationJson: string);
    destructor Destroy; override;
    /// Ends what runs, and the session; from any thread. Later calls raise HR_E_HANDLE.
    procedure Close;
    /// Sets the stop (of hr_stop_new; 0: none) under which this thread begins its calls on the handle, and gives the one
    /// before. A call of THrClient runs under a stop of its own, and sets this one again at its end.
    function SetStop(StopId: Integer): Integer;
    property Handle: Integer read FHandle;
    /// The settings in force, without secrets.
    property Settings: THrSettings read FSettings;
    /// Set it between calls.
    property OnProgress: THrProgressEvent read FOnProgress write FOnProgress;
  end;

  PHrCall = ^THrCall;

  /// One call, on the stack between Start and Finish.
  THrCall = record
  private
    FOperation: string;
    FTexts: array of UTF8String;
    FEvent: THrProgressEvent;
    FRaised: TObject;
    FOuter: PHrCall;
  public
    /// For the library's result or error.
    Text: PAnsiChar;
    procedure Start(Handle: THrHandle; const Operation: string);
    function Given(const Name, Value: string): PAnsiChar;
    /// NULL for an empty text.
    function Optional(const Name, Value: string): PAnsiChar;
    /// The length of data. EArgumentException where the library could not take it.
    function Sized(Length: NativeInt): Integer;
    /// The result of a call that returned Code, or its exception. After EOutOfMemory THrSession.Last gives it again.
    function Answer(Code: Integer): TJson;
    /// Wipes the texts.
    procedure Finish;
  end;

/// Raises the exception of Code; does nothing for HR_OK.
procedure Check(const Operation: string; Code: Integer);

/// Copies a text of the library and frees it.
function Take(Text: PAnsiChar): string;

/// A static text of the library, such as hr_version.
function StaticText(Text: PAnsiChar): string;

implementation

uses
  HrApi, HealthRecord.Text;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { the unused user pointer }

threadvar
  Current: PHrCall; { what belongs to a call is found by its thread: another one may free the session meanwhile }
  Stops: array of record
    Handle, Stop: Integer;
  end;

{ EHealthRecord }

constructor EHealthRecord.CreateFrom(const Error: THrError);
begin
  FError := Error;
  inherited Create(ToRtl(Error.Message));
end;

constructor EHealthRecordLibrary.Create(const Why: string);
var
  Failed: THrError;
begin
  Failed := Default(THrError);
  Failed.At := HR_AT_LIBRARY;
  Failed.Message := Why;
  Failed.MessageFr := 'Un composant du logiciel ne peut pas '#$00EA'tre charg'#$00E9'. Contactez l'''#$00E9'diteur.';
  Failed.Remedy := 'Install the library that belongs to this program beside it. HR_LIBRARY counts where none is there.';
  Failed.RemedyFr := 'Installez la biblioth'#$00E8'que pr'#$00E8's du programme. HR_LIBRARY ne compte que s''il n''y en a pas.';
  CreateFrom(Failed);
end;

type
  EHealthRecordClass = class of EHealthRecord;

function FamilyOf(Code: Integer): EHealthRecordClass;
begin
  case Code of
    -99..-1: Result := EHealthRecordCaller;
    -199..-100: Result := EHealthRecordNetwork;
    -299..-200: Result := EHealthRecordPeer;
    -999..-900: Result := EHealthRecordInternal;
  else
    Result := EHealthRecord;
  end;
end;

function FailureOf(const Operation: string; Code: Integer; const Json: TJson): EHealthRecord;
var
  Error: THrError;
begin
  Error := THrError.Read(Json);
  Error.Code := Code;
  Error.Name := StaticText(hr_code_name(Code));
  Error.Operation := Operation;
  if Error.Message = '' then
  begin
    Error.Message := Operation + ' : ' + Error.Name + ' (' + NumberText(Code) + ')';
    Error.MessageFr := Error.Message;
  end;
  Result := FamilyOf(Code).CreateFrom(Error);
end;

procedure Check(const Operation: string; Code: Integer);
begin
  if Code <> HR_OK then
    raise FailureOf(Operation, Code, Default(TJson));
end;

function Take(Text: PAnsiChar): string;
begin
  try
    Result := StaticText(Text);
  finally
    hr_free(Text);
  end;
end;

function StaticText(Text: PAnsiChar): string;
begin
  Result := '';
  if Text = nil then
    Exit;
  SetLength(Result, hr_text_copy_utf16(Text, nil, 0) - 1);
  hr_text_copy_utf16(Text, PWord(Result), Length(Result) + 1);
end;

{ THrHandle }

function ReceiveProgress(user: Pointer; done: Integer; total: Integer): Integer; cdecl;
var
  Stop: Boolean;
begin
  Result := 0;
  if (Current = nil) or not Assigned(Current^.FEvent) then
    Exit;
  Stop := False;
  try
    Current^.FEvent(done, total, Stop);
    Result := Ord(Stop);
  except
    Result := 1;
    if Current^.FRaised = nil then
      Current^.FRaised := TObject(AcquireExceptionObject);
  end;
end;

constructor THrHandle.Create(const ConfigurationJson: string);
var
  Call: THrCall;
begin
  inherited Create;
  HrLoad;
  Call.Start(Self, 'hr_open');
  try
    FSettings := THrSettings.Read(Call.Answer(hr_open(Call.Given('config_json', ConfigurationJson), @FHandle,
      @Call.Text)));
    Check('hr_set_progress', hr_set_progress(FHandle, ReceiveProgress, nil));
  finally
    Call.Finish;
  end;
end;

destructor THrHandle.Destroy;
begin
  if FHandle <> 0 then
    Close;
  inherited Destroy;
end;

procedure THrHandle.Close;
begin
  hr_close(FHandle); { which finds nothing to do where it is closed }
end;

function THrHandle.SetStop(StopId: Integer): Integer;
var
  I: Integer;
begin
  I := hr_set_stop(FHandle, StopId);
  if StopId <> 0 then
    Check('hr_set_stop', I);
  I := 0;
  while (I < Length(Stops)) and (Stops[I].Handle <> FHandle) do
    Inc(I);
  if I = Length(Stops) then
    SetLength(Stops, I + 1);
  Result := Stops[I].Stop;
  Stops[I].Handle := FHandle;
  Stops[I].Stop := StopId;
  if StopId <> 0 then
    Exit;
  Stops[I] := Stops[High(Stops)];
  SetLength(Stops, High(Stops));
end;

{ THrCall }

procedure THrCall.Start(Handle: THrHandle; const Operation: string);
begin
  Text := nil;
  FOperation := Operation;
  FTexts := nil;
  FEvent := Handle.OnProgress;
  FRaised := nil;
  FOuter := Current;
  Current := @Self;
end;

function THrCall.Given(const Name, Value: string): PAnsiChar;
begin
  SetLength(FTexts, Length(FTexts) + 1);
  FTexts[High(FTexts)] := CheckedUtf8(Name, Value);
  Result := PAnsiChar(FTexts[High(FTexts)]);
end;

function THrCall.Optional(const Name, Value: string): PAnsiChar;
begin
  Result := nil;
  if Value <> '' then
    Result := Given(Name, Value);
end;

function THrCall.Sized(Length: NativeInt): Integer;
begin
  if Length > High(Integer) then
    raise EArgumentException.Create('the data has more than 2,147,483,647 bytes');
  Result := Integer(Length);
end;

{ Something may have taken effect at the other side. }
function HasEffect(E: EHealthRecord): Boolean;
var
  Each: THrDocument;
begin
  Result := (E.Code = HR_E_IN_DOUBT) or (E.Error.Outcome = HR_OUTCOME_UNKNOWN) or (E.Error.Outcome = HR_OUTCOME_ACCEPTED_UNREADABLE);
  for Each in E.Error.Documents do
    Result := Result or (Each.Ending = HR_ENDING_SENT) or (Each.Ending = HR_ENDING_IN_DOUBT);
end;

function THrCall.Answer(Code: Integer): TJson;
var
  E: EHealthRecord;
  Raised: TObject;
begin
  if (Code = HR_OK) and (Text = nil) then
    OutOfMemoryError;
  Result := TJson.OfText(Take(Text));
  if Code = HR_OK then
    Exit;
  E := FailureOf(FOperation, Code, Result);
  if (FRaised = nil) or HasEffect(E) then
    raise E;
  E.Free;
  Raised := FRaised;
  FRaised := nil;
  raise Raised;
end;

procedure THrCall.Finish;
var
  I: Integer;
begin
  Current := FOuter;
  for I := 0 to High(FTexts) do
    WipeText(FTexts[I]);
  FRaised.Free;
end;

end.
