using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;

namespace HealthRecord
{
    /// <summary>
    /// From the card to the open session. Each PIN is presented once, and only after a person typed it for that try; nothing
    /// goes round without a person.
    /// </summary>
    internal sealed class LoginFlow
    {
        private readonly Session session;
        private readonly LoginRequest request;
        private readonly Person person;
        private readonly CancellationToken token;
        private HealthRecordException refusal;
        private bool lifted;

        internal LoginFlow(Session session, LoginRequest request, Person person, CancellationToken token)
        {
            if (request == null)
                throw new ArgumentNullException("request");
            if (request.AskPin == null)
                throw new ArgumentException("LoginRequest.AskPin is null.", "request");
            this.session = session;
            this.request = request;
            this.person = person;
            this.token = token;
        }

        internal ConnectResult Run()
        {
            string filter = request.Card == null ? null : request.Card.ToJson();
            TimeSpan wait = request.WaitForCard;
            for (;;)
            {
                ConnectResult end = Pick(filter, wait, out Card card);
                if (end != null)
                    return end;
                char[] pin = person.Answer(() => request.AskPin(card, refusal == null ? null : refusal.MessageFr), Wipe);
                try { end = pin == null || pin.Length == 0 ? GivenUp(card) : Present(card, pin); }
                finally { Wipe(pin); }
                if (end != null)
                    return end;
                filter = CardFilter.Same(card);
                wait = TimeSpan.Zero;
            }
        }

        internal static ConnectResult Select(Session session, string situationId)
        {
            return Select(session, situationId, null);
        }

        private static ConnectResult Select(Session session, string situationId, Card card)
        {
            string request = Request(null, null, situationId ?? throw new ArgumentNullException("situationId"));
            return LoggedIn(session.Connect(request, null), card);
        }

        // Listed anew for each try, so that a person sees the card's own counter, and a card that is gone before the question.
        private ConnectResult Pick(string filter, TimeSpan wait, out Card card)
        {
            card = null;
            IReadOnlyList<Card> cards;
            token.ThrowIfCancellationRequested();
            try { cards = session.WaitCard(filter, wait).Cards; }
            catch (HealthRecordException error) when (IsGone(error))
            {
                return new ConnectResult(ConnectOutcome.NoCard, error.MessageFr, null, error);
            }
            card = cards.Select(CardFilter.Same).Distinct().Count() == 1 ? cards[0]
                : request.ChooseCard == null ? null : person.Answer(() => request.ChooseCard(cards), null);
            return card != null ? null : CardNeeded(cards);
        }

        // Null when the person may type it again.
        private ConnectResult Present(Card card, char[] pin)
        {
            token.ThrowIfCancellationRequested();
            if (refusal != null && refusal.ErrorReason == ErrorReason.PinHeld)
                Permit(card);
            try { return LoggedIn(session.Connect(Request(CardFilter.Same(card), request.ProfileJson, request.SituationId), pin), card); }
            catch (HealthRecordException error) when (error.ErrorCode == ErrorCode.Choice && error.Ask == "situation")
            {
                return Choose(card, error);
            }
            catch (HealthRecordException error) when (error.ErrorCode == ErrorCode.Choice && error.Ask == "card")
            {
                return CardNeeded(error.Choices.Items.Select(entry => new Card(entry["raw"])).ToList());
            }
            catch (HealthRecordException error) when (IsGone(error))
            {
                return new ConnectResult(ConnectOutcome.NoCard, error.MessageFr, card, error);
            }
            catch (HealthRecordException error) when (error.ErrorReason == ErrorReason.CardLocked)
            {
                return new ConnectResult(ConnectOutcome.CardLocked, error.MessageFr, card, error);
            }
            catch (HealthRecordException error) when (lifted && error.ErrorReason == ErrorReason.PinHeld)
            {
                return new ConnectResult(ConnectOutcome.PinHeld, error.MessageFr, card, error);
            }
            catch (HealthRecordException error) when (MayBeTypedAgain(error))
            {
                refusal = error;
                return null;
            }
        }

        // Who types the PIN after reading that it is held is sure of it. When it is held no more the login needs no permit.
        private void Permit(Card card)
        {
            lifted = true;
            try { session.PinRetryAllow(card.Token); }
            catch (CallerException error) when (error.ErrorCode == ErrorCode.Argument) { }
        }

        private ConnectResult Choose(Card card, HealthRecordException error)
        {
            string id = request.ChooseSituation == null ? null : person.Answer(() => request.ChooseSituation(error.Choices), null);
            if (id == null)
                return new ConnectResult(ConnectOutcome.SituationNeeded, error.MessageFr, card, error);
            token.ThrowIfCancellationRequested();
            return Select(session, id, card);
        }

        private static ConnectResult CardNeeded(IReadOnlyList<Card> cards)
        {
            return new ConnectResult(ConnectOutcome.CardNeeded, "Plusieurs cartes sont dans les lecteurs. Choisissez la vôtre.") { Cards = cards };
        }

        private ConnectResult GivenUp(Card card)
        {
            return new ConnectResult(ConnectOutcome.GivenUp, "Aucun code n'a été saisi : rien n'a été présenté à la carte.", card, refusal);
        }

        private static bool IsGone(HealthRecordException error)
        {
            return error.ErrorCode == ErrorCode.NoCard || (error.ErrorReason == ErrorReason.CardAbsent && !error.InDoubt);
        }

        // Refused for certain, or held back: what is not known is no reason to ask for another try.
        private static bool MayBeTypedAgain(HealthRecordException error)
        {
            return error.ErrorReason == ErrorReason.PinHeld || error.ErrorReason == ErrorReason.PinRefused
                || (error.ErrorCode == ErrorCode.CardStatus && error.ErrorReason == ErrorReason.None && error.Step == "hr_login");
        }

        private static ConnectResult LoggedIn(Result result, Card card)
        {
            return new ConnectResult(ConnectOutcome.LoggedIn, "La connexion est ouverte.", card) { Result = result };
        }

        private static string Request(string card, string profile, string situation)
        {
            var members = new List<string>();
            Configuration.Add(members, "card", card);
            Configuration.Add(members, "profile", profile);
            Configuration.Add(members, "situation_id", JsonValue.Quote(situation));
            return "{" + string.Join(",", members) + "}";
        }

        private static void Wipe(char[] pin)
        {
            if (pin != null)
                Array.Clear(pin, 0, pin.Length);
        }
    }
}
