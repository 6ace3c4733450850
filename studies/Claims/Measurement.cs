namespace Studies.Claims;

/// <summary>What the same experiment gives today.</summary>
internal sealed record Now
{
    /// <summary>Of a claim with a ratio.</summary>
    public Estimate? Ratio { get; init; }

    /// <summary>Of a statement: whether it was seen to be so.</summary>
    public bool? Shown { get; init; }

    /// <summary>What was seen does not say.</summary>
    public bool IsOpen { get; init; }

    /// <summary>Behind the ratio, or what was seen.</summary>
    public string Figures { get; init; } = "";

    /// <summary>Why there is nothing.</summary>
    public string? Missing { get; init; }

    public static Now NotMeasured(string why) => new() { Missing = why };
}

/// <summary>
/// A ratio with its 95 % interval; of a benchmark, the lowest and the highest of its jobs; of a count, which has no error,
/// both ends are the ratio.
/// </summary>
internal sealed record Estimate(double Value, double Lo, double Hi)
{
    public static Estimate Exactly(double value) => new(value, value, value);
}
