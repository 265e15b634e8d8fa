// Outbox.cs - sends the documents of a list to their patients' records: Outbox.exe CONFIGURATION LIST
// The first line of the list names its columns, some of which a patient may lack: see Request and Traits.
// With a "journal" in the configuration a run that was killed is made again as it is: nothing is sent twice.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using HealthRecord;

public static class Outbox
{
    public static int Main(string[] args)
    {
        int left = 0;
        List<Dictionary<string, string>> rows = Rows(args[1]).ToList();
        using (var dmp = new Client(args[0], Ask, Progress))
        {
            Result<Connection> login = dmp.Login(new ConnectRequest { WaitCardMs = 60000 });
            Console.WriteLine(login.SentenceFr);
            if (!login.IsOpen)
                return 1;
            foreach (Dictionary<string, string> row in rows)
            {
                Func<string, string> of = key => row.TryGetValue(key, out string it) && it != "" ? it : null;
                Result<Deposit> sent = dmp.Deposit(Request(of));
                Console.WriteLine(row["path"] + " : " + sent.SentenceFr);
                left += sent.IsComplete ? 0 : 1;
            }
        }
        Console.WriteLine("Documents dans les dossiers : " + (rows.Count - left) + " sur " + rows.Count);
        return left == 0 ? 0 : 1;
    }

    private static DepositRequest Request(Func<string, string> of) => new DepositRequest
    {
        Patient = Traits(of),
        PatientId = of("patient_id"),
        Documents =
        {
            new DocumentFile
            {
                Path = of("path"), TypeCode = of("type_code"), ActivityType = of("activity_type")
            }
        }
    };

    private static Traits Traits(Func<string, string> of) => new Traits
    {
        Nom = of("nom"), Prenom = of("prenom"), DateNaissance = of("date_naissance"), Sexe = of("sexe")
    };

    // A person answers; null ends the call with its sentence.
    private static Answer Ask(Question question)
    {
        Console.WriteLine(question.SentenceFr);
        for (int i = 0; i < question.Choices.Count; i++)
            Console.WriteLine("  " + (i + 1) + "  " + question.Choices[i].LabelFr);
        if (question.Kind == HealthRecord.Ask.Pin)
            return Answer.Pin(Read("Code :"));
        if (question.Kind == HealthRecord.Ask.Traits)
            return Answer.Give(Traits(name => Read(name + " :")));
        if (question.Kind == HealthRecord.Ask.Update)
            return Read("Identité vérifiée, et le patient est d'accord ? oui ou rien :") != "oui" ? null
                : Answer.Give(JsonValue.Parse("{\"insQualified\":true,\"alimentationConsent\":true}"));
        bool known = int.TryParse(Read("Numéro, ou rien pour arrêter :"), out int number);
        return known ? question.Choices.ElementAtOrDefault(number - 1) : null;
    }

    // A code is not shown where it is typed.
    private static string Read(string prompt)
    {
        Console.WriteLine(prompt);
        if (Console.IsInputRedirected || prompt != "Code :")
            return Console.ReadLine() is string line && line != "" ? line : null;
        string typed = "";
        for (ConsoleKeyInfo key; (key = Console.ReadKey(true)).Key != ConsoleKey.Enter;)
            typed = key.Key == ConsoleKey.Backspace ? "" : typed + key.KeyChar;
        return typed;
    }

    private static void Progress(int done, int total) =>
        Console.Error.Write("\r" + 100L * done / Math.Max(total, 1) + " %  \r");

    private static IEnumerable<Dictionary<string, string>> Rows(string path)
    {
        string[][] all = File.ReadLines(path).Where(row => row != "").Select(row => row.Split(',')).ToArray();
        foreach (string[] row in all.Skip(1))
            yield return all[0].Zip(row, Tuple.Create).ToDictionary(cell => cell.Item1, cell => cell.Item2);
    }
}
