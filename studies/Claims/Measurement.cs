using System.Text.Json.Serialization;

namespace Studies.Claims;

/// <summary>The result of measuring a claim today.</summary>
internal sealed record Measurement
{
    /// <summary>The measured ratio; null for a claim that is not about a ratio, or that was not measured.</summary>
    public RatioEstimate? Ratio { get; init; }

    /// <summary>
    /// Whether the statement of the claim was observed to be true; null for a claim that is about a ratio.
    /// </summary>
    public bool? Confirmed { get; init; }

    /// <summary>Whether the observations are too close to confirm or refute the claim.</summary>
    public bool Inconclusive { get; init; }

    /// <summary>The numbers from which the measured ratio or observation of a claim was derived, as text.</summary>
    [JsonPropertyName("figures")]
    public string SourceNumbers { get; init; } = "";

    /// <summary>Why the claim could not be measured; null if it was measured.</summary>
    public string? NotMeasuredReason { get; init; }

    public static Measurement NotMeasured(string reason) => new() { NotMeasuredReason = reason };
}

/// <summary>
/// A ratio with its 95 % interval. For a benchmark, the interval spans the lowest and the highest ratio of its
/// variants; for a count, which has no error, both ends equal the ratio.
/// </summary>
internal sealed record RatioEstimate(double Value, double Lo, double Hi)
{
    public static RatioEstimate FromExactValue(double value) => new(value, value, value);
}
