unit TextTests;

{ Texts at the boundary, JSON, and the types that are generated. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

procedure RunTextTests;

implementation

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  Checks, HealthRecord.Json, HealthRecord.Text, HealthRecord.Types;

type
  { The ways of reading a value. }
  TWay = (wKind, wText, wJson, wCount, wName);

const
  SAMPLE = 'for'#$00EA't '#$2603' '#$20AC' '#$D83E#$DE7A' fin';

procedure TextsComeBack;
var
  Utf8: UTF8String;
begin
  Utf8 := CheckedUtf8('a text', SAMPLE);
  CheckNumber(23, Length(Utf8), 'bytes');
  CheckNumber($C3, Ord(Utf8[4]), 'first byte of an accent');
  CheckNumber($F0, Ord(Utf8[16]), 'first byte of four');
  CheckText(SAMPLE, ToText(Utf8), 'text');
  CheckText('', ToText(CheckedUtf8('nothing', '')), 'nothing stays nothing');
end;

function Refusal(const Value: string): string;
begin
  Result := '';
  try
    CheckedUtf8('pin_code', Value);
  except
    on E: EArgumentException do
      Result := string(E.Message);
  end;
end;

procedure TextsThatWouldChangeAreRefusedWithoutTheirValue;
const
  HALF = 'pin_code has half a character (a lone surrogate)';
begin
  CheckText('pin_code has a NUL character', Refusal('12'#0'34'), 'NUL');
  CheckText('pin_code has a NUL character', Refusal('1234'#0), 'NUL at the end');
  CheckText(HALF, Refusal('12'#$D83E), 'high half at the end');
  CheckText(HALF, Refusal(#$DE7A'a'), 'low half alone');
  CheckText(HALF, Refusal(#$D83E'a'), 'high half before a letter');
  CheckText(HALF, Refusal(#$D83E#$D83E#$DE7A), 'two high halves');
  CheckText('', Refusal('1234'), 'good');
end;

procedure SecretsAreOverwritten;
var
  Secret, Shared: UTF8String;
  Wide, Other: string;
begin
  Secret := CheckedUtf8('a text', 'secret' + NumberText(1234));
  Shared := Secret; { keeps the block, so that it can be looked at afterwards }
  WipeText(Secret);
  CheckNumber(0, Length(Secret), 'length');
  CheckText(#0#0#0#0#0#0#0#0#0#0, ToText(Shared), 'what was in it');
  Wide := 'secret' + NumberText(1234);
  Other := Wide;
  WipeString(Wide);
  CheckText(#0#0#0#0#0#0#0#0#0#0, Other, 'what was in a string');
  Wide := 'a constant';
  WipeString(Wide);
  CheckText('', Wide, 'a constant');
end;

{ Whether a way of reading raises EHrJson. }
function Refused(const Value: TJson; Way: TWay): Boolean;
begin
  Result := False;
  try
    case Way of
      wKind: Value.Kind;
      wText: Value.AsText;
      wJson: Value.ToJson;
      wCount: Value.Count;
      wName: Value.NameAt(0);
    end;
  except
    on EHrJson do
      Result := True;
  end;
end;

procedure JsonIsReadAndWritten;
const
  ODD = SAMPLE + '"\/'#10#1#127#$2028#$FFFE#$FFFF;
var
  Json: TJson;
begin
  Json := TJson.OfText(' {"a" : [1, {"b":"x"}, null, true] ,"c":"\u00e9\n\"\\\/\ud83e\ude7a' + SAMPLE + '"} ');
  CheckNumber(4, Json['a'].Count, 'items');
  CheckText('x', Json['a'].Items[1]['b'].AsText, 'nested');
  CheckThat(Json['a'].Items[2].IsNull and (Json['a'].Items[2].Kind = jkNull), 'null');
  CheckThat(KnownOf(Json['a'].Items[3]) = hkTrue, 'true');
  CheckThat(Json['a'].Items[4].Kind = jkMissing, 'behind the end');
  CheckThat(Json['z']['y'].Items[3].Kind = jkMissing, 'missing of missing');
  CheckText(#$00E9#10'"\/'#$D83E#$DE7A + SAMPLE, Json['c'].AsText, 'escapes');
  CheckText('[1, {"b":"x"}, null, true]', Json['a'].ToJson, 'the text itself');
  CheckNumber(2, Json.Count, 'members');
  CheckText('c', Json.NameAt(1), 'second name');
  CheckText('null', Json['a'].Items[2].ToJson, 'null as JSON');
  CheckText('', Json['z'].ToJson + Default(TJson).ToJson, 'nothing as JSON');
  Json := TJson.OfText('[123456789012345678901234567890.12345]').Items[0];
  CheckText('123456789012345678901234567890.12345', Json.AsText, '30 digits');
  CheckText(ODD, TJson.OfText(JsonQuoted(ODD)).AsText, 'a text that was quoted');
  CheckText('""', JsonQuoted(''), 'empty');
end;

procedure NamesMayHoldWhatAPointerEscapes;
var
  Json: TJson;
begin
  Json := TJson.OfText('{"a/b":{"~1":{"":{"' + SAMPLE + '":"x"}}},"a~1b":0}');
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

procedure AKindIsNotTakenForAnotherAndNoTextIsCut;
var
  Json: TJson;
begin
  Json := TJson.OfText('{"t":"true","a":[1],"o":{"0":1},"b":"[1]","c":"{"}');
  CheckThat(Refused(Json['a'], wText) and Refused(Json['o'], wText), 'text');
  CheckText('[1]{', Json['b'].AsText + Json['c'].AsText, 'texts that begin with a bracket');
  CheckThat(Refused(Json['a'], wName), 'name of an array');
  CheckThat(Refused(Json['t'], wCount), 'count of a text');
  CheckThat((KnownOf(Json['t']) = hkUnknown) and (NumberOf(Json['t'], 7) = 7), 'a text is no boolean and no number');
  Json := TJson.OfText('{"good":"x","nul":"1234\u0000","in":{"n\u0000":1}}');
  CheckThat(Refused(Json['nul'], wText) and Refused(Json['nul'], wJson), 'NUL');
  CheckThat((Json['nul'].Kind = jkText) and (TextOf(Json['nul']) = ''), 'without an exception');
  CheckThat(Refused(Json['in'], wName), 'NUL in a name');
  CheckText('x', TJson.OfText('{"good":"x","bad":').Members['good'].AsText, 'what lies behind is not read');
end;

procedure ItemsComeInTheirOrder;
var
  Each: TJson;
  Seen: string;
begin
  Seen := '';
  for Each in TJson.OfText('{"a": [ {"b":"]"} , [1,2] ,"x,", 3,{}, null , [] ,"{",true,{"b" : [0]} ] }')['a'].ToArray do
    Seen := Seen + Each.ToJson + ';';
  CheckText('{"b":"]"};[1,2];"x,";3;{};null;[];"{";true;{"b" : [0]};', Seen, 'items');
  Seen := '';
  for Each in TJson.OfText('[[],{}]').ToArray do
    Seen := Seen + Each.ToJson + ';';
  CheckText('[];{};', Seen, 'the last item is empty');
  CheckNumber(0, Length(TJson.OfText(' [ ] ').ToArray) + Length(TJson.OfText('{"a":1}').ToArray), 'items of nothing');
  for Each in TJson.OfText('[{"a":1,"a":2}]').ToArray do
    CheckThat(Refused(Each['a'], wText), 'a name twice in an item');
end;

procedure RequestsHoldWhatIsSet;
var
  Members: TJsonMembers;
  Settings: THrConfiguration;
  Request: THrDepositRequest;
begin
  Members := Default(TJsonMembers);
  Members.Merge(TJson.OfText('{"a":1,"b":{"c":[]}}'));
  Members.Merge(TJson.OfText('{"b":"x","d":null}'));
  Members.Put('a', '2');
  CheckText('{"a":2,"b":"x","d":null}', Members.ToJson, 'members');
  CheckText('{}', Default(THrConfiguration).ToJson, 'nothing set');
  Settings := Default(THrConfiguration);
  Settings.LicenseUrl := 'https://licence.example/"';
  Settings.Timeouts.ConnectMs := 1000;
  Settings.AllowPlainHttp := True;
  Settings.CardClientOwners := TArray<THrCardClientOwners>.Create('service', 'http_sys');
  Settings.CardCodes.PinRefused := TArray<string>.Create('-4', '"DOC-17"');
  CheckText('{"license_url":"https://licence.example/\"","card_client_owners":["service","http_sys"],'
    + '"card_codes":{"pin_refused":[-4,"DOC-17"]},"timeouts":{"connect_ms":1000},"allow_plain_http":true}',
    Settings.ToJson, 'settings');
  Request := Default(THrDepositRequest);
  SetLength(Request.Documents, 1);
  Request.Documents[0].Path := '/a';
  Request.Documents[0].Again := True;
  Request.Patient.Nom := SAMPLE;
  Request.DoubtsJson := '{"00":"found"}';
  CheckText('{"documents":[{"path":"/a","activity_type":"","type_code":"","again":true}],"doubts":{"00":"found"},'
    + '"patient":{"nom":"' + SAMPLE + '"}}', TJson.OfText(Request.ToJson).ToJson, 'a request');
  Settings.LicenseBearer := 'secret'#0;
  try
    Settings.ToJson;
    CheckThat(False, 'a text that would be cut was accepted');
  except
    on E: EArgumentException do
      CheckText('license_bearer has a NUL character', string(E.Message), 'message');
  end;
end;

procedure AResultHidesNothing;
var
  Cards: THrCards;
  Error: THrError;
  Document: THrDocument;
begin
  Cards := THrCards.Read(TJson.OfText('{"cards":[{"token":"t","serial":7,"modelText":{"x":1}},{"token":"a\u0000"}],'
    + '"http_status":200,"next":null,"raw":null,"new":1}'));
  CheckNumber(2, Length(Cards.Cards), 'cards');
  CheckText('t 7', Cards.Cards[0].Token + ' ' + Cards.Cards[0].Json['serial'].AsText, 'what can be read');
  CheckText('{"x":1}', Cards.Cards[0].ModelText.ToJson, 'another kind');
  CheckText('', Cards.Cards[1].Token + Cards.Next, 'what cannot');
  CheckText('1', Cards.Json['new'].AsText, 'a member of a newer library');
  Error := THrError.Read(TJson.OfText('{"reason":"a_new_word","bytes":0,"outcome":null,"retry_after_s":null,'
    + '"choices":[{"label_fr":"A"}]}'));
  CheckText('a_new_word', Error.Reason, 'an unknown word');
  CheckNumber(0, Error.Bytes, 'a number');
  CheckNumber(-1, Error.RetryAfterS, 'no number');
  CheckText('A', Error.Choices[0].LabelFr, 'a choice');
  Document := THrDocument.Read(TJson.OfText('{"code":null,"http_status":null,"already":true}'));
  CheckNumber(0, Document.Code + Document.HttpStatus, 'no code');
  CheckThat(Document.Already, 'a boolean');
end;

procedure RunTextTests;
begin
  Run('texts come back', TextsComeBack);
  Run('texts that would change are refused without their value', TextsThatWouldChangeAreRefusedWithoutTheirValue);
  Run('secrets are overwritten', SecretsAreOverwritten);
  Run('JSON is read and written', JsonIsReadAndWritten);
  Run('names may hold what a pointer escapes', NamesMayHoldWhatAPointerEscapes);
  Run('a kind is not taken for another, and no text is cut', AKindIsNotTakenForAnotherAndNoTextIsCut);
  Run('items come in their order', ItemsComeInTheirOrder);
  Run('requests hold what is set', RequestsHoldWhatIsSet);
  Run('a result hides nothing', AResultHidesNothing);
end;

end.
