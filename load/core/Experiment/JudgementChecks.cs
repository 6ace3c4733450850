using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Experiment;

/// <summary>Checks whether the judgement on a comparison can be trusted: the baseline equals itself.</summary>
internal static class JudgementChecks
{
    /// <summary>
    /// The largest ratio in a result file: JSON has no infinity, which the end of an interval can be with two rounds.
    /// </summary>
    public const double LargestRatio = 1e9;

    private const string ControlIdPrefix = "control-";

    public static IEnumerable<ValidityCheck> Evaluate(ComparisonJudgement judgement, string baseline) =>
        judgement.Controls.Select(control => CheckControl(control, baseline));

    public static bool IsControl(ValidityCheck check) =>
        check.Id.StartsWith(ControlIdPrefix, StringComparison.Ordinal);

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
