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
        internal string Outcome, Phase, Cause, Sha256, Entry, Raw;
        internal int? HttpStatus, RetryAfterSeconds;
        internal long? Bytes;

        [NonSerialized] internal Exception Inner;

        /// <summary>From a code and its error object; every field has a value to show when there is no usable object.</summary>
        internal static ErrorDetails From(int code, string operation, string json)
        {
            JsonValue error;
            if (json == null || !JsonValue.TryParse(json, out error))
                error = JsonValue.Parse("{}");
            string name = Library.CodeName(code), number = code.ToString(CultureInfo.InvariantCulture);
            JsonValue serviceCode = error["service_code"];
            if (serviceCode != null && serviceCode.Kind == JsonKind.Null)
                serviceCode = null;
            return new ErrorDetails
            {
                Code = code,
                Name = error.Text("name") ?? name,
                Operation = error.Text("operation") ?? operation,
                At = error.Text("at") ?? "library",
                Message = error.Text("message") ?? "The operation failed.",
                MessageFr = error.Text("message_fr") ?? "L'opération a échoué.",
                Remedy = error.Text("remedy") ?? operation + " returned " + number + " (" + name + "): tell the vendor of this program.",
                RemedyFr = error.Text("remedy_fr") ?? operation + " a rendu " + number + " (" + name + ") : prévenez l'éditeur de ce logiciel.",
                HttpStatus = error.Int32("http_status"),
                Reason = error.Text("reason"),
                ServiceCode = serviceCode == null ? null : serviceCode.RawText,
                ServiceCodeText = serviceCode == null ? null : serviceCode.AsString() ?? serviceCode.RawText,
                ServiceMessage = error.Text("service_message"),
                Outcome = error.Text("outcome"),
                Phase = error.Text("phase"),
                Cause = error.Text("cause"),
                RetryAfterSeconds = error.Int32("retry_after_s"),
                Sha256 = error.Text("sha256"),
                Bytes = error.Int64("bytes"),
                Entry = error.Text("entry"),
                Raw = json
            };
        }
    }
}
