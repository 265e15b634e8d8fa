using System;
using System.Collections.Generic;
using System.Globalization;

namespace HealthRecord
{
    /// <summary>
    /// Reads JSON strictly (RFC 8259), without recursion, so depth costs no stack.
    /// Why not the framework's reader (System.Runtime.Serialization.Json): it cannot give a value's own text, so `raw`
    /// would not stay byte for byte; it drops members called "__type", replaces half surrogates by U+FFFD and accepts 01.
    /// </summary>
    internal sealed class JsonReader
    {
        private readonly string text;
        private readonly List<JsonValue> open = new List<JsonValue>();
        private int at;

        internal JsonReader(string text)
        {
            this.text = text;
        }

        private JsonValue Innermost { get { return open[open.Count - 1]; } }

        internal JsonValue Read()
        {
            JsonValue value;
            for (;;)
            {
                SkipSpace();
                string name = null;
                if (open.Count > 0 && Innermost.Kind == JsonKind.Object)
                    name = ReadName();
                value = ReadScalarOrOpen();
                if (open.Count > 0)
                    Innermost.Add(name, value);
                if (value.Kind == JsonKind.Array || value.Kind == JsonKind.Object)
                {
                    open.Add(value);
                    SkipSpace();
                    if (Peek() != Closing(value))
                        continue;
                    CloseOne(out value);
                }
                if (!MoveToNext(ref value))
                    break;
            }
            SkipSpace();
            if (at != text.Length)
                throw Wrong();
            return value;
        }

        // After a value: over commas and closing brackets to where the next one begins; false after the last.
        private bool MoveToNext(ref JsonValue value)
        {
            while (open.Count > 0)
            {
                SkipSpace();
                if (Peek() == ',')
                {
                    at++;
                    return true;
                }
                if (Peek() != Closing(Innermost))
                    throw Wrong();
                CloseOne(out value);
            }
            return false;
        }

        private void CloseOne(out JsonValue closed)
        {
            at++;
            closed = Innermost;
            open.RemoveAt(open.Count - 1);
            closed.EndAt(at);
        }

        private static char Closing(JsonValue container)
        {
            return container.Kind == JsonKind.Array ? ']' : '}';
        }

        private string ReadName()
        {
            if (Peek() != '"')
                throw Wrong();
            int start = at;
            SkipString();
            string name = JsonValue.Decode(text, start + 1, at - 1);
            SkipSpace();
            if (Peek() != ':')
                throw Wrong();
            at++;
            SkipSpace();
            return name;
        }

        private JsonValue ReadScalarOrOpen()
        {
            int start = at;
            switch (Peek())
            {
                case '{': at++; return new JsonValue(JsonKind.Object, text, start, at);
                case '[': at++; return new JsonValue(JsonKind.Array, text, start, at);
                case '"': SkipString(); return new JsonValue(JsonKind.String, text, start, at);
                case 't': SkipWord("true"); return new JsonValue(JsonKind.Boolean, text, start, at);
                case 'f': SkipWord("false"); return new JsonValue(JsonKind.Boolean, text, start, at);
                case 'n': SkipWord("null"); return new JsonValue(JsonKind.Null, text, start, at);
                default: SkipNumber(); return new JsonValue(JsonKind.Number, text, start, at);
            }
        }

        private void SkipWord(string word)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0)
                throw Wrong();
            at += word.Length;
        }

        private void SkipNumber()
        {
            if (Peek() == '-')
                at++;
            if (Peek() == '0')
                at++;
            else
                SkipDigits();
            if (Peek() == '.')
            {
                at++;
                SkipDigits();
            }
            if (Peek() == 'e' || Peek() == 'E')
            {
                at++;
                if (Peek() == '+' || Peek() == '-')
                    at++;
                SkipDigits();
            }
        }

        private void SkipDigits()
        {
            int start = at;
            while (Peek() >= '0' && Peek() <= '9')
                at++;
            if (at == start)
                throw Wrong();
        }

        private void SkipString()
        {
            at++;
            for (;;)
            {
                char c = Peek();
                if (c < ' ')
                    throw Wrong();
                at++;
                if (c == '"')
                    return;
                if (c == '\\')
                    SkipEscape();
            }
        }

        private void SkipEscape()
        {
            char kind = Peek();
            if (kind == '\0' || "\"\\/bfnrtu".IndexOf(kind) < 0)
                throw Wrong();
            at++;
            for (int i = 0; kind == 'u' && i < 4; i++, at++)
                if (!Uri.IsHexDigit(Peek()))
                    throw Wrong();
        }

        private void SkipSpace()
        {
            while (Peek() == ' ' || Peek() == '\t' || Peek() == '\n' || Peek() == '\r')
                at++;
        }

        // The end reads as NUL, which no JSON text has outside of an escape.
        private char Peek()
        {
            return at < text.Length ? text[at] : '\0';
        }

        private FormatException Wrong()
        {
            return new FormatException("not JSON at character " + at.ToString(CultureInfo.InvariantCulture));
        }
    }
}
