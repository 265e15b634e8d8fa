unit TextTests;

{ Texts at the boundary, and JSON. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

procedure RunTextTests;

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  Checks, HealthRecord.Boundary, HealthRecord.Json, HealthRecord.Results, HealthRecord.Settings, HealthRecord.Text;

type
  { The ways of reading a value. }
  TWay = (wKind, wText, wInt64, wBoolean, wJson, wCount, wNames, wWalk);

const
  SAMPLE = 'for'#$00EA't '#$2603' '#$20AC' '#$D83E#$DE7A' fin';

function Bytes(const Values: array of Byte): RawByteString;
var
  I: Integer;
begin
  Result := '';
  SetLength(Result, Length(Values));
  for I := 0 to High(Values) do
    PAnsiChar(Result)[I] := AnsiChar(Values[I]);
end;

function FromBytes(const Utf8: UTF8String): string;
begin
  CheckThat(TryToText(Utf8, Result), 'not UTF-8');
end;

procedure TextsComeBack;
var
  Utf8: UTF8String;
  Back: string;
begin
  CheckThat(TryToUtf8(SAMPLE, Utf8), 'converts');
  CheckNumber(23, Length(Utf8), 'bytes');
  CheckNumber($C3, Ord(Utf8[4]), 'first byte of an accent');
  CheckNumber($F0, Ord(Utf8[16]), 'first byte of four');
  CheckThat(TryToText(Utf8, Back), 'comes back');
  CheckText(SAMPLE, Back, 'text');
  CheckThat(TryToUtf8('', Utf8) and (Length(Utf8) = 0), 'nothing stays nothing');
end;

procedure HalfCharactersAreRefused;
var
  Utf8: UTF8String;
begin
  CheckThat(not TryToUtf8('a'#$D83E, Utf8), 'high half at the end');
  CheckThat(not TryToUtf8(#$DE7A'a', Utf8), 'low half alone');
  CheckThat(not TryToUtf8(#$D83E'a', Utf8), 'high half before a letter');
  CheckThat(not TryToUtf8(#$D83E#$D83E, Utf8), 'two high halves');
end;

procedure BadUtf8IsRefused;
var
  Back: string;
begin
  CheckThat(not TryToText(Bytes([$C0, $80]), Back), 'overlong, two');
  CheckThat(not TryToText(Bytes([$C1, $BF]), Back), 'overlong letter');
  CheckThat(not TryToText(Bytes([$E0, $80, $80]), Back), 'overlong, three');
  CheckThat(not TryToText(Bytes([$F0, $80, $80, $80]), Back), 'overlong, four');
  CheckThat(not TryToText(Bytes([$ED, $A0, $80]), Back), 'surrogate');
  CheckThat(not TryToText(Bytes([$F4, $90, $80, $80]), Back), 'above the last character');
  CheckThat(not TryToText(Bytes([$F8, $88, $80, $80, $80]), Back), 'five bytes');
  CheckThat(not TryToText(Bytes([$80]), Back), 'continuation alone');
  CheckThat(not TryToText(Bytes([$61, $C3]), Back), 'cut, two');
  CheckThat(not TryToText(Bytes([$E2, $98]), Back), 'cut, three');
  CheckThat(not TryToText(Bytes([$C3, $28]), Back), 'no continuation');
  CheckThat(TryToText(Bytes([$F4, $8F, $BF, $BF]), Back), 'the last character');
end;

function ArgumentRefused(const Value: string): string;
var
  Arguments: THrArguments;
begin
  Result := '';
  try
    Arguments.Text('pin_code', Value);
  except
    on E: EArgumentException do
      Result := string(E.Message);
  end;
end;

procedure ArgumentsAreRefusedWithoutTheirValue;
begin
  CheckText('pin_code has a NUL character', ArgumentRefused('12'#0'34'), 'NUL');
  CheckText('pin_code has half a character (a lone surrogate)', ArgumentRefused('12'#$D83E), 'half');
  CheckText('', ArgumentRefused('1234'), 'good');
end;

procedure SecretsAreOverwritten;
var
  Secret, Shared: UTF8String;
begin
  TryToUtf8('secret' + NumberText(1234), Secret);
  Shared := Secret; { keeps the block, so that it can be looked at afterwards }
  WipeText(Secret);
  CheckNumber(0, Length(Secret), 'length');
  CheckText(#0#0#0#0#0#0#0#0#0#0, FromBytes(Shared), 'what was in it');
end;

{ Whether a way of reading raises EHrJson. }
function Refused(const Value: TJson; Way: TWay): Boolean;
var
  Each: TJson;
begin
  Result := False;
  try
    case Way of
      wKind: Value.Kind;
      wText: Value.AsText;
      wInt64: Value.AsInt64;
      wBoolean: Value.AsBoolean;
      wJson: Value.ToJson;
      wCount: Value.Count;
      wNames: Value.Names;
      wWalk: for Each in Value do
          Each.AsText;
    end;
  except
    on EHrJson do
      Result := True;
  end;
end;

{ A text as the library gives one. }
function Given(const Text: string): TJson;
var
  Utf8: UTF8String;
begin
  TryToUtf8(Text, Utf8);
  Result := TJson.Unchecked(Utf8);
end;

procedure JsonIsRead;
var
  Json: TJson;
begin
  Json := TJson.ParseText(' {"a" : [1, {"b":"x"}, null, true] ,"c":"\u00e9\n\"\\\/\ud83e\ude7a' + SAMPLE + '"} ');
  CheckNumber(4, Json['a'].Count, 'items');
  CheckText('x', Json['a'].Items[1]['b'].AsText, 'nested');
  CheckThat(Json['a'].Items[2].IsNull and (Json['a'].Items[2].Kind = jkNull), 'null');
  CheckThat(Json['a'].Items[3].AsBoolean, 'true');
  CheckThat(Json['a'].Items[4].Kind = jkMissing, 'behind the end');
  CheckThat(Json['z']['y'].Items[3].Kind = jkMissing, 'missing of missing');
  CheckText(#$00E9#10'"\/'#$D83E#$DE7A + SAMPLE, Json['c'].AsText, 'escapes');
  CheckText('[1, {"b":"x"}, null, true]', Json['a'].ToJson, 'the text itself');
  CheckNumber(2, Length(Json.Names), 'names');
  CheckText('c', Json.Names[1], 'second name');
  CheckThat((Json['z'].Names = nil) and (Json['z'].Count = 0) and (Json['a'].Items[2].Count = 0), 'names and items of nothing');
  CheckText('null', Json['a'].Items[2].ToJson, 'null as JSON');
  CheckText('', Json['z'].ToJson + Default(TJson).ToJson, 'nothing as JSON');
  CheckText('"'#$00E9'\n"', TJson.ParseText('["\u00e9\n"]').Items[0].ToJson, 'a string as JSON');
end;

procedure NamesMayHoldWhatAPointerEscapes;
var
  Json: TJson;
begin
  Json := TJson.ParseText('{"a/b":{"~1":{"":{"' + SAMPLE + '":"x"}}},"a~1b":0}');
  CheckText('x', Json['a/b']['~1'][''][SAMPLE].AsText, 'value');
  CheckThat(Json['a'].Kind = jkMissing, 'what a pointer would mean');
  try
    Json['a'#0].Kind;
    CheckThat(False, 'a name was cut');
  except
    on EArgumentException do
      ;
  end;
end;

procedure AKindIsNotTakenForAnother;
var
  Json: TJson;
begin
  Json := TJson.ParseText('{"t":"true","n":"12","d":"1.5","a":[1],"o":{"0":1},"b":"[1]","c":"{"}');
  CheckThat(Refused(Json['t'], wBoolean) and Refused(Json['z'], wBoolean), 'boolean');
  CheckThat(Refused(Json['n'], wInt64) and Refused(Json['d'], wInt64) and Refused(Json['z'], wInt64), 'number');
  CheckThat(Refused(Json['a'], wText) and Refused(Json['o'], wText), 'text');
  CheckText('[1]{', Json['b'].AsText + Json['c'].AsText, 'texts that begin with a bracket');
  CheckThat(Refused(Json['a'], wNames) and Refused(TJson.ParseText('[]'), wNames), 'names of an array');
  CheckThat(Refused(Json['o'], wWalk) and Refused(Json['t'], wWalk), 'walk');
  CheckThat(Refused(Json['t'], wCount), 'count of a text');
  CheckNumber(7, Json.Count, 'members');
end;

procedure WhatLiesBehindIsNotRead;
var
  Json: TJson;
begin
  Json := Given('{"a":1,"b":{"c":"x","d":');
  CheckText('1', Json['a'].AsText, 'value');
  CheckThat((Json['b'].Kind = jkObject) and (Json.Kind = jkObject), 'kinds');
  CheckThat(Refused(Json['b']['c'], wText) and Refused(Json['b']['c'], wKind), 'in an object without an end');
  CheckThat(Refused(Json['z'], wText) and Refused(Json, wJson) and Refused(Json, wNames), 'all of it');
end;

procedure JsonWalksInItsOwnVariable;
var
  Value, Each: TJson;
  Seen: string;
begin
  Value := TJson.ParseText('{"a":{"b":["x","y"]}}');
  Value := Value['a'];
  Value := Value['b'];
  Seen := '';
  for Each in Value do
    Seen := Seen + Each.AsText;
  CheckText('xy', Seen, 'items');
  Value := Value.Items[1];
  CheckText('y', Value.AsText, 'item');
  Value := TJson.ParseText('["x","y"]');
  CheckThat(Value.Items[-1].Kind = jkMissing, 'before the first');
  CheckText('x', Value.Items[0].AsText, 'the first');
  CheckThat(Value.Items[2].Kind = jkMissing, 'behind the last');
end;

procedure MixedItemsComeInTheirOrder;
var
  Each: TJson;
  Seen: string;
begin
  Seen := '';
  for Each in TJson.ParseText('{"a": [ {"b":"]"} , [1,2] ,"x,", 3,{}, null , [] ,"{",true,{"b" : [0]} ] }')['a'] do
    Seen := Seen + Each.ToJson + ';';
  CheckText('{"b":"]"};[1,2];"x,";3;{};null;[];"{";true;{"b" : [0]};', Seen, 'items');
  Seen := '';
  for Each in TJson.ParseText('[[],{}]') do
    Seen := Seen + Each.ToJson + ';';
  CheckText('[];{};', Seen, 'the last item is empty');
  for Each in TJson.ParseText(' [ ] ') do
    CheckThat(False, 'an item of nothing');
end;

procedure NumbersStayExact;
var
  Json: TJson;
begin
  Json := TJson.ParseText('{"n":123456789012345678901234567890.12345,"e":1.797e309,"m":-9223372036854775808,"i":0}');
  CheckText('123456789012345678901234567890.12345', Json['n'].AsText, '30 digits');
  CheckText('1.797e309', Json['e'].AsText, 'above Double');
  CheckNumber(Low(Int64), Json['m'].AsInt64, 'lowest');
  CheckThat(Refused(Json['e'], wInt64) and Refused(Json['n'], wInt64), 'numbers that do not fit');
end;

procedure ANameTwiceIsRefused;
var
  Json: TJson;
begin
  CheckText('1', TJson.ParseText('{"a":1,"\u0061":2}')['a'].AsText, 'in the outermost object');
  Json := TJson.ParseText('{"x":{"a":1,"\u0061":2,"b":3}}');
  CheckText('3', Json['x']['b'].AsText, 'beside it');
  CheckThat(Refused(Json['x']['a'], wText) and Refused(Json['x']['a'], wKind), 'below');
  for Json in TJson.ParseText('[{"a":1,"a":2}]') do
    CheckThat(Refused(Json['a'], wText), 'in an item');
end;

procedure NoTextIsCut;
var
  Json: TJson;
  Text: string;
begin
  Json := TJson.ParseText('{"good":"x","nul":"1234\u0000","in":{"n\u0000":1}}');
  CheckThat(Refused(Json['nul'], wText) and Refused(Json['nul'], wJson), 'NUL');
  CheckThat((Json['nul'].Kind = jkText) and not Json['nul'].TryText(Text) and (Text = ''), 'without an exception');
  CheckThat(Refused(Json['in'], wNames), 'NUL in a name');
  Json := Given('{"good":"x","bad":"\ud83e","\ud83e":1}');
  CheckText('x', Json['good'].AsText, 'before it');
  CheckThat(Refused(Json['bad'], wText) and Refused(Json, wNames), 'half a character');
end;

procedure AFieldThatCannotBeReadHidesNoCard;
var
  Ready: THrReady;
begin
  Ready := THrReady.Read(TJson.ParseText('{"cards":[{"token":"t","serial":7,"firstName":"A\u0000","lastName":{"x":1},'
    + '"idNat":"1","idNat":"2"},{"token":"a\u0000","serial":"8"}],"http_status":200,"next":null,"raw":null}'));
  CheckNumber(2, Length(Ready.Cards), 'cards');
  CheckText('t 7', Ready.Cards[0].Token + ' ' + Ready.Cards[0].Serial, 'what can be read');
  CheckText('{"x":1}', Ready.Cards[0].LastName, 'another kind');
  CheckText('', Ready.Cards[0].FirstName + Ready.Cards[0].IdNat + Ready.Cards[1].Token, 'what cannot');
  CheckText('8', Ready.Cards[1].Serial, 'the other card');
end;

function TextBytes(const Text: string): UTF8String;
begin
  TryToUtf8(Text, Result);
end;

function Unparsed(const Utf8: UTF8String): Boolean;
begin
  Result := False;
  try
    TJson.Parse(Utf8);
  except
    on EHrJson do
      Result := True;
  end;
end;

procedure BadJsonIsRefused;
const
  BAD: array[0..27] of string = ('', ' ', '{', '[', '[1', '[1,', '[1,]', '{"a"}', '{"a":}', '{"a":1,}', '{a:1}', '[1}',
    '{"a":1]', '1 2', '01', '1.', '.5', '+1', '1e', '-', 'tru', 'nul', '"a', '"\x"', '"\u12g4"', '"'#10'"', '[]]',
    '{"a":1 "b":2}');
  GOOD: array[0..9] of string = ('0', '-0.5e+10', '""', '[]', '{}', ' [ ] ', '{"a":{}}', '[[],{}]', 'true', '"\u0000"');
var
  Each: string;
begin
  for Each in BAD do
    CheckThat(Unparsed(TextBytes(Each)), 'accepted: ' + Each);
  for Each in GOOD do
    CheckThat(not Unparsed(TextBytes(Each)), 'refused: ' + Each);
  CheckThat(Unparsed(CopyOfBytes(PAnsiChar(Bytes([$22, $C3, $22])), 3)), 'cut UTF-8');
  CheckThat(Unparsed(CopyOfBytes(PAnsiChar(Bytes([$22, $61, 0, $22])), 4)), 'NUL in a text');
  CheckThat(Unparsed(CopyOfBytes(PAnsiChar(Bytes([$31, 0, $32])), 3)), 'NUL behind a number');
end;

procedure QuotedTextsComeBack;
const
  ODD = SAMPLE + '"\/'#10#1#127#$2028;
begin
  CheckText(ODD, TJson.ParseText(JsonQuoted(ODD)).AsText, 'text');
  CheckText('""', JsonQuoted(''), 'empty');
end;

procedure SettingsBecomeJson;
var
  Settings: THrSettings;
  Json: TJson;
begin
  Settings := THrSettings.Create;
  try
    CheckText('{}', Settings.ToJson, 'nothing set');
    Settings.LicenseUrl := 'https://licence.example/' + SAMPLE + '"\'#10;
    Settings.ConnectMs := 1000;
    Settings.UploadMs := 5000;
    Settings.AllowPlainHttp := True;
    Settings.Language := 'fr';
    Settings.AddCardClientOwner('service');
    Settings.AddCardClientOwner('http_sys');
    Json := TJson.ParseText(Settings.ToJson);
  finally
    Settings.Free;
  end;
  CheckText('https://licence.example/' + SAMPLE + '"\'#10, Json['license_url'].AsText, 'text');
  CheckNumber(1000, Json['timeouts']['connect_ms'].AsInt64, 'connect_ms');
  CheckNumber(2, Length(Json['timeouts'].Names), 'timeouts that were set');
  CheckNumber(5, Length(Json.Names), 'keys that were set');
  CheckText('["service","http_sys"]', Json['card_client_owners'].ToJson, 'owners');
  CheckThat(Json['allow_plain_http'].AsBoolean, 'allow_plain_http');
end;

procedure SettingsThatWouldBeCutAreRefused;
var
  Settings: THrSettings;
begin
  Settings := THrSettings.Create;
  try
    Settings.LicenseBearer := 'secret'#0;
    Settings.ToJson;
    CheckThat(False, 'it was accepted');
  except
    on E: EArgumentException do
      CheckText('license_bearer has a NUL character', string(E.Message), 'message');
  end;
  Settings.Free;
end;

procedure RunTextTests;
begin
  Run('texts come back', TextsComeBack);
  Run('half characters are refused', HalfCharactersAreRefused);
  Run('bad UTF-8 is refused', BadUtf8IsRefused);
  Run('arguments are refused without their value', ArgumentsAreRefusedWithoutTheirValue);
  Run('secrets are overwritten', SecretsAreOverwritten);
  Run('JSON is read', JsonIsRead);
  Run('JSON walks in its own variable', JsonWalksInItsOwnVariable);
  Run('mixed items come in their order', MixedItemsComeInTheirOrder);
  Run('numbers stay exact', NumbersStayExact);
  Run('names may hold what a pointer escapes', NamesMayHoldWhatAPointerEscapes);
  Run('a kind is not taken for another', AKindIsNotTakenForAnother);
  Run('what lies behind is not read', WhatLiesBehindIsNotRead);
  Run('a name twice is refused', ANameTwiceIsRefused);
  Run('no text is cut', NoTextIsCut);
  Run('a field that cannot be read hides no card', AFieldThatCannotBeReadHidesNoCard);
  Run('bad JSON is refused', BadJsonIsRefused);
  Run('quoted texts come back', QuotedTextsComeBack);
  Run('settings become JSON', SettingsBecomeJson);
  Run('settings that would be cut are refused', SettingsThatWouldBeCutAreRefused);
end;

end.
