namespace Studies.Claims;

/// <summary>What the experiment of a claim gives today.</summary>
internal sealed record Measurement
{
    /// <summary>The ratio, for a claim that has one.</summary>
    public Estimate? Ratio { get; init; }

    /// <summary>Whether a statement without a ratio was observed.</summary>
    public bool? Confirmed { get; init; }

    /// <summary>Whether the observations do not decide.</summary>
    public bool Inconclusive { get; init; }

    /// <summary>The figures that the ratio or the observation comes from.</summary>
    public string Figures { get; init; } = "";

    /// <summary>Why nothing was measured; null for a measurement.</summary>
    public string? NotMeasuredReason { get; init; }

    public static Measurement NotMeasured(string reason) => new() { NotMeasuredReason = reason };
}

/// <summary>
/// A ratio with its 95 % interval. Of a benchmark the interval is the lowest and the highest of its variants; of a
/// count, which has no error, both ends are the ratio.
/// </summary>
internal sealed record Estimate(double Value, double Lo, double Hi)
{
    public static Estimate FromExact(double value) => new(value, value, value);
}
