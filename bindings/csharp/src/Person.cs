using System;
using System.Runtime.ExceptionServices;
using System.Threading;

namespace HealthRecord
{
    /// <summary>Asks a person: where the program began its task, or at once where that is nowhere in particular.</summary>
    internal sealed class Person
    {
        private readonly SynchronizationContext place;
        private readonly CancellationToken token;

        internal Person(SynchronizationContext place, CancellationToken token)
        {
            this.place = place;
            this.token = token;
        }

        /// <summary>The answer. What comes when the token has been cancelled meanwhile goes to drop, and is never used.</summary>
        internal T Answer<T>(Func<T> question, Action<T> drop) where T : class
        {
            token.ThrowIfCancellationRequested();
            if (place == null)
                return Checked(question(), drop);
            var asked = new Question<T> { Ask = question, Drop = drop };
            using (token.Register(asked.GiveUp))
            {
                place.Post(_ => asked.Run(), null);
                asked.Over.Wait();
            }
            return Checked(asked.Take(), drop);
        }

        private T Checked<T>(T answer, Action<T> drop)
        {
            if (!token.IsCancellationRequested)
                return answer;
            drop?.Invoke(answer);
            throw new OperationCanceledException(token);
        }

        private sealed class Question<T> where T : class
        {
            internal readonly ManualResetEventSlim Over = new ManualResetEventSlim();
            internal Func<T> Ask;
            internal Action<T> Drop;
            private T answer;
            private bool given;
            private ExceptionDispatchInfo failure;

            internal void Run()
            {
                T found = null;
                ExceptionDispatchInfo thrown = null;
                lock (this)
                    if (given)
                        return;
                try { found = Ask(); }
                catch (Exception e) { thrown = ExceptionDispatchInfo.Capture(e); }
                lock (this)
                {
                    if (given && found != null)
                        Drop?.Invoke(found);
                    if (given)
                        return;
                    answer = found;
                    failure = thrown;
                    given = true;
                }
                Over.Set();
            }

            internal void GiveUp()
            {
                lock (this)
                    given = true;
                Over.Set();
            }

            internal T Take()
            {
                if (failure != null)
                    failure.Throw();
                return answer;
            }
        }
    }
}
