program Outbox;

{ The outbox of a practice: logs in once, sends each file of a folder, and says in French what happened.
    Outbox CONFIGURATION FOLDER      (a person's PIN, choices and signatures on standard input)
  FOLDER/envois.csv, in UTF-8, has one line per file: FILE;NOM;PRENOM;DATE_NAISSANCE;SEXE;TYPE_CODE;ACTIVITY_TYPE
  A file FOLDER/arret stops it. Started again, it sends what was not accepted, and nothing twice; "journal" in the
  configuration makes that hold after a restart. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}
{$IFDEF MSWINDOWS}{$APPTYPE CONSOLE}{$ENDIF}

uses
  {$IFDEF FPC}{$IFDEF UNIX}cthreads,{$ENDIF} Classes{$ELSE}System.Classes{$ENDIF},
  HealthRecord.Background, HealthRecord.Client, HealthRecord.Deposits, HealthRecord.Errors, HealthRecord.Files,
  HealthRecord.Logins, HealthRecord.Patients, HealthRecord.Results, ConsoleText, OutboxList;

type
  TOutbox = class
    Folder: string;
    function AskPin(const Card: THrCard; const WhyFr: string; var Pin: string): Boolean;
    function Choose(var Choice: TDmpChoice): Boolean;
    function IsSure(const Found: TDmpFound; out Patient: TDmpPatient): Boolean;
    function SentenceOf(Dmp: TDmpClient; const Line: TOutboxLine): string;
    procedure Work(Dmp: TDmpClient);
  end;

{ An empty answer gives up. }
function TOutbox.AskPin(const Card: THrCard; const WhyFr: string; var Pin: string): Boolean;
begin
  Pin := Answer(WhyFr + ' (' + Card.FirstName + ' ' + Card.LastName + ')');
  Result := Pin <> '';
end;

function TOutbox.Choose(var Choice: TDmpChoice): Boolean;
var
  Card: THrCard;
begin
  WriteText(Choice.QuestionFr);
  for Card in Choice.Cards do
    WriteText('  ' + Card.Serial + ' ' + Card.FirstName + ' ' + Card.LastName);
  if Choice.Kind = ckCard then
    Choice.Serial := Answer('?')
  else
    Choice.SituationId := Answer(Choice.Reply.ToJson);
  Result := True;
end;

{ Compares where the service does not say that nobody else has these traits. }
function TOutbox.IsSure(const Found: TDmpFound; out Patient: TDmpPatient): Boolean;
begin
  Result := (Found.Kind = frOne)
    or (Found.Kind = frUnverified) and Agrees(Found.SentenceFr + ' Est-ce ' + Found.Unverified.PatientId + ' ?');
  if Found.Kind = frOne then
    Patient := Found.Patient
  else if Result then
    Patient := Found.ConfirmedByPerson;
end;

function TOutbox.SentenceOf(Dmp: TDmpClient; const Line: TOutboxLine): string;
var
  Found: TDmpFound;
  Patient: TDmpPatient;
  Signed: TDmpSignatures;
begin
  Found := Dmp.Find(Line.Traits);
  if not IsSure(Found, Patient) then
    Exit(Found.SentenceFr);
  Signed := [];
  if not Patient.InsQualified and Agrees('Avez-vous contr'#$00F4'l'#$00E9' l''identit'#$00E9' de ce patient ?') then
    Include(Signed, dsIdentityChecked);
  if not Patient.AlimentationConsent and Agrees('Ce patient accepte-t-il les envois ?') then
    Include(Signed, dsPatientAgrees);
  Result := Dmp.Send(Patient, Line.Document(Folder), Signed).SentenceFr;
end;

{ In a thread of its own; AskPin and Choose are called in the main one. }
procedure TOutbox.Work(Dmp: TDmpClient);
var
  Login: TDmpLogin;
  Options: TDmpLoginOptions;
  Line: TOutboxLine;
begin
  Options := Default(TDmpLoginOptions);
  Options.CardType := 'CPS';
  Login := Dmp.Login(Options, AskPin, Choose);
  WriteText(Login.SentenceFr);
  if Login.Ending = leLoggedIn then
    for Line in LinesOf(Folder + 'envois.csv') do
      try
        if Dmp.Canceller.Cancelled then
          Exit;
        WriteText(Line.FileName + ' : ' + SentenceOf(Dmp, Line));
      except
        on E: EHealthRecord do { an outage; the next file may do better }
          WriteText(Line.FileName + ' : ' + E.MessageFr);
      end;
end;

var
  TheOutbox: TOutbox;
  Dmp: TDmpClient;
  Task: TDmpTask;
begin
  TheOutbox := TOutbox.Create;
  TheOutbox.Folder := ArgumentText(2);
  Dmp := TDmpClient.Create(ArgumentText(1));
  Task := TDmpTask.Create(Dmp, TheOutbox.Work);
  while not Task.Finished do
  begin
    if FileSizeOf(TheOutbox.Folder + 'arret') >= 0 then
      Task.Cancel;
    CheckSynchronize(100); { a form does this by itself }
  end;
  if Task.FatalException is EHealthRecord then
    WriteText(EHealthRecord(Task.FatalException).MessageFr);
  Task.Free;
  Dmp.Free;
  TheOutbox.Free;
end.
