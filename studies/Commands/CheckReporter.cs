namespace Studies.Commands;

/// <summary>Prints the checks of a study, one per line, and remembers whether one of them failed.</summary>
internal sealed class CheckReporter
{
    public bool HasFailure { get; private set; }

    /// <summary>Prints a check of a study, and whether the check passed.</summary>
    /// <returns>Whether the check passed.</returns>
    public bool Add(bool hasPassed, string text)
    {
        Console.WriteLine($"  {(hasPassed ? "✓" : "✗")} {text}");
        HasFailure |= !hasPassed;
        return hasPassed;
    }
}
