program host;

{ Loads the shared library that is named and lets it say its place. }

uses
  dynlibs;

type
  TSay = procedure; cdecl;

begin
  TSay(GetProcedureAddress(LoadLibrary(ParamStr(1)), 'PlaceSaid'))();
end.
