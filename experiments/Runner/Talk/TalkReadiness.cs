namespace Experiments.Talk;

/// <summary>What a talk misses on this computer: the speaker is told before it begins.</summary>
internal static class TalkReadiness
{
    private const double BusyPercent = 10;

    /// <summary>The address on the last page, if the environment has one.</summary>
    public static string? Repository => Environment.GetEnvironmentVariable("REPOSITORY");

    /// <summary>Finds what is missing, each with its cure. The pressure is null if nothing is measured.</summary>
    public static IEnumerable<string> FindMissing(
        IReadOnlyList<RecordedAct> acts, string? repository, double? pressure, int port)
    {
        if (string.IsNullOrWhiteSpace(repository))
            yield return "The last page has no address: make talk REPOSITORY=https://… shows one.";
        if (pressure >= BusyPercent)
            yield return $"This computer is busy (CPU pressure {pressure:0} %): close other programs.";
        if (!FreePort.IsFree(port))
            yield return $"Port {port} is in use: the windows get another one.";
        int[] unrecorded = [.. acts.Where(act => act.Finding is null).Select(act => act.Act.Number)];
        if (unrecorded is not [])
            yield return $"No recording of act {string.Join(", ", unrecorded)}: make rehearse makes them.";
    }

    /// <summary>Tells the speaker what is missing, and asks once whether the talk begins, if there is input.</summary>
    public static bool Confirm(IReadOnlyList<string> missing, TextReader? input, TextWriter output)
    {
        foreach (var sentence in missing)
            output.WriteLine($"  ! {sentence}");
        if (missing is [])
            return true;
        if (input is null)
            output.WriteLine("  The talk begins all the same: the input is not a terminal.");
        else
            output.Write("  Begin all the same? [Y/n] ");
        return input?.ReadLine()?.TrimStart().StartsWith("n", StringComparison.OrdinalIgnoreCase) is not true;
    }
}
