unit HealthRecord.Boundary;

{ What passes between string and the library: texts in, texts out, codes. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HealthRecord.Errors, HealthRecord.Json, HealthRecord.Results;

type
  /// The texts of one call in UTF-8, which live as long as this variable. EArgumentException, which names the argument
  /// but not its value, when a text has a NUL character or half a character (a lone surrogate): the library would
  /// see another text.
  THrArguments = record
  private
    FTexts: array of UTF8String;
  public
    function Text(const Name, Value: string): PAnsiChar;
    /// NULL, so that it is left out, for an empty text unless SendEmpty.
    function Optional(const Name, Value: string; SendEmpty: Boolean = False): PAnsiChar;
    /// Overwrites them; for calls with secrets.
    procedure Wipe;
  end;

  { The two exceptions that a call may need when memory is short, made beforehand. }
  IHrSpare = interface
    ['{0B0C3C57-4C7B-4B0C-9C0A-6E5D6B9B7A11}']
    function TakeFor(Code: Integer): EHealthRecord;
  end;

  /// A call that changes something at the other side. Once the library has returned, nothing but the result or an
  /// EHealthRecord with an outcome comes out of it, also when there is no memory for the result.
  THrChange = record
  private
    FOperation: string;
    FSpare: IHrSpare;
    FCode: Integer;
  public
    /// For the library's result or error.
    Text: PAnsiChar;
    /// Changes: False for a call that only reads, which needs none of this.
    procedure Start(const Operation: string; Changes: Boolean = True);
    /// The result of a call that has returned Code.
    function Answer(Code: Integer): TJson;
    /// The same for a result without fields of its own; Explain is in it.
    function Reply(Code: Integer): THrReply;
    /// For an except part: raises the exception with the outcome in place of one that does not.
    procedure Explain;
  end;

/// Copies a text of the library and frees it.
function Take(Text: PAnsiChar): UTF8String;

/// Reads a static text of the library.
function StaticText(Text: PAnsiChar): string;

/// The error object Json of a call that returned Code.
function FailureOf(const Operation: string; Code: Integer; const Json: UTF8String): THrFailure;

/// Raises the exception of Code; does nothing for HR_OK. Json may be empty.
procedure Check(const Operation: string; Code: Integer; const Json: UTF8String = '');

/// What a call that succeeded is raised or reported as when its result cannot be read. Changes: what it changed is changed,
/// so that it must not be taken for a failure.
function Unreadable(const Operation: string; Code: Integer; Changes: Boolean): THrFailure;

/// Take, Check, and the result that is left. Changes: the call changes something.
function Answer(const Operation: string; Code: Integer; Text: PPAnsiChar; Changes: Boolean = False): TJson;

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF}, HrApi, HealthRecord.Text;

function THrArguments.Text(const Name, Value: string): PAnsiChar;
var
  Last: Integer;
begin
  if Pos(#0, Value) > 0 then
    raise EArgumentException.Create(ToRtl(Name + ' has a NUL character'));
  Last := Length(FTexts);
  SetLength(FTexts, Last + 1);
  if not TryToUtf8(Value, FTexts[Last]) then
    raise EArgumentException.Create(ToRtl(Name + ' has half a character (a lone surrogate)'));
  Result := PAnsiChar(FTexts[Last]);
end;

function THrArguments.Optional(const Name, Value: string; SendEmpty: Boolean): PAnsiChar;
begin
  Result := nil;
  if SendEmpty or (Value <> '') then
    Result := Text(Name, Value);
end;

procedure THrArguments.Wipe;
var
  I: Integer;
begin
  for I := 0 to High(FTexts) do
    WipeText(FTexts[I]);
end;

type
  THrSpare = class(TInterfacedObject, IHrSpare)
  private
    FSpare: array[Boolean] of EHealthRecord; { by whether the call succeeded }
    function TakeFor(Code: Integer): EHealthRecord;
  public
    constructor Create(const Operation: string);
    destructor Destroy; override;
  end;

constructor THrSpare.Create(const Operation: string);
var
  Failed: THrFailure;
begin
  inherited Create;
  FSpare[True] := FamilyOf(HR_E_TOO_LARGE).CreateFrom(Unreadable(Operation, HR_E_TOO_LARGE, True));
  Failed := Unreadable(Operation, HR_E_TOO_LARGE, True);
  Failed.Message := Operation + ' failed, and there is no memory to say how.';
  Failed.MessageFr := 'L''op'#$00E9'ration a '#$00E9'chou'#$00E9', et la m'#$00E9'moire manque pour dire comment.';
  Failed.Outcome := 'unknown';
  FSpare[False] := FamilyOf(HR_E_TOO_LARGE).CreateFrom(Failed);
end;

destructor THrSpare.Destroy;
begin
  FSpare[True].Free;
  FSpare[False].Free;
  inherited Destroy;
end;

function THrSpare.TakeFor(Code: Integer): EHealthRecord;
begin
  Result := FSpare[Code = HR_OK];
  FSpare[Code = HR_OK] := nil;
end;

procedure THrChange.Start(const Operation: string; Changes: Boolean);
begin
  Text := nil;
  FOperation := Operation;
  FSpare := nil;
  if Changes then
    FSpare := THrSpare.Create(Operation);
end;

function THrChange.Answer(Code: Integer): TJson;
begin
  FCode := Code;
  Result := HealthRecord.Boundary.Answer(FOperation, Code, @Text, FSpare <> nil);
end;

function THrChange.Reply(Code: Integer): THrReply;
begin
  try
    Result := THrReply.Read(Answer(Code));
  except
    Explain;
    raise;
  end;
end;

procedure THrChange.Explain;
var
  Spare: EHealthRecord;
begin
  if (FSpare = nil) or (ExceptObject is EHealthRecord) then
    Exit;
  Spare := FSpare.TakeFor(FCode);
  if Spare <> nil then
    raise Spare;
end;

function Take(Text: PAnsiChar): UTF8String;
begin
  Result := '';
  if Text = nil then
    Exit;
  try
    Result := CopyOfBytes(Text, hr_text_copy(Text, nil, 0) - 1);
  finally
    hr_free(Text);
  end;
end;

function StaticText(Text: PAnsiChar): string;
begin
  TryToText(Text, hr_text_copy(Text, nil, 0) - 1, Result);
end;

function FailureOf(const Operation: string; Code: Integer; const Json: UTF8String): THrFailure;
begin
  Result := THrFailure.Read(Operation, Code, StaticText(hr_code_name(Code)), Json);
end;

procedure Check(const Operation: string; Code: Integer; const Json: UTF8String);
begin
  if Code <> HR_OK then
    raise FamilyOf(Code).CreateFrom(FailureOf(Operation, Code, Json));
end;

function Unreadable(const Operation: string; Code: Integer; Changes: Boolean): THrFailure;
begin
  Result := FailureOf(Operation, Code, '');
  Result.At := 'library';
  Result.Message := Operation + ' succeeded, but its result could not be read.';
  Result.MessageFr := 'L''op'#$00E9'ration a r'#$00E9'ussi, mais son r'#$00E9'sultat n''a pas pu '#$00EA'tre lu.';
  Result.Remedy := 'Free memory, then repeat the call.';
  Result.RemedyFr := 'Lib'#$00E9'rez de la m'#$00E9'moire, puis r'#$00E9'p'#$00E9'tez l''op'#$00E9'ration.';
  if not Changes then
    Exit;
  Result.Remedy := 'Do not repeat the call; free memory.';
  Result.RemedyFr := 'Ne r'#$00E9'p'#$00E9'tez pas l''op'#$00E9'ration ; lib'#$00E9'rez de la m'#$00E9'moire.';
  Result.Outcome := 'accepted_unreadable';
end;

function Answer(const Operation: string; Code: Integer; Text: PPAnsiChar; Changes: Boolean): TJson;
var
  Failed: Integer;
begin
  if Code <> HR_OK then
    Check(Operation, Code, Take(Text^));
  Failed := HR_E_TOO_LARGE;
  if Text^ <> nil then
    try
      Result := TJson.Unchecked(Take(Text^));
      Result['next'].Kind; { which reads what is the library's own }
      Exit;
    except
      on EOutOfMemory do
        ;
      on Exception do
        Failed := HR_E_PANIC;
    end;
  raise FamilyOf(Failed).CreateFrom(Unreadable(Operation, Failed, Changes));
end;

end.
