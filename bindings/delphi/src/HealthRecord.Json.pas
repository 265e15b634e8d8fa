unit HealthRecord.Json;

{ JSON values, read by the library's hr_json functions, and objects to be written.

  Not by System.JSON or fpjson: those turn 30-digit numbers into floats and write a reply anew, where `raw` has to stay
  byte for byte. A value is looked up in its text when it is asked for; what stands behind it is not read. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF};

type
  /// A value is not of the kind that was asked for, or cannot be read: its text is no JSON up to there, or it is a text
  /// with U+0000 or half a character. No part of the text is in the message.
  EHrJson = class(Exception);

  { In the order of hr_json_kind. }
  TJsonKind = (jkMissing, jkNull, jkBoolean, jkNumber, jkText, jkArray, jkObject);

  /// A boolean that may be missing.
  THrKnown = (hkUnknown, hkFalse, hkTrue);

  /// A JSON value. It keeps the text that it is part of alive; nothing has to be freed. May be read from any thread.
  TJson = record
  private
    FText, FPointer: UTF8String;
    function Get(out Value: PAnsiChar): Integer;
    function TryText(out Text: string): Boolean;
    function GetMember(const Name: string): TJson;
    function GetItem(Index: Integer): TJson;
  public
    /// A text, which is checked as far as it is read; an empty one is missing. Loads the library.
    class function OfText(const Text: string): TJson; static;
    /// jkMissing for a member or item that is not there, and for a variable that was never set. EHrJson.
    function Kind: TJsonKind;
    /// True for null and for what is missing.
    function IsNull: Boolean;
    /// A text unescaped; a number, true or false as written; empty for null and missing. EHrJson for lists and objects.
    function AsText: string;
    /// The value as it stands in the text, byte for byte (a string: as JsonQuoted writes it); empty when missing.
    function ToJson: string;
    /// The number of items of an array or members of an object, 0 for null and missing. EHrJson for anything else.
    function Count: Integer;
    /// The name of a member of an object, from 0. EHrJson for anything else, and behind the last one.
    function NameAt(Index: Integer): string;
    /// The items of an array; none of anything else.
    function ToArray: TArray<TJson>;
    /// The member of an object, looked up as a JSON pointer does; missing when it is not there.
    property Members[const Name: string]: TJson read GetMember; default;
    /// An item of an array, from 0; missing when it is not there.
    property Items[Index: Integer]: TJson read GetItem;
  end;

  /// An object that is being written: members with their JSON, each name once.
  TJsonMembers = record
  private
    FNames, FValues: TArray<string>;
  public
    /// Adds a member, or replaces the one of this name.
    procedure Put(const Name, Json: string);
    /// Put with every member of an object.
    procedure Merge(const Json: TJson);
    function ToJson: string;
  end;

/// Text as a JSON string with its quotes. EArgumentException as CheckedUtf8, with Name. Loads the library.
function JsonQuoted(const Text: string; const Name: string = 'text'): string;

{ Of a text of the library. What cannot be read counts as absent: it must not hide what took effect. }
function TextOf(const Json: TJson): string;
function NumberOf(const Json: TJson; Missing: Int64): Int64;
function KnownOf(const Json: TJson): THrKnown;

/// Adds an item to the items of an array.
procedure AddItem(var Items: string; const Item: string);

implementation

uses
  HrApi, HealthRecord.Calls, HealthRecord.Text;

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
  Utf8: UTF8String;
  Quoted: PAnsiChar;
begin
  HrLoad;
  Utf8 := CheckedUtf8(Name, Text);
  Checked(hr_json_quote(PAnsiChar(Utf8), @Quoted), 'a text');
  WipeText(Utf8);
  Result := Take(Quoted);
end;

{ TJson }

class function TJson.OfText(const Text: string): TJson;
begin
  if Text <> '' then
    HrLoad;
  Result.FText := CheckedUtf8('JSON', Text);
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
  Code := Get(Value);
  Text := Take(Value);
  { A string may begin with a bracket too. }
  Result := (Code = HR_OK) or (Code = HR_E_ABSENT);
  if Result and (Copy(Text, 1, 1) <> '') and ((Text[1] = '[') or (Text[1] = '{')) then
    Result := Kind = jkText;
  if not Result then
    Text := '';
end;

function TJson.AsText: string;
begin
  if not TryText(Result) then
    Refuse('a text');
end;

function TJson.ToJson: string;
var
  Value: PAnsiChar;
begin
  case Kind of
    jkMissing: Result := '';
    jkNull: Result := 'null';
    jkText: Result := JsonQuoted(AsText);
  else
    Checked(Get(Value), 'JSON');
    Result := Take(Value);
  end;
end;

{ Result is assigned last: in `Value := Value['name']` it may be the very variable that is read. }
function TJson.GetMember(const Name: string): TJson;
var
  Found: TJson;
  Escaped: string;
  Step: UTF8String;
  I: Integer;
begin
  Escaped := '/' + Name;
  for I := Length(Escaped) downto 2 do
    if Escaped[I] = '~' then
      Insert('0', Escaped, I + 1)
    else if Escaped[I] = '/' then
    begin
      Escaped[I] := '~';
      Insert('1', Escaped, I + 1);
    end;
  Step := CheckedUtf8('the name of a member', Escaped);
  Found.FText := FText;
  Found.FPointer := FPointer + Step;
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

function TJson.NameAt(Index: Integer): string;
var
  Name: PAnsiChar;
begin
  Checked(hr_json_key(PAnsiChar(FText), PAnsiChar(FPointer), Index, @Name), 'an object with so many members');
  Result := Take(Name);
end;

{ Arrays and objects in front are read once: what stands behind the first item is made an array in its turn. }
function TJson.ToArray: TArray<TJson>;
var
  Rest: UTF8String;
  Place, Value: PAnsiChar;
  I: Integer;
  IsCut: Boolean;
begin
  Result := nil;
  if Kind <> jkArray then
    Exit;
  SetLength(Result, Count);
  Checked(Get(Value), 'JSON');
  Rest := CheckedUtf8('JSON', Take(Value));
  Place := PAnsiChar(Rest);
  IsCut := True;
  for I := 0 to High(Result) do
  begin
    Result[I] := Items[I];
    IsCut := IsCut and (hr_json_kind(Place, '/0') >= Ord(jkArray));
    if not IsCut then
      Continue;
    Checked(hr_json_get(Place, '/0', @Value), 'JSON');
    { An array of its own: an object in it is not the outermost one either. }
    Result[I] := OfText('[' + Take(Value) + ']').Items[0];
    repeat
      Inc(Place);
    until Place^ > ' ';
    Inc(Place, Length(Result[I].FText) - 2);
    while Place^ <= ' ' do
      Inc(Place);
    Place^ := '['; { in the place of a comma, or of the end }
  end;
end;

{ TJsonMembers }

procedure TJsonMembers.Merge(const Json: TJson);
var
  I: Integer;
begin
  for I := 0 to Json.Count - 1 do
    Put(Json.NameAt(I), Json[Json.NameAt(I)].ToJson);
end;

procedure TJsonMembers.Put(const Name, Json: string);
var
  I: Integer;
begin
  I := 0;
  while (I < Length(FNames)) and (FNames[I] <> Name) do
    Inc(I);
  if I = Length(FNames) then
  begin
    SetLength(FNames, I + 1);
    SetLength(FValues, I + 1);
  end;
  FNames[I] := Name;
  FValues[I] := Json;
end;

function TJsonMembers.ToJson: string;
var
  Items: string;
  I: Integer;
begin
  Items := '';
  for I := 0 to High(FNames) do
    AddItem(Items, JsonQuoted(FNames[I]) + ':' + FValues[I]);
  Result := '{' + Items + '}';
end;

function TextOf(const Json: TJson): string;
begin
  Json.TryText(Result);
end;

function NumberOf(const Json: TJson; Missing: Int64): Int64;
begin
  if not TryStrToInt64(ToRtl(TextOf(Json)), Result) then
    Result := Missing;
end;

function KnownOf(const Json: TJson): THrKnown;
begin
  Result := hkUnknown;
  if Json.Kind = jkBoolean then
    Result := THrKnown(1 + Ord(Json.AsText = 'true'));
end;

procedure AddItem(var Items: string; const Item: string);
begin
  if Items <> '' then
    Items := Items + ',';
  Items := Items + Item;
end;

end.
