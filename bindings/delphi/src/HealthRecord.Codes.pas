unit HealthRecord.Codes;

{ Codes, outcomes and reasons as enumerations. A newer library may have more: these are hcOther, hoOther and hrOther, and
  the number or the text stands beside wherever one of these types is used. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

type
  /// The codes of HrApi: hcNoCard is HR_E_NO_CARD.
  THrCode = (hcOther, hcOk, hcArgument, hcHandle, hcBusy, hcState, hcConfig, hcFile, hcTooLarge, hcPinGuard, hcCancelled,
    hcChoice, hcNoCard, hcOtherPatient, hcJournal, hcAbsent, hcCardClientAbsent, hcConnect, hcTimeout, hcTls, hcProxy,
    hcInterrupted, hcInDoubt, hcReply, hcRefused, hcUnauthorized, hcNotFound, hcConflict, hcRateLimited, hcServer,
    hcCardStatus, hcRedirect, hcPanic);

  /// How a call ended that changes something; hoNone for one that changes nothing. hoUnknown is the outcome "unknown", and
  /// hoOther one that this unit does not know.
  THrOutcome = (hoNone, hoOther, hoAccepted, hoNotSent, hoIncomplete, hoRejected, hoUnknown, hoAcceptedUnreadable);

  /// THrFailure.Reason; hrNone without one.
  THrReason = (hrNone, hrOther, hrPinRefused, hrCardLocked, hrCardAbsent, hrPinInUse, hrReadyNeeded, hrPinHeld,
    hrCardClientOtherSession, hrCardClientService, hrCardClientHttpSys, hrCardClientUnknown, hrTlsExpired,
    hrTlsNotYetValid, hrTlsUnknownIssuer, hrTlsWrongName, hrTlsRefused, hrSessionInUse, hrDocumentInUse,
    hrFileLocked, hrJournalLocked, hrJournalSlow, hrJournalUnreadable, hrJournalUnwritable, hrJournalNotAFile,
    hrJournalOnNetwork, hrJournalNotOurs, hrJournalNewer, hrJournalReplaced, hrJournalFull);

function CodeOf(Number: Integer): THrCode;
function OutcomeOf(const Text: string): THrOutcome;
function ReasonOf(const Text: string): THrReason;

implementation

uses
  HrApi;

const
  NUMBERS: array[THrCode] of Integer = (MaxInt, HR_OK, HR_E_ARGUMENT, HR_E_HANDLE, HR_E_BUSY, HR_E_STATE, HR_E_CONFIG,
    HR_E_FILE, HR_E_TOO_LARGE, HR_E_PIN_GUARD, HR_E_CANCELLED, HR_E_CHOICE, HR_E_NO_CARD, HR_E_OTHER_PATIENT,
    HR_E_JOURNAL, HR_E_ABSENT, HR_E_CARD_CLIENT_ABSENT, HR_E_CONNECT, HR_E_TIMEOUT, HR_E_TLS, HR_E_PROXY,
    HR_E_INTERRUPTED, HR_E_IN_DOUBT, HR_E_REPLY, HR_E_REFUSED, HR_E_UNAUTHORIZED, HR_E_NOT_FOUND, HR_E_CONFLICT,
    HR_E_RATE_LIMITED, HR_E_SERVER, HR_E_CARD_STATUS, HR_E_REDIRECT, HR_E_PANIC);

  OUTCOMES: array[THrOutcome] of string = ('', '', 'accepted', 'not_sent', 'incomplete', 'rejected', 'unknown',
    'accepted_unreadable');

  REASONS: array[THrReason] of string = ('', '', 'pin_refused', 'card_locked', 'card_absent', 'pin_in_use',
    'ready_needed', 'pin_held', 'card_client_other_session', 'card_client_service', 'card_client_http_sys',
    'card_client_unknown', 'tls_expired', 'tls_not_yet_valid', 'tls_unknown_issuer', 'tls_wrong_name', 'tls_refused',
    'session_in_use', 'document_in_use', 'file_locked', 'journal_locked', 'journal_slow', 'journal_unreadable',
    'journal_unwritable', 'journal_not_a_file', 'journal_on_network', 'journal_not_ours', 'journal_newer',
    'journal_replaced', 'journal_full');

function CodeOf(Number: Integer): THrCode;
begin
  for Result := hcOk to High(THrCode) do
    if NUMBERS[Result] = Number then
      Exit;
  Result := hcOther;
end;

function OutcomeOf(const Text: string): THrOutcome;
begin
  if Text = '' then
    Exit(hoNone);
  for Result := hoAccepted to High(THrOutcome) do
    if OUTCOMES[Result] = Text then
      Exit;
  Result := hoOther;
end;

function ReasonOf(const Text: string): THrReason;
begin
  if Text = '' then
    Exit(hrNone);
  for Result := hrPinRefused to High(THrReason) do
    if REASONS[Result] = Text then
      Exit;
  Result := hrOther;
end;

end.
