using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace HealthRecord.Tests
{
    /// <summary>What a person is asked for, and what is presented to the card.</summary>
    internal static class LoginTests
    {
        private static readonly CardFilter First = new CardFilter { Serial = "2000000001" }, Second = new CardFilter { Serial = "2000000002" };

        private static DmpClient Client(Sandbox sandbox)
        {
            Configuration configuration = sandbox.Configuration;
            configuration.CardCodes = new CardCodes { PinRefused = new CardCode[] { 4 }, CardLocked = new CardCode[] { 5 }, CardAbsent = new CardCode[] { 3 } };
            return new DmpClient(configuration);
        }

        /// <summary>Gives one PIN after the other, then none; keeps why it was asked, and the arrays.</summary>
        private sealed class Typist
        {
            internal readonly List<string> Why = new List<string>();
            internal readonly List<char[]> Typed = new List<char[]>();
            internal readonly List<int?> Counters = new List<int?>();
            private readonly string[] pins;

            internal Typist(params string[] pins)
            {
                this.pins = pins;
            }

            internal char[] Ask(Card card, string whyFr)
            {
                Why.Add(whyFr);
                Counters.Add(card.PinAttempt);
                if (Typed.Count == pins.Length)
                    return null;
                Typed.Add(pins[Typed.Count].ToCharArray());
                return Typed.Last();
            }
        }

        public static void Each_PIN_is_presented_once_and_wiped()
        {
            var sandbox = new Sandbox();
            var typist = new Typist("0000", "1234");
            using (DmpClient client = Client(sandbox))
            {
                ConnectResult login = client.Login(new LoginRequest { Card = First, AskPin = typist.Ask });
                Check.Equal(ConnectOutcome.LoggedIn, login.Outcome);
                Check.Equal("2000000001", login.Card.Serial);
                Check.Equal((bool?)true, client.Session.State().Session);
                Check.Equal(2, sandbox.PinPresentations);
                Check.True(typist.Why[0] == null && typist.Why[1].StartsWith("Le code de la carte n'est pas le bon."), string.Join("|", typist.Why));
                Check.Equal("3 2", string.Join(" ", typist.Counters)); // as the card counts now
                Check.True(typist.Typed.TrueForAll(pin => pin.All(c => c == '\0')), "a PIN is left");
            }
        }

        public static void Without_the_meaning_of_codes_a_refused_PIN_is_asked_for_again_too()
        {
            var sandbox = new Sandbox();
            var typist = new Typist("0000", "1234");
            using (var client = new DmpClient(sandbox.Configuration))
                Check.Equal(ConnectOutcome.LoggedIn, client.Login(new LoginRequest { Card = First, AskPin = typist.Ask }).Outcome);
            Check.Equal(2, sandbox.PinPresentations);
        }

        public static void A_held_PIN_waits_for_the_person_and_given_up_it_is_not_presented()
        {
            var sandbox = new Sandbox();
            using (DmpClient client = Client(sandbox))
            {
                var typist = new Typist("0000", "0000");
                ConnectResult end = client.Login(new LoginRequest { Card = First, AskPin = typist.Ask });
                Check.Equal(ConnectOutcome.GivenUp, end.Outcome);
                Check.Equal(ErrorReason.PinHeld, end.Error.ErrorReason);
                Check.Equal(3, typist.Why.Count);
                Check.Equal(end.Error.MessageFr, typist.Why[2]);
                Check.Equal(1, sandbox.PinPresentations);
                // Asked for the first time nobody has read that it is held: the same PIN is held again.
                typist = new Typist("0000", "1234");
                Check.Equal(ConnectOutcome.LoggedIn, client.Login(new LoginRequest { Card = First, AskPin = typist.Ask }).Outcome);
                Check.Equal(2, sandbox.PinPresentations);
            }
        }

        public static void A_program_that_answers_by_itself_presents_a_held_PIN_once()
        {
            var sandbox = new Sandbox();
            using (DmpClient client = Client(sandbox))
            {
                int asked = 0;
                AskPin always = (card, why) =>
                {
                    Check.True(++asked < 10, "asked without end");
                    return "0000".ToCharArray();
                };
                ConnectResult end = client.Login(new LoginRequest { Card = First, AskPin = always });
                Check.Equal(ConnectOutcome.PinHeld, end.Outcome);
                Check.Equal(ErrorReason.PinHeld, end.Error.ErrorReason);
                Check.Equal(2, sandbox.PinPresentations);
                Check.Equal(ConnectOutcome.LoggedIn, client.Login(new LoginRequest { Card = First, AskPin = new Typist("1234").Ask }).Outcome);
            }
        }

        public static void What_the_question_throws_comes_out_and_nothing_is_presented()
        {
            var sandbox = new Sandbox();
            using (DmpClient client = Client(sandbox))
            {
                AskPin fails = (card, why) => { throw new NotSupportedException(); };
                Check.Throws<NotSupportedException>(() => client.Login(new LoginRequest { Card = First, AskPin = fails }));
                Check.Throws<NotSupportedException>(() => client.LoginAsync(new LoginRequest { Card = First, AskPin = fails }).GetAwaiter().GetResult());
                Check.Throws<ArgumentException>(() => client.Login(new LoginRequest()));
                Check.Throws<ArgumentNullException>(() => client.Login(null));
                Check.Equal(0, sandbox.PinPresentations);
            }
        }

        public static void A_login_without_an_answer_is_doubt_and_asks_no_more()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"login\",\"times\":1,\"cut\":\"before\",\"act\":true}");
            var typist = new Typist("1234", "1234");
            using (DmpClient client = Client(sandbox))
            {
                NetworkException error = Check.Throws<NetworkException>(() => client.Login(new LoginRequest { Card = First, AskPin = typist.Ask }));
                Check.True(error.InDoubt, "no doubt");
                Check.Equal("hr_login", error.Step);
                Check.Equal((bool?)false, error.SessionOpen);
                Check.Equal(1, typist.Why.Count);
                Check.Equal(1, sandbox.PinPresentations);
                Confirm(client);
                Check.Equal(2, sandbox.PinPresentations);
            }
        }

        // What is held for a card is held in the whole process: other tests use it too.
        private static void Confirm(DmpClient client)
        {
            var typist = new Typist("1234", "1234");
            Check.Equal(ConnectOutcome.LoggedIn, client.Login(new LoginRequest { Card = First, AskPin = typist.Ask }).Outcome);
            Check.Equal(2, typist.Why.Count);
        }

        public static void A_cancelled_login_whose_PIN_left_is_doubt_and_one_before_is_a_cancellation()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"login\",\"times\":1,\"delay_ms\":60000,\"act\":true}");
            using (DmpClient client = Client(sandbox))
            using (var source = new CancellationTokenSource())
            {
                Task<ConnectResult> task = client.LoginAsync(new LoginRequest { Card = First, AskPin = new Typist("1234").Ask }, source.Token);
                Sandbox.Until(() => sandbox.PinPresentations > 0, "the PIN does not arrive");
                source.Cancel();
                Check.True(Check.Throws<NetworkException>(() => task.GetAwaiter().GetResult()).InDoubt, "no doubt");
                Confirm(client);
            }
            using (DmpClient client = Client(sandbox))
            using (var source = new CancellationTokenSource())
            {
                AskPin late = (card, why) =>
                {
                    source.Cancel();
                    return "1234".ToCharArray();
                };
                Check.Throws<OperationCanceledException>(() => client.Login(new LoginRequest { Card = First, AskPin = late }, source.Token));
                Check.Equal(2, sandbox.PinPresentations);
            }
        }

        public static void A_situation_that_was_not_chosen_is_selected_later_without_a_PIN()
        {
            var sandbox = new Sandbox();
            using (DmpClient client = Client(sandbox))
            {
                ConnectResult end = client.Login(new LoginRequest { Card = Second, AskPin = new Typist("5678").Ask, ProfileJson = "{}" });
                Check.Equal(ConnectOutcome.SituationNeeded, end.Outcome);
                Check.Equal(3, end.Choices[0]["raw"]["situations"].Items.Count);
                Check.Equal((bool?)true, end.Error.SessionOpen);
                Check.Equal(ConnectOutcome.LoggedIn, client.Select(end.Choices[0]["raw"]["situations"][1]["id"].AsString()).Outcome);
                Check.Equal(1, sandbox.Requests("login"));
                Check.Equal(1, sandbox.Requests("profile_put"));
                Check.Equal(1, sandbox.Requests("profile_select"));
            }
        }

        public static void Several_cards_without_a_choice_are_listed_and_nothing_is_presented()
        {
            var sandbox = new Sandbox();
            using (DmpClient client = Client(sandbox))
            {
                var typist = new Typist("1234");
                ConnectResult end = client.Login(new LoginRequest { Card = new CardFilter { CardType = "CPS" }, AskPin = typist.Ask });
                Check.Equal(ConnectOutcome.CardNeeded, end.Outcome);
                Check.Equal(2, end.Cards.Count);
                Check.Equal(0, typist.Why.Count);
                Check.Equal(0, sandbox.Requests("login"));
            }
        }

        public static void A_card_that_is_gone_is_a_result()
        {
            var sandbox = new Sandbox();
            AskPin removes = (card, why) =>
            {
                sandbox.Control("POST", "/cards/remove", "{\"serial\":\"2000000001\"}");
                return "1234".ToCharArray();
            };
            using (DmpClient client = Client(sandbox))
            {
                var request = new LoginRequest { Card = First, AskPin = removes };
                Check.Equal(ConnectOutcome.NoCard, client.Login(request).Outcome);
                Check.Equal(1, sandbox.Requests("ready") - 1);
                Check.Equal(ConnectOutcome.NoCard, client.Login(request).Outcome);
                Check.Equal(0, sandbox.Requests("login"));
            }
        }

        public static void A_card_that_locks_is_a_result()
        {
            var sandbox = new Sandbox();
            sandbox.Fault("{\"call\":\"login\",\"times\":1,\"status\":400,\"content_type\":\"application/json\","
                + "\"body\":\"{\\\"status\\\":{\\\"code\\\":5}}\"}");
            using (DmpClient client = Client(sandbox))
            {
                ConnectResult end = client.Login(new LoginRequest { Card = First, AskPin = new Typist("1234", "1234").Ask });
                Check.Equal(ConnectOutcome.CardLocked, end.Outcome);
                Check.Equal(ErrorReason.CardLocked, end.Error.ErrorReason);
                Check.Equal(1, sandbox.Requests("login"));
                Confirm(client);
            }
        }

        public static void A_card_is_waited_for_until_it_comes_or_the_token_ends_it()
        {
            var sandbox = new Sandbox();
            sandbox.Control("POST", "/cards/remove", "{\"serial\":\"2000000001\"}");
            using (DmpClient client = Client(sandbox))
            using (var source = new CancellationTokenSource())
            {
                Check.Equal(0, client.WaitForCard(First, TimeSpan.Zero).Count);
                Check.Throws<ArgumentOutOfRangeException>(() => client.WaitForCard(First, TimeSpan.FromDays(30)));
                Task<IReadOnlyList<Card>> task = client.WaitForCardAsync(First, TimeSpan.FromMinutes(5));
                sandbox.Control("POST", "/cards/insert", "{\"serial\":\"2000000001\"}");
                Check.Equal("2000000001", task.GetAwaiter().GetResult().Single().Serial);
                task = client.WaitForCardAsync(new CardFilter { Serial = "1999999999" }, TimeSpan.FromMinutes(5), source.Token);
                int before = sandbox.Requests("ready");
                Sandbox.Until(() => sandbox.Requests("ready") > before, "it does not ask");
                source.Cancel();
                Check.Throws<OperationCanceledException>(() => task.GetAwaiter().GetResult());
                Check.Equal(0, sandbox.PinPresentations);
            }
        }

        /// <summary>A window's thread: what is posted to it runs there.</summary>
        private sealed class Window : SynchronizationContext
        {
            internal readonly System.Collections.Concurrent.BlockingCollection<Action> Posted = new System.Collections.Concurrent.BlockingCollection<Action>();

            public override void Post(SendOrPostCallback callback, object state)
            {
                Posted.Add(() => callback(state));
            }
        }

        private static Task<ConnectResult> From(Window window, Func<Task<ConnectResult>> begin)
        {
            SynchronizationContext before = SynchronizationContext.Current;
            SynchronizationContext.SetSynchronizationContext(window);
            try { return begin(); }
            finally { SynchronizationContext.SetSynchronizationContext(before); }
        }

        public static void The_person_is_asked_where_the_task_was_begun()
        {
            var sandbox = new Sandbox();
            var window = new Window();
            int thread = 0;
            AskPin ask = (card, why) =>
            {
                thread = Thread.CurrentThread.ManagedThreadId;
                return "1234".ToCharArray();
            };
            using (DmpClient client = Client(sandbox))
            {
                Task<ConnectResult> task = From(window, () => client.LoginAsync(new LoginRequest { Card = First, AskPin = ask }));
                window.Posted.Take()();
                Check.Equal(ConnectOutcome.LoggedIn, task.GetAwaiter().GetResult().Outcome);
                Check.Equal(Thread.CurrentThread.ManagedThreadId, thread);
            }
        }

        public static void A_cancelled_login_does_not_wait_for_the_person_and_wipes_what_they_type_later()
        {
            var sandbox = new Sandbox();
            var window = new Window();
            char[] late = "1234".ToCharArray();
            using (DmpClient client = Client(sandbox))
            using (var source = new CancellationTokenSource())
            {
                AskPin ask = (card, why) =>
                {
                    source.Cancel();
                    return late;
                };
                Task<ConnectResult> task = From(window, () => client.LoginAsync(new LoginRequest { Card = First, AskPin = ask }, source.Token));
                window.Posted.Take()();
                Check.Throws<OperationCanceledException>(() => task.GetAwaiter().GetResult());
                Check.Equal("\0\0\0\0", new string(late));
                Check.Equal(0, sandbox.Requests("login"));
            }
        }
    }
}
