program Conformance;

{ Runs one behaviour and prints what was observed as one JSON object:
    Conformance BEHAVIOUR STAGE
  STAGE is a JSON file: config, config_bearer_form, config_journal, config_no_journal, card, pin, wrong_pin, nom, prenom,
  document, document_name, activity_type, type_code. Whoever runs it compares, and asks the sandbox what arrived. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}
{$IFDEF MSWINDOWS}{$APPTYPE CONSOLE}{$ENDIF}

uses
  {$IFDEF FPC}{$IFDEF UNIX}cthreads,{$ENDIF} SysUtils{$ELSE}System.SysUtils{$ENDIF},
  ConsoleText, HealthRecord.Text, EdgeBehaviours, JournalBehaviour, LiveBehaviours, PlainBehaviours, Stage;

function Observed(const Behaviour: string; const Stage: TStage): TPrinted;
begin
  if Behaviour = 'chain' then
    Result := Chain(Stage)
  else if Behaviour = 'chain_bearer' then
    Result := ChainBearer(Stage)
  else if Behaviour = 'accents' then
    Result := Accents(Stage)
  else if Behaviour = 'big_number' then
    Result := BigNumber(Stage)
  else if Behaviour = 'wrong_pin' then
    Result := WrongPin(Stage)
  else if Behaviour = 'right_pin_after' then
    Result := RightPinAfter(Stage)
  else if Behaviour = 'opposed' then
    Result := Opposed(Stage)
  else if Behaviour = 'lost_reply' then
    Result := LostReply(Stage)
  else if Behaviour = 'cancel' then
    Result := CancelUpload(Stage)
  else if Behaviour = 'cancel_waiting' then
    Result := CancelWaiting(Stage)
  else if Behaviour = 'progress' then
    Result := Progress(Stage)
  else if Behaviour = 'callback_exception' then
    Result := CallbackException(Stage)
  else if Behaviour = 'log' then
    Result := Log(Stage)
  else if Behaviour = 'two_threads' then
    Result := TwoThreads(Stage)
  else if Behaviour = 'use_after_close' then
    Result := UseAfterClose(Stage)
  else if Behaviour = 'collected' then
    Result := Collected(Stage)
  else if Behaviour = 'bad_config' then
    Result := BadConfig
  else if Behaviour = 'interior_nul' then
    Result := InteriorNul
  else if Behaviour = 'unknown_code' then
    Result := UnknownCode
  else if Behaviour = 'all_methods' then
    Result := AllMethods
  else if Behaviour = 'reason_and_entry' then
    Result := ReasonAndEntry(Stage)
  else if Behaviour = 'journal' then
    Result := Journal(Stage)
  else if Behaviour = 'null_optional_text' then
    Result := NullOptionalText(Stage)
  else if Behaviour = 'callback_ends_accepted_upload' then
    Result := CallbackEndsAcceptedUpload(Stage)
  else if Behaviour = 'out_of_memory_after_accept' then
    Result := OutOfMemoryAfterAccept(Stage)
  else if Behaviour = 'exit_while_logging' then
    Result := ExitWhileLogging
  else if Behaviour = 'exit_while_closing' then
    Result := ExitWhileClosing
  else if Behaviour = 'negative_sign_culture' then
    Result := NegativeSignCulture
  else
    raise Exception.Create('unknown behaviour');
end;

begin
  try
    WriteText(Observed(ArgumentText(1), TStage.Read(ArgumentText(2))).ToJson);
  except
    on E: Exception do
    begin
      WriteError(string(E.ClassName) + ': ' + FromRtl(E.Message));
      ExitCode := 1;
    end;
  end;
end.
