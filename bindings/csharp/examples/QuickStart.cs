// QuickStart.cs - sends a document into a patient's shared health record.
//     QuickStart.exe CONFIGURATION CARD_SERIAL NOM PRENOM FILE          (the PIN on standard input)
// CONFIGURATION is JSON, or "-" for the environment variable HR_CONFIG: others can see a command line.
using System;
using HealthRecord;

public static class QuickStart
{
    public static int Main(string[] args)
    {
        string configuration = args[0] == "-" ? Environment.GetEnvironmentVariable("HR_CONFIG") : args[0];
        try
        {
            using (var dmp = new DmpClient(configuration))
                return Send(dmp, args[1], new Traits { Nom = args[2], Prenom = args[3] }, args[4]);
        }
        catch (HealthRecordException error) { return Say(error.MessageFr); } // a defect or an outage
    }

    private static int Send(DmpClient dmp, string serial, Traits traits, string file)
    {
        ConnectResult login = dmp.Login(new LoginRequest
        {
            Card = new CardFilter { Serial = serial },
            AskPin = (card, whyFr) => Ask(whyFr ?? "Code de la carte :") // again after a refusal; empty gives up
        });
        if (login.Outcome != ConnectOutcome.LoggedIn)
            return Say(login.SentenceFr);

        FindResult found = dmp.Find(traits);
        Patient patient = (found as FindResult.One)?.Patient; // Unverified: a person compares, then Confirm()
        if (patient == null)
            return Say(found.SentenceFr);

        DepositResult sent = dmp.Send(patient, new Document(file) { TypeCode = "11503-0", ActivityType = "10" });
        Say(sent.SentenceFr); // ConsentNeeded: ask the patient, then patient.WithUpdate
        return sent.Outcome == DepositOutcome.Sent ? 0 : 1;
    }

    private static char[] Ask(string question)
    {
        Console.Error.WriteLine(question);
        return (Console.ReadLine() ?? "").ToCharArray();
    }

    // A sentence of the library can be shown to a doctor as it is.
    private static int Say(string sentence)
    {
        Console.WriteLine(sentence);
        return 1;
    }
}
