// QuickStart.cs - sends a document into a patient's shared health record.
//     QuickStart.exe CONFIGURATION CARD_SERIAL NOM PRENOM FILE          (CONFIGURATION: a file, or its JSON text)
using System;
using System.Collections.Generic;
using System.Linq;
using HealthRecord;

public static class QuickStart
{
    public static int Main(string[] args)
    {
        using (var dmp = new Client(args[0], Ask))
        {
            var card = new Dictionary<string, JsonValue> { ["serial"] = args[1] }; // without it the person chooses
            Result<Connection> login = dmp.Login(new ConnectRequest { Card = card });
            Console.WriteLine(login.SentenceFr);
            if (!login.IsOpen)
                return 1;

            Result<Deposit> sent = dmp.Deposit(new DepositRequest
            {
                Patient = new Traits { Nom = args[2], Prenom = args[3] },
                Documents = { new DocumentFile { Path = args[4], TypeCode = "11503-0", ActivityType = "10" } }
            });
            Console.WriteLine(sent.SentenceFr);
            return sent.IsComplete ? 0 : 1;
        }
    }

    // A person answers: a PIN, or one of the choices; null ends the call with its sentence.
    private static Answer Ask(Question question)
    {
        Console.WriteLine(question.SentenceFr);
        for (int i = 0; i < question.Choices.Count; i++)
            Console.WriteLine("  " + (i + 1) + "  " + question.Choices[i].LabelFr);
        string typed = Console.ReadLine();
        if (question.Kind == HealthRecord.Ask.Pin)
            return Answer.Pin(typed);
        return int.TryParse(typed, out int number) ? question.Choices.ElementAtOrDefault(number - 1) : null;
    }
}
