namespace Experiments.Commands;

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

    /// <summary>Checks a ratio, which fails only if the whole interval is beyond the limit.</summary>
    public bool AddLimit(string what, StudyRatio? ratio, double limit, bool isLeast)
    {
        var doubt = ratio?.Low < limit && ratio.High > limit ? "; the interval contains this limit" : "";
        return Add(
            isLeast ? (ratio?.High ?? ratio?.Value) >= limit : (ratio?.Low ?? ratio?.Value) <= limit,
            $"{what}: {ratio} ({(isLeast ? "at least" : "at most")} {limit}{doubt})");
    }
}
