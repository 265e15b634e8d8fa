using System;
using System.Globalization;

namespace HealthRecord
{
    /// <summary>The fields of an error object. Serializable, because .NET Framework wants that of attached data.</summary>
    [Serializable]
    internal sealed class ErrorDetails
    {
        internal int Code;
        internal string Name, Operation, At, Message, MessageFr, Remedy, RemedyFr, Reason, ServiceCode, ServiceCodeText, ServiceMessage;
        internal string Outcome, Phase, Cause, Sha256, Entry, Journal, Step, Ending, Ask, Raw;
        internal int? HttpStatus, RetryAfterSeconds;
        internal long? Bytes;
        internal bool? Session;

        [NonSerialized] internal Exception Inner;

        /// <summary>From a code and its error object; every field has a value to show when there is no usable object.</summary>
        internal static ErrorDetails From(int code, string operation, string json)
        {
            JsonValue error = json == null ? null : new JsonValue(Utf8.Copy(json, "json"));
            Func<string, string> text = key => Read(error, key, value => value.AsString());
            Func<string, int?> int32 = key => Read(error, key, value => value.AsInt32());
            string name = Library.CodeName(code), number = code.ToString(CultureInfo.InvariantCulture);
            string serviceCode = Read(error, "service_code", value => value.Kind == JsonKind.Null ? null : value.RawText);
            return new ErrorDetails
            {
                Code = code,
                Name = text("name") ?? name,
                Operation = text("operation") ?? operation,
                At = text("at") ?? "library",
                Message = text("message") ?? "The operation failed.",
                MessageFr = text("message_fr") ?? "L'opération a échoué.",
                Remedy = text("remedy") ?? operation + " returned " + number + " (" + name + "): tell the vendor of this program.",
                RemedyFr = text("remedy_fr") ?? operation + " a rendu " + number + " (" + name + ") : prévenez l'éditeur de ce logiciel.",
                HttpStatus = int32("http_status"),
                Reason = text("reason"),
                ServiceCode = serviceCode,
                ServiceCodeText = text("service_code") ?? serviceCode,
                ServiceMessage = text("service_message"),
                Outcome = text("outcome"),
                Phase = text("phase"),
                Cause = text("cause"),
                RetryAfterSeconds = int32("retry_after_s"),
                Sha256 = text("sha256"),
                Bytes = Read(error, "bytes", value => value.AsInt64()),
                Entry = text("entry"),
                Journal = text("journal"),
                Step = text("step"),
                Ending = text("ending"),
                Ask = text("ask"),
                Session = Read(error, "session", value => value.AsBoolean()),
                Raw = json
            };
        }

        /// <summary>What a program's test states.</summary>
        internal static ErrorDetails Made(ErrorCode code, string messageFr, CallOutcome outcome, ErrorReason reason, int? httpStatus)
        {
            return new ErrorDetails
            {
                Code = (int)code,
                Name = Words.CodeName(code),
                Operation = "test",
                At = "library",
                Message = messageFr,
                MessageFr = messageFr,
                Remedy = messageFr,
                RemedyFr = messageFr,
                Outcome = outcome == CallOutcome.None ? null : Words.Write(outcome.ToString()),
                Reason = reason == ErrorReason.None ? null : Words.Write(reason.ToString()),
                HttpStatus = httpStatus
            };
        }

        // A field that cannot be read is no reason to lose the others, of which one may be the outcome.
        private static T Read<T>(JsonValue error, string key, Func<JsonValue, T> read)
        {
            try
            {
                JsonValue value = error?[key];
                return value == null ? default(T) : read(value);
            }
            catch (Exception) { return default(T); }
        }
    }
}
