using System.Runtime.CompilerServices;

namespace Testing;

/// <summary>The path of this repository on the machine that built the tests.</summary>
internal static class Repository
{
    public static string Root { get; } = GetRoot();

    private static string GetRoot([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "..", ".."));
}
