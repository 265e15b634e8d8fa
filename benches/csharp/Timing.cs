// Timing.cs - what the contestants in C# share: command line, time, peak of memory.
//     PROGRAM WORKLOAD COUNT URL [FILE]     prints the nanoseconds that COUNT calls took, and its VmHWM in kB
//     PROGRAM chain 1 CONFIG FILE           prints 0 and its VmHWM: who starts it takes the time
using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Threading;

/// <summary>Makes a workload's call from the address and the file (null when there is none).</summary>
public delegate Action Workload(string url, string file);

public static class Timing
{
    public static string Authority { get { return Environment.GetEnvironmentVariable("BENCH_CA"); } }

    public static void Check(bool fact, string what)
    {
        if (!fact)
            throw new InvalidDataException(what);
    }

    public static int Run(string[] args, Func<string, Workload> find, Action<string, string> chain)
    {
        try
        {
            string name = args[0], url = args[2], file = args.Length > 3 ? args[3] : null;
            int count = int.Parse(args[1]);
            long took = 0;
            if (name == "chain")
                chain(url, file);
            else if (name == "threads")
                took = OfThreads(() => find("get")(url, file), count, Untimed(name, count));
            else
                took = OfCalls(find(name)(url, file), count, Untimed(name, count));
            Console.WriteLine(took + " " + Peak());
            return 0;
        }
        catch (Exception error)
        {
            Console.Error.WriteLine(error);
            return 1;
        }
    }

    // A method is slow until the JIT has compiled all that it leads to, pools and timers of the framework included.
    private static int Untimed(string name, int count)
    {
        return count >= 100 && name != "upload" ? Math.Max(200, count / 10) : count / 10;
    }

    private static long OfCalls(Action call, int count, int untimed)
    {
        for (int i = 0; i < untimed; i++)
            call();
        long began = Stopwatch.GetTimestamp();
        for (int i = 0; i < count; i++)
            call();
        return Nanoseconds(Stopwatch.GetTimestamp() - began);
    }

    /// <summary>From the common start to the end of the last one; every thread has connected before.</summary>
    private static long OfThreads(Func<Action> make, int count, int untimed)
    {
        int number = int.Parse(Environment.GetEnvironmentVariable("BENCH_THREADS"));
        var ended = new long[number];
        var failures = new Exception[number];
        long began = 0;
        var start = new Barrier(number, all => began = Stopwatch.GetTimestamp());
        ParameterizedThreadStart work = own =>
        {
            try
            {
                Action call = Ready(start, make, untimed);
                for (int i = 0; i < count; i++)
                    call();
                ended[(int)own] = Stopwatch.GetTimestamp();
            }
            catch (Exception failure) { failures[(int)own] = failure; }
        };
        Thread[] threads = Enumerable.Range(0, number).Select(own => new Thread(work)).ToArray();
        for (int own = 0; own < number; own++)
            threads[own].Start(own);
        foreach (Thread thread in threads)
            thread.Join();
        if (failures.Any(failure => failure != null))
            throw new AggregateException(failures.Where(failure => failure != null));
        return Nanoseconds(ended.Max() - began);
    }

    private static Action Ready(Barrier start, Func<Action> make, int untimed)
    {
        try
        {
            Action call = make();
            for (int i = 0; i < Math.Max(1, untimed); i++)
                call();
            start.SignalAndWait();
            return call;
        }
        catch
        {
            start.RemoveParticipant(); // the others need not wait for it
            throw;
        }
    }

    private static long Nanoseconds(long ticks)
    {
        return (long)(ticks * (1e9 / Stopwatch.Frequency));
    }

    private static string Peak()
    {
        string line = File.ReadLines("/proc/self/status").First(text => text.StartsWith("VmHWM:"));
        return new string(line.Where(char.IsDigit).ToArray());
    }
}
