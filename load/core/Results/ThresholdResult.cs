namespace TwoTier.Load.Results;

/// <summary>Whether a threshold was met.</summary>
/// <param name="Text">The threshold as the user wrote it, in a comparison after the name of a variant.</param>
/// <param name="MeasuredValue">The measured value, with its 95 % interval if it has one.</param>
/// <param name="Passed">
/// True if it was met, by the whole interval or by a value without one; false if not. Null if the interval contains the
/// limit, so that the run cannot tell.
/// </param>
public sealed record ThresholdResult(
    string Text, [property: JsonPropertyName("was")] string MeasuredValue, bool? Passed)
{
    /// <summary>Judges a value, or the whole of its interval if it has one.</summary>
    internal static ThresholdResult Judge(
        string text,
        double value,
        ConfidenceInterval? interval,
        Func<double, bool> isMet,
        Func<double, string> format) => interval is var (lo, hi)
            ? new ThresholdResult(
                text, $"{format(value)} [{format(lo)}, {format(hi)}]", isMet(lo) == isMet(hi) ? isMet(lo) : null)
            : new ThresholdResult(text, format(value), isMet(value));
}
