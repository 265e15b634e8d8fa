using System;
using System.Text;

namespace HealthRecord
{
    /// <summary>SHA-256 (FIPS 180-4): that of .NET on Linux ends the process where OpenSSL is missing or of another version.</summary>
    internal static class Sha256
    {
        private static readonly uint[] Rounds =
        {
            0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
            0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
            0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
            0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
            0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
            0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
            0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
            0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
        };

        /// <summary>As 64 hexadecimal digits, as the library writes it.</summary>
        internal static string Hex(byte[] data)
        {
            uint[] state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
            int whole = data.Length / 64 * 64;
            for (int at = 0; at < whole; at += 64)
                Block(state, data, at);
            var rest = new byte[data.Length - whole < 56 ? 64 : 128];
            Array.Copy(data, whole, rest, 0, data.Length - whole);
            rest[data.Length - whole] = 0x80;
            for (int i = 0; i < 8; i++)
                rest[rest.Length - 1 - i] = (byte)((ulong)data.Length * 8 >> 8 * i);
            for (int at = 0; at < rest.Length; at += 64)
                Block(state, rest, at);
            var text = new StringBuilder();
            foreach (uint word in state)
                text.Append(word.ToString("x8"));
            return text.ToString();
        }

        private static void Block(uint[] state, byte[] data, int at)
        {
            var w = new uint[64];
            for (int i = 0; i < 16; i++, at += 4)
                w[i] = (uint)data[at] << 24 | (uint)data[at + 1] << 16 | (uint)data[at + 2] << 8 | data[at + 3];
            for (int i = 16; i < 64; i++)
                w[i] = w[i - 16] + w[i - 7] + (Right(w[i - 15], 7) ^ Right(w[i - 15], 18) ^ w[i - 15] >> 3)
                    + (Right(w[i - 2], 17) ^ Right(w[i - 2], 19) ^ w[i - 2] >> 10);
            uint a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
            for (int i = 0; i < 64; i++)
            {
                uint first = h + (Right(e, 6) ^ Right(e, 11) ^ Right(e, 25)) + ((e & f) ^ (~e & g)) + Rounds[i] + w[i];
                uint second = (Right(a, 2) ^ Right(a, 13) ^ Right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
                h = g; g = f; f = e; e = d + first; d = c; c = b; b = a; a = first + second;
            }
            uint[] more = { a, b, c, d, e, f, g, h };
            for (int i = 0; i < 8; i++)
                state[i] += more[i];
        }

        private static uint Right(uint word, int bits)
        {
            return word >> bits | word << 32 - bits;
        }
    }
}
