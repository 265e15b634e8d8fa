unit HealthRecord.Json;

{ Reads the JSON texts of the library.

  Own reader, not System.JSON or fpjson: those change their names and rules between Delphi versions and
  compilers, turn 30-digit numbers into floats, and write a reply anew, where `raw` has to stay byte for byte. A
  TJson is a piece of the text itself: numbers stay as they were written, and the same code runs in Delphi and Free
  Pascal. The text is checked once, without recursion; values are looked up when asked for. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF};

type
  /// A text is not JSON, or a value is not of the kind that was asked for. No part of the text is in the message.
  EHrJson = class(Exception);

  TJsonKind = (jkMissing, jkNull, jkBoolean, jkNumber, jkText, jkArray, jkObject);
  TJsonNames = array of string;
  TJsonEnumerator = class;

  /// A JSON value. It keeps the text that it is part of alive; nothing has to be freed. May be read from any thread.
  TJson = record
  private
    FText: UTF8String;
    FStart, FStop: Integer;
    function First: PAnsiChar;
    function Piece(Start, Stop: PAnsiChar): TJson;
    function GetMember(const Name: string): TJson;
    function GetItem(Index: Integer): TJson;
    procedure Refuse(const Wanted: string);
  public
    /// Checks a text in UTF-8. EHrJson when it is not one JSON value.
    class function Parse(const Utf8: UTF8String): TJson; static;
    /// Checks a text. EHrJson when it is not one JSON value.
    class function ParseText(const Text: string): TJson; static;
    /// jkMissing for a member or item that is not there, and for a variable that was never set.
    function Kind: TJsonKind;
    /// True for null and for what is missing.
    function IsNull: Boolean;
    /// A text unescaped; a number, true or false as written; empty for null and missing. EHrJson for arrays and
    /// objects, and for a text with a lone surrogate.
    function AsText: string;
    /// A whole number. EHrJson when it is something else or does not fit: use AsText, which loses no digit.
    function AsInt64: Int64;
    /// True or false. EHrJson when it is something else.
    function AsBoolean: Boolean;
    /// The value as it stands in the text, byte for byte; empty when missing.
    function ToUtf8: UTF8String;
    /// The same as a string.
    function ToJson: string;
    /// The number of items of an array, 0 for null and missing. EHrJson for anything else.
    function Count: Integer;
    /// The names of an object's members, in their order. EHrJson for anything else but null and missing.
    function Names: TJsonNames;
    /// `for Item in Value do` walks through an array; null and missing have no items.
    function GetEnumerator: TJsonEnumerator;
    /// The member of an object, the last one if there are several; missing when it is not there, and of anything
    /// that is no object.
    property Members[const Name: string]: TJson read GetMember; default;
    /// An item of an array, from 0; missing when it is not there.
    property Items[Index: Integer]: TJson read GetItem;
  end;

  TJsonEnumerator = class
  private
    FList, FCurrent: TJson;
    FNext: PAnsiChar;
  public
    constructor Create(const List: TJson);
    function MoveNext: Boolean;
    property Current: TJson read FCurrent;
  end;

implementation

uses
  HealthRecord.JsonCheck, HealthRecord.JsonText, HealthRecord.Text;

{ TJson }

class function TJson.Parse(const Utf8: UTF8String): TJson;
var
  Flaw: Integer;
begin
  Flaw := JsonFlaw(Utf8);
  if Flaw <> 0 then
    raise EHrJson.Create(ToRtl('not JSON from byte ' + NumberText(Flaw) + ' on'));
  Result.FText := Utf8; { which copies a text constant in Delphi }
  Result.FStart := PastSpace(PAnsiChar(Utf8)) - PAnsiChar(Utf8);
  Result.FStop := PastValue(Result.First) - PAnsiChar(Result.FText);
end;

class function TJson.ParseText(const Text: string): TJson;
var
  Utf8: UTF8String;
begin
  if not TryToUtf8(Text, Utf8) then
    raise EHrJson.Create('not JSON: half a character (a lone surrogate)');
  Result := Parse(Utf8);
end;

function TJson.First: PAnsiChar;
begin
  Result := PAnsiChar(FText) + FStart;
end;

function TJson.Piece(Start, Stop: PAnsiChar): TJson;
begin
  Result.FText := FText;
  Result.FStart := Start - PAnsiChar(FText);
  Result.FStop := Stop - PAnsiChar(FText);
end;

procedure TJson.Refuse(const Wanted: string);
begin
  raise EHrJson.Create(ToRtl('a JSON value is not ' + Wanted));
end;

function TJson.Kind: TJsonKind;
begin
  if Length(FText) = 0 then
    Exit(jkMissing);
  case First^ of
    'n': Result := jkNull;
    't', 'f': Result := jkBoolean;
    '"': Result := jkText;
    '[': Result := jkArray;
    '{': Result := jkObject;
  else
    Result := jkNumber;
  end;
end;

function TJson.IsNull: Boolean;
begin
  Result := Kind in [jkMissing, jkNull];
end;

function TJson.ToUtf8: UTF8String;
begin
  if Length(FText) = 0 then
    Result := ''
  else
    Result := CopyOfBytes(First, FStop - FStart);
end;

function TJson.ToJson: string;
begin
  TryToText(ToUtf8, Result);
end;

function TJson.AsText: string;
begin
  Result := '';
  case Kind of
    jkText:
      if not Unquoted(First, PAnsiChar(FText) + FStop, Result) then
        Refuse('a whole text: it has half a character (a lone surrogate)');
    jkNumber, jkBoolean: Result := ToJson;
    jkArray, jkObject: Refuse('a text');
  end;
end;

function TJson.AsInt64: Int64;
begin
  Result := 0;
  if (Kind <> jkNumber) or not TryStrToInt64(ToRtl(ToJson), Result) then
    Refuse('a whole number of 64 bits');
end;

function TJson.AsBoolean: Boolean;
begin
  if Kind <> jkBoolean then
    Refuse('true or false');
  Result := First^ = 't';
end;

{ Found is assigned last: in `Value := Value['name']` Result may be the very variable that is read. }
function TJson.GetMember(const Name: string): TJson;
var
  At, Key: PAnsiChar;
  Text: string;
  Same: Boolean;
  Found: TJson;
begin
  Found := Default(TJson);
  if Kind = jkObject then
  begin
    At := PastSpace(First + 1);
    while At^ <> '}' do
    begin
      Key := At;
      At := PastText(At);
      Same := Unquoted(Key, At, Text) and (Text = Name);
      Key := PastSpace(PastSpace(At) + 1);
      At := PastValue(Key);
      if Same then
        Found := Piece(Key, At);
      At := PastComma(At);
    end;
  end;
  Result := Found;
end;

function TJson.GetItem(Index: Integer): TJson;
var
  Each: TJsonEnumerator;
begin
  Each := GetEnumerator;
  try
    while (Index >= 0) and Each.MoveNext do
      Dec(Index);
    Result := Default(TJson);
    if Index = -1 then
      Result := Each.Current;
  finally
    Each.Free;
  end;
end;

function TJson.Count: Integer;
var
  Each: TJsonEnumerator;
begin
  Result := 0;
  Each := GetEnumerator;
  try
    while Each.MoveNext do
      Inc(Result);
  finally
    Each.Free;
  end;
end;

function TJson.Names: TJsonNames;
var
  At, Start: PAnsiChar;
begin
  Result := nil;
  if IsNull then
    Exit;
  if Kind <> jkObject then
    Refuse('an object');
  At := PastSpace(First + 1);
  while At^ <> '}' do
  begin
    Start := At;
    At := PastText(At);
    SetLength(Result, Length(Result) + 1);
    Result[High(Result)] := Piece(Start, At).AsText;
    At := PastComma(PastValue(PastSpace(PastSpace(At) + 1)));
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
  FList := List;
  if not List.IsNull then
    FNext := PastSpace(FList.First + 1);
end;

function TJsonEnumerator.MoveNext: Boolean;
var
  Stop: PAnsiChar;
begin
  Result := (FNext <> nil) and (FNext^ <> ']');
  if not Result then
    Exit;
  Stop := PastValue(FNext);
  FCurrent := FList.Piece(FNext, Stop);
  FNext := PastComma(Stop);
end;

end.
