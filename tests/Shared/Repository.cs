using System.Runtime.CompilerServices;

namespace Testing;

/// <summary>Where this repository is, on the machine that built the tests.</summary>
internal static class Repository
{
    public static string Root { get; } = RootFrom();

    private static string RootFrom([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "..", ".."));
}
