unit HealthRecord.Json;

{ JSON values, read by the library's hr_json functions.

  Not by System.JSON or fpjson: those turn 30-digit numbers into floats and write a reply anew, where `raw` has to stay
  byte for byte. A TJson is a text and a JSON pointer into it; a value is looked up when it is asked for, and what stands
  behind it is not read. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF};

type
  /// A value is not of the kind that was asked for, or cannot be read: its text is not JSON up to there, it is a string
  /// with U+0000 or half a character (a lone surrogate), or an object on the way to it has the name twice. In the
  /// outermost object of a text the first one counts. No part of the text is in the message.
  EHrJson = class(Exception);

  { In the order of hr_json_kind. }
  TJsonKind = (jkMissing, jkNull, jkBoolean, jkNumber, jkText, jkArray, jkObject);
  TJsonNames = array of string;
  TJsonEnumerator = class;

  /// A JSON value. It keeps the text that it is part of alive; nothing has to be freed. May be read from any thread.
  /// Every member raises EHrJson for a value that cannot be read, EArgumentException for a name with a NUL character or
  /// half a character.
  TJson = record
  private
    FText, FPointer: UTF8String;
    function Get(out Value: PAnsiChar): Integer;
    function GetMember(const Name: string): TJson;
    function GetItem(Index: Integer): TJson;
  public
    /// Checks a text in UTF-8. EHrJson when it is not one JSON value. Loads the library (HrApi.HrLoad).
    class function Parse(const Utf8: UTF8String): TJson; static;
    /// Checks a text. EHrJson when it is not one JSON value.
    class function ParseText(const Text: string): TJson; static;
    /// For texts of the library, which are checked as far as they are read. An empty one is missing.
    class function Unchecked(const Utf8: UTF8String): TJson; static;
    /// jkMissing for a member or item that is not there, and for a variable that was never set.
    function Kind: TJsonKind;
    /// True for null and for what is missing.
    function IsNull: Boolean;
    /// A text unescaped; a number, true or false as written; empty for null and missing. EHrJson for arrays and objects.
    function AsText: string;
    /// AsText without EHrJson: False and an empty text instead.
    function TryText(out Text: string): Boolean;
    /// A whole number. EHrJson when it is something else or does not fit: use AsText, which loses no digit.
    function AsInt64: Int64;
    /// True or false. EHrJson when it is something else.
    function AsBoolean: Boolean;
    /// The value as it stands in the text, byte for byte (a string: as JsonQuoted writes it); empty when missing.
    function ToUtf8: UTF8String;
    /// The same as a string.
    function ToJson: string;
    /// The number of items of an array or members of an object, 0 for null and missing. EHrJson for anything else.
    function Count: Integer;
    /// The names of an object's members, in their order. EHrJson for anything else but null and missing.
    function Names: TJsonNames;
    /// `for Item in Value do` walks through an array; null and missing have no items. EHrJson for anything else. Texts and
    /// numbers, but not arrays and objects, are looked for from the start: slow in arrays of many thousands.
    function GetEnumerator: TJsonEnumerator;
    /// The member of an object, looked up as a JSON pointer does; missing when it is not there.
    property Members[const Name: string]: TJson read GetMember; default;
    /// An item of an array, from 0; missing when it is not there.
    property Items[Index: Integer]: TJson read GetItem;
  end;

  TJsonEnumerator = class
  private
    FList, FCurrent: TJson;
    FRest: UTF8String;
    FAt, FItem, FNext: Integer;
    procedure Pass(Size: Integer);
  public
    constructor Create(const List: TJson);
    function MoveNext: Boolean;
    property Current: TJson read FCurrent;
  end;

/// Text as a JSON string with its quotes. Loads the library. EArgumentException, which has Name in it but not Text, when
/// Text has a NUL character or half a character.
function JsonQuoted(const Text: string; const Name: string = 'text'): string;

implementation

uses
  HrApi, HealthRecord.Boundary, HealthRecord.Text;

const
  OPENING: UTF8String = '[';
  CLOSING: UTF8String = ']';
  SLASH: UTF8String = '/';

procedure Refuse(const Wanted: string);
begin
  raise EHrJson.Create(ToRtl('a JSON value is not ' + Wanted + ', or cannot be read'));
end;

{ Code, unless it is a failure. }
function Checked(Code: Integer; const Wanted: string): Integer;
begin
  if Code = HR_E_TOO_LARGE then
    OutOfMemoryError;
  if Code < 0 then
    Refuse(Wanted);
  Result := Code;
end;

function JsonQuoted(const Text: string; const Name: string): string;
var
  Arg: THrArguments;
  Quoted: PAnsiChar;
  Utf8: UTF8String;
begin
  HrLoad;
  try
    Checked(hr_json_quote(Arg.Text(Name, Text), @Quoted), 'a text');
  finally
    Arg.Wipe;
  end;
  Utf8 := Take(Quoted);
  TryToText(Utf8, Result);
  WipeText(Utf8);
end;

{ TJson }

class function TJson.Parse(const Utf8: UTF8String): TJson;
begin
  Result := Unchecked(Utf8);
  if (Length(Utf8) = 0) or (hr_text_copy(PAnsiChar(Utf8), nil, 0) <= Length(Utf8)) then
    Refuse('JSON'); { empty, or with a NUL character }
  if Result.Kind in [jkArray, jkObject] then
    Result.Count; { which reads all of it }
end;

class function TJson.ParseText(const Text: string): TJson;
var
  Utf8: UTF8String;
begin
  if not TryToUtf8(Text, Utf8) then
    Refuse('JSON');
  Result := Parse(Utf8);
end;

class function TJson.Unchecked(const Utf8: UTF8String): TJson;
begin
  if Length(Utf8) > 0 then
    HrLoad;
  Result.FText := Utf8; { which copies a text constant in Delphi }
  Result.FPointer := '';
end;

{ Value has to be freed. }
function TJson.Get(out Value: PAnsiChar): Integer;
begin
  Value := nil;
  if Length(FText) = 0 then
    Exit(HR_E_ABSENT);
  Result := hr_json_get(PAnsiChar(FText), PAnsiChar(FPointer), @Value);
  if Result = HR_E_TOO_LARGE then
    OutOfMemoryError;
end;

function TJson.Kind: TJsonKind;
begin
  Result := jkMissing;
  if Length(FText) > 0 then
    Result := TJsonKind(Checked(hr_json_kind(PAnsiChar(FText), PAnsiChar(FPointer)), 'JSON'));
end;

function TJson.IsNull: Boolean;
begin
  Result := Kind in [jkMissing, jkNull];
end;

function TJson.TryText(out Text: string): Boolean;
var
  Value: PAnsiChar;
  Code: Integer;
begin
  Text := '';
  Code := Get(Value);
  Result := (Code = HR_OK) or (Code = HR_E_ABSENT);
  if Code <> HR_OK then
    Exit;
  try
    { A string may begin with a bracket too. }
    if (Value^ in ['[', '{']) and (Kind <> jkText) then
      Exit(False);
    TryToText(Value, hr_text_copy(Value, nil, 0) - 1, Text);
  finally
    hr_free(Value);
  end;
end;

function TJson.AsText: string;
begin
  if not TryText(Result) then
    Refuse('a text');
end;

function TJson.AsInt64: Int64;
begin
  Result := 0;
  if (Kind <> jkNumber) or not TryStrToInt64(ToRtl(AsText), Result) then
    Refuse('a whole number of 64 bits');
end;

function TJson.AsBoolean: Boolean;
begin
  if Kind <> jkBoolean then
    Refuse('true or false');
  Result := AsText = 'true';
end;

function TJson.ToUtf8: UTF8String;
var
  Value: PAnsiChar;
begin
  case Kind of
    jkMissing: Result := '';
    jkNull: Result := 'null';
    jkText: TryToUtf8(JsonQuoted(AsText), Result);
  else
    Checked(Get(Value), 'JSON');
    Result := Take(Value);
  end;
end;

function TJson.ToJson: string;
begin
  TryToText(ToUtf8, Result);
end;

{ Result is assigned last: in `Value := Value['name']` it may be the very variable that is read. }
function TJson.GetMember(const Name: string): TJson;
var
  Escaped: string;
  Step: UTF8String;
  Found: TJson;
  I: Integer;
begin
  Escaped := Name;
  for I := Length(Name) downto 1 do
    if Name[I] = '~' then
      Insert('0', Escaped, I + 1)
    else if Name[I] = '/' then
    begin
      Escaped[I] := '~';
      Insert('1', Escaped, I + 1);
    end;
  if (Pos(#0, Name) > 0) or not TryToUtf8(Escaped, Step) then
    raise EArgumentException.Create('a name has a NUL character or half a character (a lone surrogate)');
  Found.FText := FText;
  Found.FPointer := FPointer + SLASH + Step;
  Result := Found;
end;

function TJson.GetItem(Index: Integer): TJson;
begin
  Result := GetMember(NumberText(Index));
end;

function TJson.Count: Integer;
begin
  Result := HR_E_ABSENT;
  if Length(FText) > 0 then
    Result := hr_json_count(PAnsiChar(FText), PAnsiChar(FPointer));
  if Result = HR_E_ABSENT then
    Result := 0;
  Checked(Result, 'an array or object');
end;

function TJson.Names: TJsonNames;
var
  Name: PAnsiChar;
  I: Integer;
begin
  Result := nil;
  if not (Kind in [jkMissing, jkNull, jkObject]) then
    Refuse('an object');
  SetLength(Result, Count);
  for I := 0 to High(Result) do
  begin
    Checked(hr_json_key(PAnsiChar(FText), PAnsiChar(FPointer), I, @Name), 'an object');
    TryToText(Take(Name), Result[I]);
  end;
end;

function TJson.GetEnumerator: TJsonEnumerator;
begin
  if not (Kind in [jkMissing, jkNull, jkArray]) then
    Refuse('an array');
  Result := TJsonEnumerator.Create(Self);
end;

{ TJsonEnumerator }

constructor TJsonEnumerator.Create(const List: TJson);
begin
  inherited Create;
  FList := TJson.Unchecked(List.ToUtf8);
  FRest := CopyOfBytes(PAnsiChar(FList.FText), Length(FList.FText));
end;

{ Makes an array of what stands behind the first item, whose text has Size bytes, so that the next one is found at once. }
procedure TJsonEnumerator.Pass(Size: Integer);
var
  Rest: PAnsiChar;
begin
  Rest := PAnsiChar(FRest) + FAt + 1;
  while Rest^ <= ' ' do
    Inc(Rest);
  Inc(Rest, Size);
  while Rest^ <= ' ' do
    Inc(Rest);
  if Rest^ = ']' then
    Dec(Rest);
  Rest^ := '[';
  FAt := Rest - PAnsiChar(FRest);
end;

function TJsonEnumerator.MoveNext: Boolean;
var
  Path: UTF8String;
  Found: Integer;
  Value: PAnsiChar;
begin
  Result := False;
  if Length(FRest) = 0 then
    Exit;
  TryToUtf8('/' + NumberText(FNext), Path);
  Found := Checked(hr_json_kind(PAnsiChar(FRest) + FAt, PAnsiChar(Path)), 'JSON');
  Result := Found <> Ord(jkMissing);
  FCurrent := FList.Items[FItem];
  Inc(FItem);
  Inc(FNext);
  if Found < Ord(jkArray) then
    Exit;
  Checked(hr_json_get(PAnsiChar(FRest) + FAt, PAnsiChar(Path), @Value), 'JSON');
  { An array of its own: an object in it is not the outermost one either. }
  FCurrent := TJson.Unchecked(OPENING + Take(Value) + CLOSING).Items[0];
  if FNext = 1 then
  begin
    FNext := 0;
    Pass(Length(FCurrent.FText) - 2);
  end;
end;

end.
