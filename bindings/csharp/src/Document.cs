using System;
using System.Collections.Generic;
using System.IO;

namespace HealthRecord
{
    /// <summary>A document to send: a file, or bytes in memory. ToString shows nothing of it.</summary>
    public sealed class Document
    {
        private readonly Stream stream;
        private byte[] data;

        /// <summary>A document in a file, which is read while it is sent: memory does not grow with it.</summary>
        /// <param name="path">The file; it must not change until it is sent.</param>
        public Document(string path)
        {
            Path = path ?? throw new ArgumentNullException("path");
        }

        /// <summary>A document in memory.</summary>
        /// <param name="data">Its bytes; not copied, must not change until it is sent.</param>
        /// <param name="filename">The name to send.</param>
        public Document(byte[] data, string filename)
        {
            this.data = data ?? throw new ArgumentNullException("data");
            Filename = filename ?? throw new ArgumentNullException("filename");
        }

        /// <summary>As a document in memory: the stream is read to its end, into memory, when the document is first sent.</summary>
        /// <param name="stream">The stream; it stays open.</param>
        /// <param name="filename">The name to send.</param>
        public Document(Stream stream, string filename)
        {
            this.stream = stream ?? throw new ArgumentNullException("stream");
            Filename = filename ?? throw new ArgumentNullException("filename");
        }

        /// <summary>The file; null for a document in memory.</summary>
        public string Path { get; private set; }
        /// <summary>The type code of the document; required, passed as given.</summary>
        public string TypeCode { get; set; }
        /// <summary>The activity type; required, passed as given.</summary>
        public string ActivityType { get; set; }
        /// <summary>The name to send; null: the last part of the path.</summary>
        public string Filename { get; set; }
        /// <summary>
        /// What the program calls the document, for the journal and the result: a text of up to 200 bytes, no name and no
        /// number of a patient.
        /// </summary>
        public string Reference { get; set; }
        /// <summary>True: send it although it was accepted before. One in doubt is held back all the same.</summary>
        public bool Again { get; set; }

        internal bool InMemory { get { return Path == null; } }

        internal byte[] Data
        {
            get
            {
                if (data != null)
                    return data;
                using (var copy = new MemoryStream())
                {
                    stream.CopyTo(copy);
                    return data = copy.ToArray();
                }
            }
        }

        internal void Check()
        {
            if (TypeCode == null || ActivityType == null)
                throw new ArgumentException("Document." + (TypeCode == null ? "TypeCode" : "ActivityType") + " is null.", "document");
        }

        internal string ToJson()
        {
            var members = new List<string>();
            Configuration.Add(members, "path", JsonValue.Quote(Path));
            Configuration.Add(members, "filename", JsonValue.Quote(Filename));
            Configuration.Add(members, "activity_type", JsonValue.Quote(ActivityType));
            Configuration.Add(members, "type_code", JsonValue.Quote(TypeCode));
            Configuration.Add(members, "reference", JsonValue.Quote(Reference));
            Configuration.Add(members, "again", Again ? "true" : null);
            return "{" + string.Join(",", members) + "}";
        }
    }
}
