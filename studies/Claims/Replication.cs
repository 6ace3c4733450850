namespace Studies.Claims;

/// <summary>
/// A ratio that was measured again on a later day, while the file of its claim stayed the same. It may be the mean of
/// several starts. The interval is for one further start on the first day: it is wider than one for a mean, and knows
/// nothing of other days.
/// </summary>
internal sealed record Replication(ArchiveRecord Again, double Low, double High)
{
    private const string DateFormat = "yyyy-MM-dd HH:mm";

    public bool IsAsPredicted => GetRatio(Again) is { Value: var ratio } && ratio >= Low && ratio <= High;

    public IReadOnlyList<double> Starts => GetRatio(Again)?.StartValues ?? [];
    public int StartsAsPredicted => Starts.Count(ratio => ratio >= Low && ratio <= High);

    /// <summary>Compares a measurement with the next one of the same claim.</summary>
    /// <returns>Null if the two are of one day or of different rules, or if nothing was predicted.</returns>
    public static Replication? Create(ArchiveRecord first, ArchiveRecord again) =>
        GetRatio(first) is { PredictionLo: { } low, PredictionHi: { } high } && GetRatio(again) is not null
            && first.RuleHash == again.RuleHash && GetDay(first) < GetDay(again)
            ? new Replication(again, low, high)
            : null;

    /// <summary>Whether a measurement today would repeat this one on a later day.</summary>
    public static bool IsDue(ArchiveRecord latest, DateOnly today) =>
        GetRatio(latest) is { PredictionLo: not null } && GetDay(latest) < today;

    private static Metric? GetRatio(ArchiveRecord record) => record.Metrics.GetValueOrDefault(LedgerEntry.Ratio);

    private static DateOnly GetDay(ArchiveRecord record) =>
        DateOnly.ParseExact(record.Date, DateFormat, CultureInfo.InvariantCulture);
}
