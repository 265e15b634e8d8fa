library place;

{ Tells where a shared library of Free Pascal that holds the units looks for hr.dll (libhr.so) beside. }

uses
  HealthRecord.Text;

procedure PlaceSaid; cdecl;
begin
  Writeln(ToRtl(ProgramFolder));
  Flush(Output);
end;

exports
  PlaceSaid;

begin
end.
