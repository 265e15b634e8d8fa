// SendDocument.cs - sends a document into a patient's shared health record, from the ticket to the accepted document.
//     SendDocument.exe CONFIGURATION CARD_SERIAL NOM PRENOM FILE
// On standard input: the PIN, the number of a situation, then y for each thing that a person signs for.
// CONFIGURATION is JSON, or "-" for the environment variable HR_CONFIG_JSON: others can see a command line.
using System;
using System.Linq;
using HealthRecord;

public static class SendDocument
{
    public static int Main(string[] args)
    {
        if (args.Length != 5)
        {
            Console.Error.WriteLine("usage: SendDocument CONFIGURATION CARD_SERIAL NOM PRENOM FILE");
            return 2;
        }
        string configuration = args[0] == "-" ? Environment.GetEnvironmentVariable("HR_CONFIG_JSON") : args[0];
        try
        {
            using (var session = new Session(configuration))
            {
                Upload sent = Send(session, args[1], args[2], args[3], args[4]);
                Console.WriteLine("sent, sha256 " + sent.Sha256);
            }
            return 0;
        }
        catch (HealthRecordException failure)
        {
            Error error = failure.Error;
            Console.Error.WriteLine(error.Message + " " + error.Remedy);
            Console.Error.WriteLine(error.MessageFr); // can be shown to a doctor as it is
            Console.Error.WriteLine("outcome: " + error.Outcome); // unknown or accepted_unreadable: do not repeat it
        }
        catch (InvalidOperationException error) { Console.Error.WriteLine(error.Message); }
        return 1;
    }

    private static Upload Send(Session session, string serial, string nom, string prenom, string file)
    {
        session.Ticket();                                                                        // 1
        CardList ready = session.Ready();                                                        // 2
        Card card = ready.Cards.FirstOrDefault(one => one.Json["serial"].AsString() == serial);
        if (card == null)
            throw new InvalidOperationException("This card is not in the reader, but: " + string.Join(", ", ready.Cards.Select(one => one.Json["cardType"].AsString())) + ".");
        char[] pin = (Console.ReadLine() ?? "").ToCharArray();
        Login login;
        try { login = session.Login(card.Token, pin); }                                          // 3
        finally { Array.Clear(pin, 0, pin.Length); }
        if (login.Identified != true && login.MasterData?["situation"]?.Kind != JsonKind.Object) // 4
            session.ProfileSelect(Chosen(session.ProfilePut("{}").Raw["situations"]));
        // 5, 6: throws where others have these traits, or may have them; then a person compares.
        FoundPatient patient = session.PatientFind(new FindRequest { Patient = new Traits { Nom = nom, Prenom = prenom } });
        if (patient.UpdateNeeded)                                                                // 7
        {
            Confirm(patient.InsQualified, "I have checked this patient's identity document.");
            Confirm(patient.AlimentationConsent, "The patient agrees that documents are added to their record.");
            session.PatientUpdate("{\"insQualified\":true,\"alimentationConsent\":true}"); // each read so, or signed for
        }
        session.DmpOpen(patient.PatientId);                                                      // 8
        return session.DmpSend(patient.PatientId, file, "10", "11503-0");                        // 9
    }

    private static string Chosen(JsonValue situations) // by a person, also where there is one
    {
        Console.Error.WriteLine(string.Join("\n", situations.Items.Select((one, i) => i + 1 + "  " + one["label"]?.AsString())));
        string typed = Console.ReadLine();
        return situations.Items.Where((one, i) => typed == $"{i + 1}").Select(one => one["id"].AsString()).FirstOrDefault()
            ?? throw new InvalidOperationException("No situation was chosen: nothing was sent.");
    }

    // What is not true yet is signed for by a person, or nothing is sent: a program never signs by itself.
    private static void Confirm(bool already, string sentence)
    {
        if (!already)
            Console.Error.Write("You sign for this: " + sentence + " [y/N] ");
        if (!already && (Console.ReadLine() ?? "").Trim().ToLowerInvariant() != "y")
            throw new InvalidOperationException("Not confirmed: nothing was sent.");
    }
}
