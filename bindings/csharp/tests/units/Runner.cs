// Runs every public static method of the classes called ...Tests, those of LoadingTests first: they need a process in
// which the library is not loaded yet. With an argument it does what needs a process of its own: see Processes.
using System;
using System.Linq;
using System.Reflection;

namespace HealthRecord.Tests
{
    internal static class Runner
    {
        public static int Main(string[] args)
        {
            if (args.Length == 1)
                return Processes.Run(args[0]);
            int passed = 0, failed = 0;
            var classes = typeof(Runner).Assembly.GetTypes().Where(type => type.Name.EndsWith("Tests"))
                .OrderBy(type => type == typeof(LoadingTests) ? "" : type.Name, StringComparer.Ordinal);
            foreach (Type type in classes)
                foreach (MethodInfo test in type.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.DeclaredOnly))
                {
                    try
                    {
                        test.Invoke(null, null);
                        passed++;
                    }
                    catch (TargetInvocationException e)
                    {
                        failed++;
                        Console.WriteLine("FAIL " + type.Name + "." + test.Name + ": " + e.InnerException);
                    }
                }
            Sandbox.StopAll();
            Console.WriteLine(passed + " passed, " + failed + " failed");
            return failed == 0 && passed > 0 ? 0 : 1;
        }
    }

    internal static class Check
    {
        internal static void Equal<T>(T expected, T found)
        {
            if (!Equals(expected, found))
                throw new Exception("expected " + expected + ", found " + found);
        }

        internal static void True(bool condition, string what)
        {
            if (!condition)
                throw new Exception(what);
        }

        internal static T Throws<T>(Action call) where T : Exception
        {
            try { call(); }
            catch (T e) { return e; }
            throw new Exception("no " + typeof(T).Name + " came");
        }

        internal static void Contains(string part, string text)
        {
            True(text.Contains(part), "\"" + part + "\" is not in \"" + text + "\"");
        }
    }
}
