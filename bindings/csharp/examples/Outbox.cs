// Outbox.cs - puts the documents of a list into their patients' records: Outbox.exe CONFIGURATION LIST.csv
// LIST, in UTF-8, has path,type_code,activity_type,nom,prenom,date_naissance,sexe,patient_id. Killed, run it again.
using System;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using HealthRecord;

public static class Outbox
{
    private static readonly string[] Columns =
        { "path", "type_code", "activity_type", "nom", "prenom", "date_naissance", "sexe", "patient_id" };
    private static Traits person; // of the row, and what was typed

    public static int Main(string[] args)
    {
        string[][] rows = Rows(args[1]);
        if (rows == null)
            return 1;
        int sent = 0, listed = rows.Length - 1;
        using (var dmp = new Client(Settings(args[0]), Reply, (n, of) => Console.Error.Write($"{n}/{of}\r")))
        {
            Console.WriteLine("Insérez votre carte dans le lecteur.");
            Result<Connection> login = dmp.Login(new ConnectRequest { WaitCardMs = 60000 });
            Console.WriteLine(login.SentenceFr);
            foreach (string[] row in rows.Skip(login.IsOpen ? 1 : rows.Length))
            {
                Func<string, string> at = name => row[Array.IndexOf(rows[0], name)];
                var request = new DepositRequest { Patient = person = Person(at), PatientId = at("patient_id") };
                request.Documents.Add(new DocumentFile
                    { Path = at("path"), TypeCode = at("type_code"), ActivityType = at("activity_type"), Reference = row.Last() });
                Console.WriteLine(string.Join(", ", row) + " :"); // of whom the questions are
                try
                {
                    Result<Deposit> deposit = dmp.Deposit(request);
                    sent += deposit.IsComplete ? 1 : 0;
                    Console.WriteLine(deposit.SentenceFr);
                }
                catch (HealthRecordException mistake) { Console.WriteLine(mistake.Error.MessageFr); }
                catch (ArgumentException mistake) { Console.WriteLine(mistake.Message); } // in the list
            }
            Console.WriteLine($"Dans les dossiers : {sent} sur {listed}.");
            return login.IsOpen && sent == listed ? 0 : 1;
        }
    }

    private static string Settings(string path) // with this user's journal, unless they name one
    {
        JsonValue settings = JsonValue.Parse(File.ReadAllText(path, new System.Text.UTF8Encoding(true, true)));
        const Environment.SpecialFolder Local = Environment.SpecialFolder.LocalApplicationData;
        string own = Environment.GetFolderPath(Local, Environment.SpecialFolderOption.Create);
        string folder = Directory.CreateDirectory(Path.Combine(own, "Vendor")).FullName;
        return settings.With("journal", settings["journal"] ?? Path.Combine(folder, "uploads.hrj")).RawText;
    }

    private static string[][] Rows(string path) // one that was cut could be of another patient: nothing begins then
    {
        string[] lines = File.ReadAllLines(path);
        bool isNamed = Fields(lines.FirstOrDefault() ?? "").OrderBy(name => name).SequenceEqual(Columns.OrderBy(name => name));
        int cut = Array.FindIndex(lines, line => line != "" && Fields(line).Length != Columns.Length);
        if (isNamed && cut < 0)
            return lines.Select((line, n) => Fields(line).Append(Path.GetFileName(path) + $":{n + 1}").ToArray()) // its reference
                .Where((row, n) => lines[n] != "").ToArray();
        Console.Error.WriteLine(isNamed ? $"ligne {cut + 1} : pas autant de champs que de noms, ou un guillemet qui n'est pas fermé"
            : "ligne 1 : les colonnes sont " + string.Join(", ", Columns));
        return null;
    }

    private static string[] Fields(string line) => // an empty one is null; there is none where a quotation is open
        Regex.Match("," + line, "^(?:,(?:\"(?<1>(?:[^\"]|\"\")*)\"|(?<1>[^,\"]*)))*$").Groups[1].Captures.Cast<Capture>()
            .Select(c => c.Length == 0 ? null : c.Value.Replace("\"\"", "\"")).ToArray();

    private static Traits Person(Func<string, string> trait) => new Traits { Nom = trait("nom"),
        Prenom = trait("prenom"), DateNaissance = trait("date_naissance"), Sexe = trait("sexe") };

    private static Answer Reply(Question question) // null, also at the end of the input, ends the call
    {
        bool isFree = question.Kind == Ask.Pin || question.Kind == Ask.Update;
        var choices = question.Choices.ToLookup(choice => !isFree && choice.Value != null);
        var shown = choices[false].Select(choice => "     " + choice.LabelFr);
        var numbered = choices[true].Select((choice, n) => $"  {n + 1}  {choice.LabelFr}");
        Console.WriteLine(string.Join("\n", shown.Concat(numbered).Prepend(question.SentenceFr)));
        if (question.Kind == Ask.Pin)
            return Answer.Pin(Typed("Code", !Console.IsInputRedirected));
        if (question.Kind == Ask.Traits)
        {
            Traits more = Person(name => Typed(name)), known = person; // what is not typed stays as it is
            person = new Traits { Nom = more.Nom ?? known.Nom, Prenom = more.Prenom ?? known.Prenom,
                DateNaissance = more.DateNaissance ?? known.DateNaissance, Sexe = more.Sexe ?? known.Sexe };
            return Answer.Give(more) == null ? null : Answer.Give(person);
        }
        Func<string, string, bool> signs = (member, asked) => // for each by itself, where it is not stated yet
            question.Choices[0].Raw[member].RawText == "true" || Typed(asked + " (oui)") == "oui";
        if (question.Kind == Ask.Update)
            return signs("insQualified", "Identité vérifiée") && signs("alimentationConsent", "Patient d'accord")
                ? Answer.Give(JsonValue.Parse("{\"insQualified\":true,\"alimentationConsent\":true}")) : null;
        string typed = Typed(choices[false].FirstOrDefault()?.Raw?.RawText + "\nRéponse, ou rien pour finir");
        if (typed != null && choices[true].Any())
            return choices[true].Where((it, n) => typed == $"{n + 1}").FirstOrDefault() ?? Reply(question);
        try { return Answer.Give(question.Kind == Ask.Profile ? JsonValue.Parse(typed ?? "\"\"") : typed); }
        catch (FormatException) { return Reply(question); }
    }

    private static string Typed(string prompt, bool isHidden = false)
    {
        while (!Console.IsInputRedirected && Console.KeyAvailable) Console.ReadKey(true); // typed before the question
        Console.Write(prompt + " : ");
        string typed = isHidden ? "" : Console.ReadLine();
        for (ConsoleKeyInfo key; isHidden && (key = Console.ReadKey(true)).Key != ConsoleKey.Enter;)
            typed = char.IsControl(key.KeyChar) ? "" : typed + key.KeyChar; // Backspace begins anew
        Console.Write(isHidden ? "\n" : "");
        return string.IsNullOrWhiteSpace(typed) ? null : typed;
    }
}
