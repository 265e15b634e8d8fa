#if !NETCOREAPP && !NETSTANDARD2_1
// What a caller may pass or get as null, for compilers that check it; everything else is never null. .NET Framework and
// .NET Standard 2.0 lack these attributes, and compilers know them by their names.
namespace System.Diagnostics.CodeAnalysis
{
    internal sealed class AllowNullAttribute : Attribute { }

    internal sealed class MaybeNullAttribute : Attribute { }
}
#endif
