// One behaviour of the wrapper per run: Conformance.exe BEHAVIOUR STAGE. Prints one JSON object of what it saw.
// The behaviours are the same for every language; whoever runs this compares, and asks the sandbox what it received.
using System;
using System.Collections.Generic;
using System.IO;
using System.Text;

namespace HealthRecord.Tests
{
    internal static partial class Conformance
    {
        public static int Main(string[] args)
        {
            var stage = new Stage(JsonValue.Parse(File.ReadAllText(args[1], Encoding.UTF8)));
            string report = Run(args[0], stage).ToString();
            using (Stream output = Console.OpenStandardOutput())
            {
                byte[] line = new UTF8Encoding(false, true).GetBytes(report + "\n");
                output.Write(line, 0, line.Length);
            }
            return 0;
        }

        private static Report Run(string behaviour, Stage stage)
        {
            switch (behaviour)
            {
                case "chain": return SendOne(stage, stage.Config, false);
                case "chain_bearer": return SendOne(stage, stage.ConfigBearerForm, true);
                case "accents": return Accents(stage);
                case "big_number": return BigNumber(stage);
                case "wrong_pin": return WrongPin(stage);
                case "right_pin_after": return RightPinAfter(stage);
                case "opposed": return Opposed(stage);
                case "lost_reply": return LostReply(stage);
                case "cancel": return CancelUpload(stage);
                case "cancel_waiting": return CancelWaiting(stage);
                case "progress": return Progress(stage);
                case "callback_exception": return CallbackException(stage);
                case "log": return Log(stage);
                case "two_threads": return TwoThreads(stage);
                case "use_after_close": return UseAfterClose(stage);
                case "collected": return Collected(stage);
                case "bad_config": return BadConfig();
                case "interior_nul": return InteriorNul(stage);
                case "unknown_code": return UnknownCode();
                case "all_methods": return AllMethods();
                case "reason_and_entry": return ReasonAndEntry(stage);
                case "journal": return Journal(stage);
                case "null_optional_text": return NullOptionalText(stage);
                case "callback_ends_accepted_upload": return CallbackEndsAcceptedUpload(stage);
                case "exit_while_logging": return ExitWhileLogging();
                case "exit_while_closing": return ExitWhileClosing();
                case "negative_sign_culture": return NegativeSignCulture();
                default: throw new ArgumentException("no such behaviour: " + behaviour);
            }
        }
    }

    internal sealed class Stage
    {
        private readonly JsonValue json;

        internal Stage(JsonValue json)
        {
            this.json = json;
        }

        internal string Config { get { return json["config"].RawText; } }
        internal string ConfigBearerForm { get { return json["config_bearer_form"].RawText; } }
        internal string ConfigJournal { get { return json["config_journal"].RawText; } }
        internal string ConfigNoJournal { get { return json["config_no_journal"].RawText; } }

        internal string this[string name] { get { return json[name].AsString(); } }
    }

    /// <summary>A JSON object in the making.</summary>
    internal sealed class Report
    {
        private readonly StringBuilder members = new StringBuilder();

        internal Report Add(string name, string value) { return AddRaw(name, Quote(value)); }
        internal Report Add(string name, bool? value) { return AddRaw(name, value == null ? "null" : value.Value ? "true" : "false"); }
        internal Report Add(string name, long? value) { return AddRaw(name, value == null ? "null" : value.Value.ToString()); }

        internal Report Add(string name, List<string> values)
        {
            return AddRaw(name, "[" + string.Join(",", values.ConvertAll(Quote)) + "]");
        }

        internal Report Add(string name, Error error)
        {
            return AddRaw(name, error == null ? "null" : Of(error));
        }

        internal Report Errors(params Error[] errors)
        {
            return AddRaw("errors", "[" + string.Join(",", Array.ConvertAll(errors, e => e == null ? "null" : Of(e))) + "]");
        }

        internal Report AddRaw(string name, string json)
        {
            members.Append(members.Length == 0 ? "" : ",").Append(Quote(name)).Append(':').Append(json);
            return this;
        }

        public override string ToString()
        {
            return "{" + members + "}";
        }

        private static string Of(Error error)
        {
            long? code = error.Json["code"].AsInt64();
            string family = code > -100 ? "caller" : code > -200 ? "network" : code > -300 ? "peer" : code == -900 ? "internal" : "other";
            return new Report().Add("family", family).Add("code", code).Add("name", error.Code.Value)
                .Add("operation", error.Operation.Value).Add("at", error.At.Value).Add("outcome", error.Outcome?.Value).Add("cause", error.Cause?.Value)
                .Add("has_french", !string.IsNullOrEmpty(error.MessageFr) && !string.IsNullOrEmpty(error.RemedyFr)).ToString();
        }

        private static string Quote(string value)
        {
            return value == null ? "null" : ((JsonValue)value).RawText;
        }
    }
}
