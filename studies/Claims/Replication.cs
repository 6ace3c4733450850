namespace Studies.Claims;

/// <summary>
/// A ratio that was measured again on a later day, while the file of its claim stayed the same. The first day predicts
/// the mean of as many starts as the later day has, and a single start. It knows nothing of how days differ.
/// </summary>
/// <param name="Again">The later measurement.</param>
/// <param name="Mean">The 95 % interval for a mean of as many starts.</param>
/// <param name="Start">The 95 % interval for a single start.</param>
internal sealed record Replication(ArchiveRecord Again, ConfidenceInterval Mean, ConfidenceInterval Start)
{
    public bool IsAsPredicted => IsIn(Mean, GetRatio(Again)!.Value);
    public IReadOnlyList<double> Starts => GetRatio(Again)!.StartValues ?? [];
    public int StartsAsPredicted => Starts.Count(ratio => IsIn(Start, ratio));

    /// <summary>Compares a measurement with the next one by the same rule.</summary>
    /// <returns>Null if the two are of one day, or if nothing was predicted.</returns>
    public static Replication? Create(ArchiveRecord first, ArchiveRecord again) =>
        GetRatio(first) is { PredictionLo: not null } before && GetRatio(again) is { } after
            && first.GetDay() < again.GetDay()
            ? new Replication(again, Predict(before, after.Starts), Predict(before, 1))
            : null;

    /// <summary>Whether a measurement today would repeat this one on a later day.</summary>
    public static bool IsDue(ArchiveRecord latest, DateOnly today) =>
        GetRatio(latest) is { PredictionLo: not null } && latest.GetDay() < today;

    // Half of the interval of a mean of n starts is t s / √n, in logarithms. That of the difference to another mean, of
    // m starts, is t s √(1/n + 1/m).
    private static ConfidenceInterval Predict(Metric ratio, int starts)
    {
        var half = Math.Log(ratio.Hi!.Value / ratio.Lo!.Value) / 2 * Math.Sqrt(1 + ((double)ratio.Starts / starts));
        return new(ratio.Value * Math.Exp(-half), ratio.Value * Math.Exp(half));
    }

    private static bool IsIn(ConfidenceInterval interval, double ratio) => ratio >= interval.Lo && ratio <= interval.Hi;

    private static Metric? GetRatio(ArchiveRecord record) => record.Metrics.GetValueOrDefault(LedgerEntry.Ratio);
}
