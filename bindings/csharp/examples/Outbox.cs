// Outbox.cs - sends each document of a folder into its patient's shared record, and says in French what became of it.
//     Outbox.exe CONFIGURATION FOLDER          exit status: 0 all sent, 1 no login, 2 not all sent, 3 stopped
// FOLDER/patients.csv, a line for each document: file;nom;prenom;date_naissance;sexe;type_code;activity_type
// On standard input: the PIN, the number of a choice, "oui" for what a person signs for. An empty PIN gives up.
// A file "arret" in FOLDER stops it at once.
// CONFIGURATION is JSON, or "-" for the environment variable HR_CONFIG: others can see a command line.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using HealthRecord;

public static class Outbox
{
    public static int Main(string[] args)
    {
        string configuration = args[0] == "-" ? Environment.GetEnvironmentVariable("HR_CONFIG") : args[0];
        string halt = Path.Combine(args[1], "arret");
        var stop = new CancellationTokenSource();
        using (new Timer(_ => { if (File.Exists(halt)) { stop.Cancel(); File.Delete(halt); } }, null, 0, 100)) // another thread
            try { return Run(configuration, args[1], stop.Token).GetAwaiter().GetResult(); }
            catch (OperationCanceledException) { return Say("Arrêté. Le reste n'a pas été envoyé.", 3); }
            catch (HealthRecordException error) { return Say(error.MessageFr, 1); }
    }

    private static async Task<int> Run(string configuration, string folder, CancellationToken token)
    {
        using (IDmpClient dmp = new DmpClient(configuration))
        {
            ConnectResult login = await dmp.LoginAsync(new LoginRequest
            {
                Card = new CardFilter { CardType = "CPS" },
                AskPin = (card, why) => Ask((why == null ? "" : why + " ") + "Code de la carte " + card.LastName + " :").ToCharArray(),
                ChooseCard = cards => Choose("Quelle carte", cards, card => card.FirstName + " " + card.LastName),
                ProfileJson = "{}",
                ChooseSituation = list => Choose("Quelle situation", list.Items, one => one["label_fr"].AsString())?["value"]["situation_id"].AsString()
            }, token);
            bool all = login.Outcome == ConnectOutcome.LoggedIn;
            if (!all)
                return Say(login.SentenceFr, 1);
            foreach (string line in File.ReadAllLines(Path.Combine(folder, "patients.csv")))
            {
                string[] field = line.Split(';');
                var traits = new Traits { Nom = field[1], Prenom = field[2], DateNaissance = field[3], Sexe = field[4] };
                var document = new Document(Path.Combine(folder, field[0])) { TypeCode = field[5], ActivityType = field[6] };
                string said = "";
                DepositResult result = null;
                try
                {
                    Patient patient = Recipient(await dmp.FindAsync(traits, token), ref said);
                    result = patient == null ? null : await dmp.SendAsync(patient, document, null, token);
                    said = result?.SentenceFr ?? said;
                }
                catch (HealthRecordException error) { said = error.MessageFr; } // such as an outage: the next may succeed
                Console.WriteLine(field[0] + " : " + said);
                all &= result?.Outcome == DepositOutcome.Sent;
            }
            return all ? 0 : 2;
        }
    }

    // For whom to send: a patient who was found, or whom a person recognised, and who agrees; or null.
    private static Patient Recipient(FindResult found, ref string said)
    {
        Patient patient = (found as FindResult.One)?.Patient;
        said = found.SentenceFr;
        if (found is FindResult.Unverified read && Ask("Est-ce bien le patient ? (oui) " + string.Join(" ",
            new[] { "nom", "prenom", "dateNaissance", "sexe" }.Select(name => read.Json["raw"][name]?.AsString()))) == "oui")
            patient = read.Confirm();
        if (patient == null || patient.MayReceive)
            return patient;
        said = "Le patient n'a pas donné son accord.";
        return Ask("Vous signez : identité vérifiée, le patient est d'accord. (oui)") != "oui" ? null
            : patient.WithUpdate("{\"insQualified\":true,\"alimentationConsent\":true}");
    }

    private static int Say(string sentence, int status) { Console.WriteLine(sentence); return status; }

    private static string Ask(string question) { Console.WriteLine(question); return Console.ReadLine() ?? ""; }

    private static T Choose<T>(string question, IReadOnlyList<T> choices, Func<T, string> name) where T : class
    {
        string answer = Ask(question + " ? " + string.Join(", ", choices.Select((choice, i) => i + 1 + " " + name(choice))));
        return int.TryParse(answer, out int number) && number > 0 && number <= choices.Count ? choices[number - 1] : null;
    }
}
