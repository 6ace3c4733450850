namespace Experiments.Studies;

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
    public bool AddLimit(string what, Metric? ratio, double limit, bool isLeast)
    {
        var doubt = ratio?.Lo < limit && ratio.Hi > limit ? "; the interval contains this limit" : "";
        return Add(
            isLeast ? (ratio?.Hi ?? ratio?.Value) >= limit : (ratio?.Lo ?? ratio?.Value) <= limit,
            $"{what}: {ratio} ({(isLeast ? "at least" : "at most")} {limit}{doubt})");
    }
}
