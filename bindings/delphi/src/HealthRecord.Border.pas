unit HealthRecord.Border;

{ What passes between string and the library: texts in, texts out, codes. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HealthRecord.Errors, HealthRecord.Json;

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

/// Copies a text of the library and frees it.
function Take(Text: PAnsiChar): UTF8String;

/// Reads a static text of the library.
function StaticText(Text: PAnsiChar): string;

/// The error object Json of a call that returned Code.
function FailureOf(const Operation: string; Code: Integer; const Json: UTF8String): THrFailure;

/// Raises the exception of Code; does nothing for HR_OK. Json may be empty.
procedure Check(const Operation: string; Code: Integer; const Json: UTF8String = '');

/// Take, Check, and the result that is left.
function Answer(const Operation: string; Code: Integer; Text: PPAnsiChar): TJson;

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

function Answer(const Operation: string; Code: Integer; Text: PPAnsiChar): TJson;
var
  Json: UTF8String;
begin
  Json := Take(Text^);
  Check(Operation, Code, Json);
  Result := TJson.Parse(Json);
end;

end.
