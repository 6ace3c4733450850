namespace TwoTier.Load.Experiment;

internal static class JudgementChecks
{
    /// <summary>
    /// The largest ratio in a result file: JSON has no infinity, which the end of an interval can be with two rounds.
    /// </summary>
    public const double LargestRatio = 1e9;

    private const string ControlIdPrefix = "control-";

    public static IEnumerable<ValidityCheck> Evaluate(ComparisonJudgement judgement, string baseline) =>
        judgement.Controls.Select(control => CheckControl(control, baseline));

    public static bool IsControl(ValidityCheck check) => check.Id.StartsWith(ControlIdPrefix, StringComparison.Ordinal);

    /// <summary>
    /// Gets the smallest ratio that the comparison could have told from 1, by the baseline against itself.
    /// </summary>
    public static double? GetDetectionLimit(ComparisonJudgement judgement) =>
        judgement.Controls is [var control, ..] ? GetDetectionLimit(control, judgement.IntervalLevel) : null;

    /// <summary>Whether a reported difference is smaller than the noise of the baseline against itself.</summary>
    public static bool IsBlind(ComparisonJudgement judgement) => judgement.Controls.Any(control =>
        !IsDifference(control) && judgement.Ratios.Any(ratio =>
            ratio.Series.Metric == control.Series.Metric
            && IsDifference(ratio)
            && Math.Exp(Math.Abs(ratio.Estimate.MeanLog)) < GetDetectionLimit(control, judgement.IntervalLevel)));

    private static double? GetDetectionLimit(RatioJudgement control, double level) =>
        control.Estimate.GetHalfWidth(level) is { } half
            ? Math.Min(Math.Exp(Math.Abs(control.Estimate.MeanLog) + half), LargestRatio)
            : null;

    private static bool IsDifference(RatioJudgement ratio) =>
        ratio.Verdict is RatioVerdict.Higher or RatioVerdict.Lower && !ratio.IsWithheld;

    private static ValidityCheck CheckControl(RatioJudgement control, string baseline)
    {
        var (state, cure) = control switch
        {
            { Interval: null } => (CheckState.Note, "one round has no interval: try --rounds 7"),
            _ when IsDifference(control) => (CheckState.Fail, "the baseline differs from itself, so a difference can "
                + "come from the measurement: try a longer --slice-warmup, or a quieter machine"),
            _ => (CheckState.Pass, (string?)null),
        };
        var metric = control.Series.Metric;
        return new ValidityCheck(
            $"{ControlIdPrefix}{metric.Replace(' ', '-').ToLowerInvariant()}",
            $"{metric} of {baseline} against itself",
            FormatRatio(control.Estimate.Value)
                + (control.Interval is var (lo, hi) ? $" [{FormatRatio(lo)}, {FormatRatio(hi)}]" : ""),
            "contains 1, or lies within the margin",
            state,
            cure);
    }
}
