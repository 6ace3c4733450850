using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Experiment;

/// <summary>
/// Checks whether the judgement on a comparison can be trusted: the baseline equals itself, and order does not matter.
/// </summary>
internal static class JudgementChecks
{
    /// <summary>
    /// The largest ratio in a result file: JSON has no infinity, which the end of an interval can be with two rounds.
    /// </summary>
    public const double LargestRatio = 1e9;

    private const string ControlIdPrefix = "control-";

    // The distance between the Hodges–Lehmann estimate and the mean, in standard errors, that only one of 2,000 samples
    // of a normal distribution exceeds.
    private const double MaxStandardizedDistance = 0.75;

    // A smaller distance does not matter, however certain it is.
    private const double MinRelevantDistance = 0.005;

    public static IEnumerable<ValidityCheck> Evaluate(ComparisonJudgement judgement, string baseline) =>
    [
        .. EvaluateControls(judgement, baseline),
        ValidityCheck.Expect(
            judgement.Failures.Count == 0,
            "exchangeable", "Order of the rounds",
            judgement.Failures.Count == 0
                ? "does not matter"
                : string.Join("; ", judgement.Failures.Select(failure => failure.Description)),
            "must not matter",
            "the verdicts of these variants are withheld"),
    ];

    public static IEnumerable<ValidityCheck> EvaluateControls(ComparisonJudgement judgement, string baseline) =>
        judgement.Controls.Select(control => CheckControl(control, baseline));

    public static bool IsControl(ValidityCheck check) =>
        check.Id.StartsWith(ControlIdPrefix, StringComparison.Ordinal);

    /// <summary>
    /// Checks whether a few extreme rounds decide a ratio: the mean and the robust estimate then disagree.
    /// </summary>
    public static ValidityCheck CheckExtremeRounds(ComparisonJudgement judgement)
    {
        string[] decided =
        [
            .. from ratio in judgement.Ratios
               where ratio.Verdict is not null && ratio.Series.LogRatios.Length > 1
               let robust = ratio.CalculateRobust()
               where ratio.Estimate.StandardError is { } error
                   && Math.Abs(Math.Log(robust) - ratio.Estimate.MeanLog)
                   > Math.Max(MaxStandardizedDistance * error, MinRelevantDistance)
               select $"{ratio.Series.Metric} of {ratio.Series.Variant}: "
                   + $"{FormatRatio(ratio.Estimate.Value)} by the mean, "
                   + $"{FormatRatio(robust)} by the Hodges–Lehmann estimate",
        ];
        return ValidityCheck.Expect(
            decided is [],
            "extreme-rounds", "Extreme rounds", decided is [] ? "decide no ratio" : string.Join("; ", decided),
            "must not decide",
            "a few rounds moved these ratios: look at the rounds, or measure on a quieter machine");
    }

    /// <summary>
    /// Gets the smallest ratio that the comparison could have told from 1, by the baseline against itself.
    /// </summary>
    public static double? GetDetectionLimit(ComparisonJudgement judgement) =>
        judgement.Controls is [{ DetectionLimit: { } limit }, ..] ? Math.Min(limit, LargestRatio) : null;

    /// <summary>Whether a reported difference is smaller than the noise of the baseline against itself.</summary>
    public static bool IsBlind(ComparisonJudgement judgement) =>
        judgement.Controls.Any(control => control.State == ControlState.Blind);

    private static ValidityCheck CheckControl(ControlJudgement control, string baseline)
    {
        var (state, cure) = control.State switch
        {
            ControlState.Biased => (CheckState.Fail, "the baseline differs from itself, so a difference can come from "
                + "the measurement: try a longer --slice-warmup, or a quieter machine"),
            ControlState.Unknown => (CheckState.Note, "one round has no interval: try --rounds 7"),
            _ => (CheckState.Pass, (string?)null),
        };
        return new ValidityCheck(
            $"{ControlIdPrefix}{control.Metric.Replace(' ', '-').ToLowerInvariant()}",
            $"{control.Metric} of {baseline} against itself",
            FormatRatio(control.Value)
                + (control.Interval is var (lo, hi) ? $" [{FormatRatio(lo)}, {FormatRatio(hi)}]" : ""),
            "contains 1, or lies within the margin",
            state,
            cure);
    }
}
