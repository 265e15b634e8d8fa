// Holds a conversation: Conversation.exe CONFIGURATION SCRIPT. Prints what it saw of each call of the script as one line of JSON.
// The conversations are the same for every language; whoever runs this compares, and asks the sandbox what it received.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

namespace HealthRecord.Tests
{
    internal static class Conversation
    {
        private static readonly List<string> Asked = new List<string>();
        private static Queue<JsonValue> answers;

        public static int Main(string[] args)
        {
            using (var output = new StreamWriter(Console.OpenStandardOutput()))
            using (var client = new Client(args[0], Answer))
            {
                foreach (JsonValue call in JsonValue.Parse(File.ReadAllText(args[1])).Items)
                {
                    Asked.Clear();
                    answers = new Queue<JsonValue>(call["answers"].Items);
                    output.WriteLine(Seen(client, call["call"].AsString(), call["request"]));
                }
            }
            return 0;
        }

        private static string Seen(Client client, string call, JsonValue request)
        {
            try
            {
                return call == "login" ? Report(client.Login(Login(request)))
                    : call == "find" ? Report(client.Find(new FindRequest { Patient = Traits(request), PatientId = Text(request, "patient_id") }))
                    : Report(client.Deposit(Deposit(request)));
            }
            catch (HealthRecordException mistake) { return "{\"raised\":" + Quote(mistake.Error.Code.Value) + "}"; }
        }

        private static Answer Answer(Question question)
        {
            Asked.Add(question.Kind.Value);
            JsonValue answer = answers.Count == 0 ? null : answers.Dequeue();
            if (answer?["code"] != null)
                return HealthRecord.Answer.Pin(answer["code"].AsString());
            if (answer?["choice"] != null)
                return question.Choices.First(choice => choice.LabelFr.Contains(answer["choice"].AsString()));
            return answer?["enter"] == null ? null : HealthRecord.Answer.Give(answer["enter"]);
        }

        private static string Report<T>(Result<T> result) where T : LibraryObject
        {
            var documents = result.Documents.Select(each => "{\"ending\":" + Quote(each.Ending.Value)
                + ",\"outcome\":" + Quote(each.Outcome.Value) + ",\"already\":" + (each.Already ? "true" : "false") + "}");
            return "{\"ending\":" + Quote(result.Ending.Value) + ",\"sentence_fr\":" + Quote(result.SentenceFr)
                + ",\"asked\":[" + string.Join(",", Asked.Select(Quote)) + "],\"done\":" + (result.Value != null ? "true" : "false")
                + ",\"documents\":[" + string.Join(",", documents) + "]}";
        }

        private static ConnectRequest Login(JsonValue request) => new ConnectRequest
        {
            WaitCardMs = (int?)request["wait_card_ms"]?.AsInt64(),
            Card = request["card"]?.Members.ToDictionary(member => member.Key, member => member.Value),
            Profile = request["profile"],
            SituationId = Text(request, "situation_id")
        };

        private static DepositRequest Deposit(JsonValue request) => new DepositRequest
        {
            Patient = Traits(request),
            PatientId = Text(request, "patient_id"),
            Update = request["update"],
            Record = request["record"],
            Doubts = request["doubts"]?.Members.ToDictionary(member => member.Key, member => (DoubtAnswer)member.Value.AsString()),
            Documents = request["documents"].Items.Select(document => new DocumentFile
            {
                Path = Text(document, "path"), Filename = Text(document, "filename"), ActivityType = Text(document, "activity_type"),
                TypeCode = Text(document, "type_code"), Reference = Text(document, "reference"), Again = document["again"]?.AsBoolean()
            }).ToList()
        };

        private static Traits Traits(JsonValue request)
        {
            JsonValue patient = request["patient"];
            return patient == null ? null : new Traits
            {
                Nom = Text(patient, "nom"), Prenom = Text(patient, "prenom"), DateNaissance = Text(patient, "date_naissance"), Sexe = Text(patient, "sexe")
            };
        }

        private static string Text(JsonValue json, string name) => json[name]?.AsString();

        private static string Quote(string text) => ((JsonValue)text).RawText;
    }
}
