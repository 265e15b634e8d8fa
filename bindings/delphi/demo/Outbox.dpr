program Outbox;

{ Sends the documents of a list to their patients' records: Outbox CONFIGURATION.json LIST.csv
  The first line of the list is COLUMNS below, and each row has a cell for each of them. Killed at any moment, it can
  be run again: the journal knows what was sent. ExitCode 0: all is sent. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}
{$IFDEF MSWINDOWS}{$APPTYPE CONSOLE}{$ENDIF}

uses
  {$IFDEF FPC}SysUtils{$ELSE}System.SysUtils{$ENDIF},
  HealthRecord, HealthRecord.Calls, HealthRecord.Json, HealthRecord.Text, HealthRecord.Types, ConsoleText;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { parameters that an event has and does not need }

const
  COLUMNS = 'path,type_code,activity_type,nom,prenom,date_naissance,sexe,patient_id';

type
  TDesk = class
    class var Patient: THrTraits; { of the row whose turn it is }
    class function Ask(const Question: THrQuestion): THrAnswer;
    class procedure Show(Done, Total: Integer; var Stop: Boolean);
  end;

{ Identity and consent are signed for one by one; what the patient's details state already is not asked for. }
function Signs(const Details: TJson; const Member, Sentence: string): Boolean;
begin
  Result := (Details[Member].ToJson = 'true') or (Asked(Sentence + ' ? [o/N] ') = 'o');
end;

{ What is typed takes the place of a trait; nothing keeps it. }
function IsTyped(const Prompt: string; var Trait: string): Boolean;
var
  Line: string;
begin
  Line := Asked(Prompt);
  Result := Line <> '';
  if Result then
    Trait := Line;
end;

class function TDesk.Ask(const Question: THrQuestion): THrAnswer;
var
  Typed: Integer;
begin
  WriteText(Question.SentenceFr);
  WriteChoices(Question);
  Result := Chosen(Question);
  if Question.Kind = HR_ASK_PIN then
    Result := Question.Enter(AskedHidden('Code : '))
  else if Question.Kind = HR_ASK_TRAITS then
  begin
    Typed := Ord(IsTyped('Nom, ou rien : ', Patient.Nom));
    Inc(Typed, Ord(IsTyped('Pr'#$00E9'nom, ou rien : ', Patient.Prenom)));
    Inc(Typed, Ord(IsTyped('Date de naissance, ou rien : ', Patient.DateNaissance)));
    Inc(Typed, Ord(IsTyped('Sexe, ou rien : ', Patient.Sexe)));
    if Typed > 0 then
      Result := Question.Enter(TJson.OfText(Patient.ToJson));
  end
  else if Question.Kind = HR_ASK_UPDATE then
  begin
    if Signs(Question.Choices[0].Raw, 'insQualified', 'Identit'#$00E9' v'#$00E9'rifi'#$00E9'e')
      and Signs(Question.Choices[0].Raw, 'alimentationConsent', 'Le patient est d''accord') then
      Result := Question.Enter(TJson.OfText('{"insQualified":true,"alimentationConsent":true}'));
  end
  else if (Question.Kind = HR_ASK_PROFILE) or not HasChoice(Question) then
    Result := Question.Enter(TJson.OfText(Asked('JSON, comme {"situation_id":"1"}, ou rien : ')));
end;

class procedure TDesk.Show(Done, Total: Integer; var Stop: Boolean);
begin
  Write(ErrOutput, #13, Round(100 * (Done / (Total + Ord(Total = 0)))), ' % ', #13);
end;

{ The configuration, with the user's journal where it names none. }
function Settings: string;
var
  Members: TJsonMembers;
begin
  Members := Default(TJsonMembers);
  Members.Put('journal', JsonQuoted(UserFolder('outbox') + 'uploads.hrj'));
  Members.Merge(TJson.OfText(TextOfFile(ArgumentText(1))));
  Result := Members.ToJson;
end;

{ The document of a row is in the record. }
function IsSent(Client: THrClient; const Row: TArray<string>): Boolean;
var
  Request: THrDepositRequest;
  Ended: THrEnded;
begin
  Request := Default(THrDepositRequest);
  SetLength(Request.Documents, 1);
  Request.Documents[0].Path := Row[0];
  Request.Documents[0].TypeCode := Row[1];
  Request.Documents[0].ActivityType := Row[2];
  TDesk.Patient.Nom := Row[3];
  TDesk.Patient.Prenom := Row[4];
  TDesk.Patient.DateNaissance := Row[5];
  TDesk.Patient.Sexe := Row[6];
  Request.Patient := TDesk.Patient;
  Request.PatientId := Row[7];
  Request.Documents[0].Reference := ExtractFileName(ArgumentText(2)) + ':' + Row[8]; { for the journal: no name }
  WriteText(Row[0] + ', ' + Row[3] + ' ' + Row[4] + ' ' + Row[5] + ' :');
  Ended := Client.Deposit(Request);
  WriteText('  ' + Ended.SentenceFr);
  Result := Ended.IsComplete;
end;

var
  Client: THrClient;
  Login: THrEnded;
  Rows: TRows;
  I, Sent: Integer;
begin
  ExitCode := 1;
  Client := nil;
  try
    Rows := RowsOf(ArgumentText(2), COLUMNS);
    Client := THrClient.Create(Settings, TDesk.Ask, TDesk.Show);
    Login := Client.Login(60);
    WriteText(Login.SentenceFr);
    Sent := 0;
    if Login.IsOpen then
      for I := 0 to High(Rows) do
        try
          Inc(Sent, Ord(IsSent(Client, Rows[I])));
        except
          on E: EHealthRecord do { this row is wrong; the next one may be right }
            WriteText('  ' + E.Error.MessageFr);
        end;
    WriteText(NumberText(Sent) + ' dans les dossiers, ' + NumberText(Length(Rows) - Sent) + ' pas encore');
    ExitCode := Ord(not Login.IsOpen or (Sent < Length(Rows)));
  except
    on E: EHealthRecord do { a mistake of the program, or of its configuration }
      WriteError(E.Error.MessageFr);
    on E: Exception do
      WriteError(FromRtl(E.Message));
  end;
  Client.Free;
end.
