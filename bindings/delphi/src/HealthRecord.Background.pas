unit HealthRecord.Background;

{ Calls of a TDmpClient in a thread of their own, so that no form freezes. }

{$IFDEF FPC}{$MODE DELPHIUNICODE}{$H+}{$ENDIF}

interface

uses
  {$IFDEF FPC}Classes{$ELSE}System.Classes{$ENDIF},
  HealthRecord.Client;

type
  /// What is done in the thread. It touches no form: TThread.Synchronize or Queue does that.
  TDmpWork = procedure(Dmp: TDmpClient) of object;

  /// Runs Work in a thread, at once. The client's events come to the main thread meanwhile. OnDone is called there too, when Work
  /// has ended (TThread.OnTerminate: FatalException of Sender is the exception that came out of Work, or nil). Free it
  /// on the main thread, not in OnDone; what still runs is cancelled and waited for.
  TDmpTask = class(TThread)
  private
    FDmp: TDmpClient;
    FWork: TDmpWork;
    FBefore: Boolean;
  protected
    procedure Execute; override;
  public
    constructor Create(Dmp: TDmpClient; const Work: TDmpWork; const OnDone: TNotifyEvent = nil);
    destructor Destroy; override;
    /// Stops Work at its next call, and the one that runs: Dmp.Cancel. For any thread.
    procedure Cancel;
  end;

implementation

constructor TDmpTask.Create(Dmp: TDmpClient; const Work: TDmpWork; const OnDone: TNotifyEvent);
begin
  FDmp := Dmp;
  FWork := Work;
  FBefore := Dmp.EventsOnMainThread;
  Dmp.EventsOnMainThread := True;
  OnTerminate := OnDone;
  inherited Create(False);
end;

destructor TDmpTask.Destroy;
begin
  if not Finished then
    Cancel;
  WaitFor; { also serves what the thread wants of this one }
  FDmp.EventsOnMainThread := FBefore;
  inherited Destroy;
end;

procedure TDmpTask.Execute;
begin
  FWork(FDmp);
end;

procedure TDmpTask.Cancel;
begin
  FDmp.Cancel;
end;

end.
