using System;
using System.IO;
using System.Runtime.InteropServices;

namespace HealthRecord
{
    /// <summary>
    /// Tells from a file's ELF or PE header for which processor it was built. The system's own loaders say
    /// "not found" or "invalid image" for a library of the other bitness, which sends people the wrong way.
    /// </summary>
    internal static class NativeBinary
    {
        internal const string Arm64 = "ARM64 (64 bits)";
        private const int HeaderBytes = 4096;

        /// <summary>What the file was built for, such as "x86 (32 bits)", or null when it is neither ELF nor PE.</summary>
        internal static string Describe(string path)
        {
            byte[] header = ReadHeader(path);
            if (header.Length >= 20 && header[0] == 0x7f && header[1] == 'E' && header[2] == 'L' && header[3] == 'F')
                return Processor(header[5] == 2 ? header[18] << 8 | header[19] : header[19] << 8 | header[18], header[4] != 2);
            int pe = header.Length >= 64 && header[0] == 'M' && header[1] == 'Z' ? BitConverter.ToInt32(header, 60) : -1;
            if (pe >= 0 && pe <= header.Length - 6 && header[pe] == 'P' && header[pe + 1] == 'E')
                return Processor(BitConverter.ToUInt16(header, pe + 4), false);
            return null;
        }

        /// <summary>What this process can load, in the words of <see cref="Describe"/>.</summary>
        internal static string OfThisProcess()
        {
            switch (RuntimeInformation.ProcessArchitecture)
            {
                case Architecture.X86: return "x86 (32 bits)";
                case Architecture.X64: return "x64 (64 bits)";
                case Architecture.Arm: return "ARM (32 bits)";
                case Architecture.Arm64: return Arm64;
                default: return RuntimeInformation.ProcessArchitecture.ToString();
            }
        }

        private static byte[] ReadHeader(string path)
        {
            using (var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete))
                return new BinaryReader(file).ReadBytes(HeaderBytes);
        }

        // Of ELF or of Windows, which have no number in common here.
        private static string Processor(int machine, bool narrow)
        {
            switch (machine)
            {
                case 3: case 0x014c: return "x86 (32 bits)";
                case 40: case 0x01c4: return "ARM (32 bits)";
                case 62: case 0x8664: return narrow ? "x32 (32-bit pointers)" : "x64 (64 bits)";
                case 183: case 0xaa64: return Arm64;
                default: return "machine 0x" + machine.ToString("x4");
            }
        }
    }
}
