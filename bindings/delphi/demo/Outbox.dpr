program Outbox;

{ Sends the documents of a list to their patients' records: Outbox CONFIGURATION LIST.csv
  The first line of the list names its columns: path, type_code, activity_type, nom, prenom, date_naissance,
  sexe, patient_id. With a journal in the configuration it can be run again: nothing is sent twice. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}
{$IFDEF MSWINDOWS}{$APPTYPE CONSOLE}{$ENDIF}

uses
  {$IFDEF FPC}SysUtils, Classes{$ELSE}System.SysUtils, System.Classes{$ENDIF},
  HealthRecord, HealthRecord.Calls, HealthRecord.Text, HealthRecord.Types, ConsoleText;

{$IFDEF FPC}{$WARN 5024 OFF}{$ENDIF} { parameters that an event has and does not need }

type
  TDesk = class
    class function Ask(const Question: THrQuestion): THrAnswer;
    class procedure Show(Done, Total: Integer; var Stop: Boolean);
  end;

class function TDesk.Ask(const Question: THrQuestion): THrAnswer;
var
  Traits: THrTraits;
  I: Integer;
begin
  WriteText(Question.SentenceFr);
  for I := 0 to High(Question.Choices) do
    WriteText('  ' + NumberText(I + 1) + '  ' + Question.Choices[I].LabelFr);
  Result := Default(THrAnswer);
  if Question.Kind = HR_ASK_PIN then
    Result := Question.Enter(Asked('Code : '))
  else if Question.Kind = HR_ASK_TRAITS then
  begin
    Traits := Default(THrTraits);
    Traits.Nom := Asked('Nom, ou rien : ');
    if Traits.Nom = '' then
      Exit;
    Traits.Prenom := Asked('Pr'#$00E9'nom : ');
    Traits.DateNaissance := Asked('Date de naissance : ');
    Result := Question.Enter(Traits.ToJson);
  end
  else if Question.Kind <> HR_ASK_UPDATE then
    Result := Question.Choose(NumberOf(Asked('Num'#$00E9'ro, ou rien : ')) - 1)
  else if Asked('Identit'#$00E9' v'#$00E9'rifi'#$00E9'e, et le patient est d''accord ? [o/N] ') = 'o' then
    Result := Question.Enter('{"insQualified":true,"alimentationConsent":true}');
end;

class procedure TDesk.Show(Done, Total: Integer; var Stop: Boolean);
begin
  Write(ErrOutput, #13, Round(100 * (Done / (Total + Ord(Total = 0)))), ' % ');
end;

function Send(Client: THrClient; Row: TStringList): THrEnded;
var
  Traits: THrTraits;
  Document: THrDocumentFile;
begin
  Traits := Default(THrTraits);
  Traits.Nom := FromRtl(Row.Values['nom']);
  Traits.Prenom := FromRtl(Row.Values['prenom']);
  Traits.DateNaissance := FromRtl(Row.Values['date_naissance']);
  Traits.Sexe := FromRtl(Row.Values['sexe']);
  Document := Default(THrDocumentFile);
  Document.Path := FromRtl(Row.Values['path']);
  Document.TypeCode := FromRtl(Row.Values['type_code']);
  Document.ActivityType := FromRtl(Row.Values['activity_type']);
  Result := Client.Deposit(Traits, FromRtl(Row.Values['patient_id']), [Document]);
  WriteText(#13 + Document.Path + ' : ' + Result.SentenceFr);
end;

procedure SendAll(Client: THrClient; Lines, Columns, Cells, Row: TStringList);
var
  I, J, Left: Integer;
begin
  Left := 0;
  Columns.CommaText := Lines[0];
  for I := 1 to Lines.Count - 1 do
  begin
    Cells.CommaText := Lines[I];
    Row.Clear;
    for J := 0 to Columns.Count - 1 do
      if J < Cells.Count then
        Row.Values[Columns[J]] := Cells[J];
    Inc(Left, Ord(not Send(Client, Row).IsComplete));
  end;
  WriteText(NumberText(Lines.Count - 1 - Left) + ' dans les dossiers, ' + NumberText(Left) + ' pas encore');
  ExitCode := Ord(Left > 0);
end;

var
  Client: THrClient;
  Login: THrEnded;
  Lists: array[0..3] of TStringList;
  I: Integer;
begin
  ExitCode := 1;
  Client := nil;
  for I := 0 to High(Lists) do
  begin
    Lists[I] := TStringList.Create;
    Lists[I].StrictDelimiter := True; { a comma separates, a blank does not }
  end;
  try
    Client := THrClient.Create(ArgumentText(1), TDesk.Ask, TDesk.Show);
    Lists[0].Text := ToRtl(ToText(BytesOfFile(ArgumentText(2))));
    Login := Client.Login(60);
    WriteText(Login.SentenceFr);
    if Login.IsOpen then
      SendAll(Client, Lists[0], Lists[1], Lists[2], Lists[3]);
  except
    on E: EHealthRecord do { a mistake of the program, or of its configuration }
      WriteError(E.Error.MessageFr);
  end;
  Client.Free;
  for I := 0 to High(Lists) do
    Lists[I].Free;
end.
