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
        using (var dmp = new Client(args[0], Reply))
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
    private static Answer Reply(Question question)
    {
        Console.WriteLine(question.SentenceFr);
        if (question.Kind == Ask.Pin)
            return Answer.Pin(Typed("Code de " + question.Choices.FirstOrDefault()?.LabelFr, !Console.IsInputRedirected));
        if (question.Kind == Ask.Profile)
            return Answer.Give(JsonValue.Parse("{}")); // what your software sends in step 4
        if (question.Kind == Ask.Traits || question.Kind == Ask.Update)
            return null; // this program has no other traits, and signs for nobody: see Outbox.cs
        Choice[] choices = question.Choices.Where(choice => choice.Value != null).ToArray();
        for (int i = 0; i < choices.Length; i++)
            Console.WriteLine("  " + (i + 1) + "  " + choices[i].LabelFr);
        if (choices.Length == 0)
            Console.WriteLine(question.Choices.FirstOrDefault()?.Raw?.RawText); // where the id of a situation is
        string typed = Typed("Réponse, ou rien pour arrêter");
        if (string.IsNullOrEmpty(typed) || choices.Length == 0)
            return Answer.Give(typed);
        return choices.Where((choice, i) => typed == $"{i + 1}").FirstOrDefault() ?? Reply(question);
    }

    private static string Typed(string prompt, bool isHidden = false)
    {
        while (!Console.IsInputRedirected && Console.KeyAvailable) Console.ReadKey(true); // typed before the question
        Console.Write(prompt + " : ");
        string typed = isHidden ? "" : Console.ReadLine(); // null at the end of the input
        for (ConsoleKeyInfo key; isHidden && (key = Console.ReadKey(true)).Key != ConsoleKey.Enter;)
            typed = char.IsControl(key.KeyChar) ? "" : typed + key.KeyChar; // Backspace begins anew
        Console.Write(isHidden ? "\n" : "");
        return typed;
    }
}
