namespace Studies.Commands;

/// <summary>Shows what a study asks for, line by line, and whether it was so.</summary>
internal sealed class CheckList
{
    public bool HasFailure { get; private set; }

    /// <summary>Shows a check.</summary>
    /// <returns>Whether the check passed.</returns>
    public bool Add(bool hasPassed, string text)
    {
        Console.WriteLine($"  {(hasPassed ? "✓" : "✗")} {text}");
        HasFailure |= !hasPassed;
        return hasPassed;
    }
}
