unit HealthRecord.Settings;

{ The configuration of a session, and the filter of its journal. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  HealthRecord.Results;

type
  /// What a status.code of the card client means.
  THrCardMeaning = (hmPinRefused, hmCardLocked, hmCardAbsent);
  THrItems = array of string;

  /// Builds the JSON text of a configuration. What is left empty, 0 or False has the library's default; the library
  /// checks the values when a session is opened, and names the key in its error. Keys that are not here can be
  /// given as JSON text.
  THrSettings = class
  private
    FLicenseUrl, FLicenseBearer, FLicenseAuth, FTicketMethod, FLocalUrl, FCardForm: string;
    FIdentifiedField, FProfileJson, FSituationsPointer, FPatientsPointer, FProxy, FCaFile, FJournal, FLanguage, FUserAgent: string;
    FConnectMs, FCallMs, FLoginMs, FUploadMs, FJournalDays, FMaxReplyBytes: Integer;
    FAllowPlainHttp: Boolean;
    FCardCodes: array[THrCardMeaning] of THrItems;
    FCardClientOwners, FCardTypes: THrItems;
  public
    /// The configuration as JSON. It holds LicenseBearer, which is a secret. Loads the library (HrApi.HrLoad), which quotes
    /// the texts. EArgumentException names the key whose text has a NUL character or half a character.
    function ToJson: string;
    /// Tells what a status.code of the card client means, so that exceptions have a Reason. The interface does not show
    /// any: none is known by itself. Each call adds one, a number or a short text.
    procedure AddCardCode(Meaning: THrCardMeaning; Code: Integer); overload;
    procedure AddCardCode(Meaning: THrCardMeaning; const Code: string); overload;
    /// Whose processes are given ticket and PIN beside those of the own session (on Linux: of the own user): service,
    /// http_sys or unknown. Each call adds one; without any none on Windows, unknown elsewhere. Another user's session
    /// never is.
    procedure AddCardClientOwner(const Owner: string);
    /// Which CardType is a professional's, for Connect without a card: each call adds one; default CPS.
    procedure AddCardType(const CardType: string);
    /// Address of the license server (https, or loopback); for Ticket.
    property LicenseUrl: string read FLicenseUrl write FLicenseUrl;
    /// A secret; for Ticket. Keep it off workstations where possible, and use TicketSet there.
    property LicenseBearer: string read FLicenseBearer write FLicenseBearer;
    /// bearer (default) or raw: how LicenseBearer stands in the request.
    property LicenseAuth: string read FLicenseAuth write FLicenseAuth;
    /// POST (default) or GET.
    property TicketMethod: string read FTicketMethod write FTicketMethod;
    /// Address of the card client; default http://127.0.0.1:48367. Must lead to this computer.
    property LocalUrl: string read FLocalUrl write FLocalUrl;
    /// body (default) or bearer: the form of Ready and Login.
    property CardForm: string read FCardForm write FCardForm;
    /// JSON pointer to the boolean of the login's reply that makes step 4 unnecessary.
    property IdentifiedField: string read FIdentifiedField write FIdentifiedField;
    /// A JSON object: payload of PUT /user-profiles, for Connect where the login needs it and the request has none.
    property ProfileJson: string read FProfileJson write FProfileJson;
    /// JSON pointer to the list of situations in that reply, such as /situations.
    property SituationsPointer: string read FSituationsPointer write FSituationsPointer;
    /// JSON pointer to the list of patients in the search's reply, by which PatientFind and Deposit count who was found.
    property PatientsPointer: string read FPatientsPointer write FPatientsPointer;
    /// Milliseconds for looking up a name and connecting; default 10000.
    property ConnectMs: Integer read FConnectMs write FConnectMs;
    /// Milliseconds for a whole call other than the next two; default 30000.
    property CallMs: Integer read FCallMs write FCallMs;
    /// Milliseconds for a whole login; default 60000.
    property LoginMs: Integer read FLoginMs write FLoginMs;
    /// Milliseconds for a whole upload; default 600000.
    property UploadMs: Integer read FUploadMs write FUploadMs;
    /// none (default), env, system, or http://[user:pw@]host:port; never used for loopback.
    property Proxy: string read FProxy write FProxy;
    /// PEM file of roots trusted beside those of the system; read when the session is opened.
    property CaFile: string read FCaFile write FCaFile;
    /// Absolute path of a file on a disk of this computer, made where there is none, in which uploads and presentations of
    /// PINs are recorded: a document in doubt and a held PIN are then known after a restart, and to other processes that
    /// name it. docs/journal.md of the project says where it may lie. Without one what this process remembers counts.
    property Journal: string read FJournal write FJournal;
    /// How many days settled records are to stay in the journal; default 365. This version removes none.
    property JournalDays: Integer read FJournalDays write FJournalDays;
    /// The largest reply accepted; default 16777216.
    property MaxReplyBytes: Integer read FMaxReplyBytes write FMaxReplyBytes;
    /// Lets license server and service be http beyond loopback.
    property AllowPlainHttp: Boolean read FAllowPlainHttp write FAllowPlainHttp;
    /// en (default) or fr: the language of messages and remedies.
    property Language: string read FLanguage write FLanguage;
    /// The User-Agent header.
    property UserAgent: string read FUserAgent write FUserAgent;
  end;

  /// Which uploads of the journal are asked for: those to which every member applies that is not empty, hkUnknown or 0.
  /// Begin with Default(THrJournalFilter).
  THrJournalFilter = record
    /// Entry, Reference and Outcome of THrJournalEntry; the document's SHA-256; the moment from which on uploads began,
    /// in UTC such as 2026-11-22T18:30:00Z.
    Entry, Sha256, Reference, Outcome, Since: string;
    Doubt: THrKnown;
    /// 1 to 10000; default 100.
    Limit: Integer;
    function ToJson: string;
  end;

implementation

uses
  HealthRecord.Json, HealthRecord.Text;

procedure Add(var Members: string; const Key, Json: string);
begin
  if Members <> '' then
    Members := Members + ',';
  Members := Members + '"' + Key + '":' + Json;
end;

procedure AddText(var Members: string; const Key, Value: string);
begin
  if Value <> '' then
    Add(Members, Key, JsonQuoted(Value, Key));
end;

{ Items are JSON, but for texts: these are quoted here, since the library may not be loaded before; a quote precedes them. }
procedure AddItems(var Members: string; const Key: string; const Items: THrItems);
var
  Item, Listed: string;
begin
  Listed := '';
  for Item in Items do
  begin
    if Listed <> '' then
      Listed := Listed + ',';
    if Item[1] = '"' then
      Listed := Listed + JsonQuoted(Copy(Item, 2, MaxInt), Key)
    else
      Listed := Listed + Item;
  end;
  if Listed <> '' then
    Add(Members, Key, '[' + Listed + ']');
end;

procedure AddNumber(var Members: string; const Key: string; Value: Integer);
begin
  if Value <> 0 then
    Add(Members, Key, NumberText(Value));
end;

procedure Append(var Items: THrItems; const Item: string);
begin
  SetLength(Items, Length(Items) + 1);
  Items[High(Items)] := Item;
end;

procedure THrSettings.AddCardCode(Meaning: THrCardMeaning; Code: Integer);
begin
  Append(FCardCodes[Meaning], NumberText(Code));
end;

procedure THrSettings.AddCardCode(Meaning: THrCardMeaning; const Code: string);
begin
  Append(FCardCodes[Meaning], '"' + Code);
end;

procedure THrSettings.AddCardType(const CardType: string);
begin
  Append(FCardTypes, '"' + CardType);
end;

procedure THrSettings.AddCardClientOwner(const Owner: string);
begin
  Append(FCardClientOwners, '"' + Owner);
end;

function THrSettings.ToJson: string;
const
  MEANINGS: array[THrCardMeaning] of string = ('pin_refused', 'card_locked', 'card_absent');
var
  Timeouts, Codes: string;
  Meaning: THrCardMeaning;
begin
  Result := '';
  AddText(Result, 'license_url', FLicenseUrl);
  AddText(Result, 'license_bearer', FLicenseBearer);
  AddText(Result, 'license_auth', FLicenseAuth);
  AddText(Result, 'ticket_method', FTicketMethod);
  AddText(Result, 'local_url', FLocalUrl);
  AddItems(Result, 'card_client_owners', FCardClientOwners);
  AddText(Result, 'card_form', FCardForm);
  AddText(Result, 'identified_field', FIdentifiedField);
  AddItems(Result, 'card_types', FCardTypes);
  if FProfileJson <> '' then
    Add(Result, 'profile', FProfileJson);
  AddText(Result, 'situations_pointer', FSituationsPointer);
  AddText(Result, 'patients_pointer', FPatientsPointer);
  Timeouts := '';
  AddNumber(Timeouts, 'connect_ms', FConnectMs);
  AddNumber(Timeouts, 'call_ms', FCallMs);
  AddNumber(Timeouts, 'login_ms', FLoginMs);
  AddNumber(Timeouts, 'upload_ms', FUploadMs);
  if Timeouts <> '' then
    Add(Result, 'timeouts', '{' + Timeouts + '}');
  AddText(Result, 'proxy', FProxy);
  AddText(Result, 'ca_file', FCaFile);
  AddText(Result, 'journal', FJournal);
  AddNumber(Result, 'journal_days', FJournalDays);
  AddNumber(Result, 'max_reply_bytes', FMaxReplyBytes);
  if FAllowPlainHttp then
    Add(Result, 'allow_plain_http', 'true');
  AddText(Result, 'language', FLanguage);
  AddText(Result, 'user_agent', FUserAgent);
  Codes := '';
  for Meaning := Low(THrCardMeaning) to High(THrCardMeaning) do
    AddItems(Codes, MEANINGS[Meaning], FCardCodes[Meaning]);
  if Codes <> '' then
    Add(Result, 'card_codes', '{' + Codes + '}');
  Result := '{' + Result + '}';
end;

function THrJournalFilter.ToJson: string;
begin
  Result := '';
  AddText(Result, 'entry', Entry);
  AddText(Result, 'sha256', Sha256);
  AddText(Result, 'reference', Reference);
  AddText(Result, 'outcome', Outcome);
  AddText(Result, 'since', Since);
  case Doubt of
    hkFalse: Add(Result, 'doubt', 'false');
    hkTrue: Add(Result, 'doubt', 'true');
  end;
  AddNumber(Result, 'limit', Limit);
  Result := '{' + Result + '}';
end;

end.
