namespace Studies.Commands;

/// <summary>Prints the checks of a study, one per line, and remembers whether one of them failed.</summary>
internal sealed class CheckReporter
{
    public bool HasFailure { get; private set; }

    public bool Add(bool hasPassed, string text)
    {
        Console.WriteLine($"  {(hasPassed ? "✓" : "✗")} {text}");
        HasFailure |= !hasPassed;
        return hasPassed;
    }

    /// <summary>Checks a ratio, which fails only if the whole interval is below the limit.</summary>
    public bool AddAtLeast(StudyRatio? ratio, double limit, Func<string, string> format) => Add(
        (ratio?.High ?? ratio?.Value) >= limit,
        $"{format($"{ratio}")} (at least {limit} required{FormatDoubt(ratio, limit)})");

    /// <summary>Checks a ratio, which fails only if the whole interval is above the limit.</summary>
    public bool AddAtMost(StudyRatio? ratio, double limit, Func<string, string> format) => Add(
        (ratio?.Low ?? ratio?.Value) <= limit,
        $"{format($"{ratio}")} (at most {limit} allowed{FormatDoubt(ratio, limit)})");

    private static string FormatDoubt(StudyRatio? ratio, double limit) =>
        ratio?.Low < limit && ratio.High > limit ? "; cannot be told from it" : "";
}
