using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

// Without AssemblyDirectory: the library is loaded by its path before, and one beside the assembly must not win over
// it.
[assembly: DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
[assembly: InternalsVisibleTo("HealthRecord.UnitTests")]
