namespace TwoTier.Load.Experiment;

internal static class JudgementChecks
{
    private const string ControlIdPrefix = "control-";

    public static IEnumerable<ValidityCheck> Evaluate(Judgement judgement, string baseline) =>
        judgement.Controls.Select(control => CheckControl(control, baseline));

    public static bool IsControl(ValidityCheck check) => check.Id.StartsWith(ControlIdPrefix, StringComparison.Ordinal);

    private static ValidityCheck CheckControl(RatioJudgement control, string baseline)
    {
        var (state, cure) = control switch
        {
            { Interval: null } => (CheckState.Note, "one round has no interval: measure for longer"),
            _ when VerdictLabels.IsDifference(control.Verdict) => (
                CheckState.Fail,
                "the baseline differs from itself, so a difference can come from the measurement: try a longer "
                    + "warm-up before each measurement, or a quieter machine"),
            _ => (CheckState.Pass, (string?)null),
        };
        var metric = control.Metric.Name;
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
