library old;

{ Has the right version and some functions, and lacks hr_set_log. }

function hr_abi_version: Integer; cdecl;
begin
  Result := 2;
end;

exports
  hr_abi_version name 'hr_abi_version',
  hr_abi_version name 'hr_version',
  hr_abi_version name 'hr_code_name',
  hr_abi_version name 'hr_free',
  hr_abi_version name 'hr_text_copy',
  hr_abi_version name 'hr_text_copy_utf16';

begin
end.
