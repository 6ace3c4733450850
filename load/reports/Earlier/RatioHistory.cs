namespace TwoTier.Load.Reports.Earlier;

/// <summary>The ratios of one variant to the baseline over time, for one metric.</summary>
internal sealed record RatioHistory(
    string Variant, bool IsCpu, IReadOnlyList<HistoryPoint> Points, IReadOnlyList<ChangePoint> ChangePoints)
{
    /// <summary>The points since the last change, or all points if there was none.</summary>
    public IReadOnlyList<HistoryPoint> CurrentSegment =>
        [.. Points.Skip(ChangePoints.Count > 0 ? ChangePoints[^1].Index : 0)];

    /// <summary>Gets the point before which the ratio changed.</summary>
    public ChangePoint? FindChangeBefore(int point) => ChangePoints.FirstOrDefault(change => change.Index == point);

    /// <summary>
    /// Gets the labels of the measurement conditions that differ between the last result before a change and the first
    /// one after it, such as Runtime.
    /// </summary>
    public IReadOnlyList<string> GetChangedConditions(ChangePoint change) =>
    [
        .. MeasurementConditions
            .GetChangedConditions(Points[change.Index - 1].Result, Points[change.Index].Result)
            .Select(difference => difference.Label),
    ];

    /// <summary>Formats a verdict on a change of this ratio as a label.</summary>
    public string GetLabel(ChangePoint change) => IsCpu
        ? VerdictLabels.GetCostLabel(change.Verdict)
        : VerdictLabels.GetThroughputLabel(change.Verdict);
}

/// <summary>The ratio of a variant to the baseline in one result.</summary>
internal sealed record HistoryPoint(Result Result, RatioResult Ratio)
{
    /// <summary>The ratios of the measured rounds.</summary>
    public double[] Rounds { get; } = BaselineComparison.GetRoundRatios(Ratio);
}
