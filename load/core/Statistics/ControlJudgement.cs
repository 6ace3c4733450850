namespace TwoTier.Load.Statistics;

internal enum ControlState
{
    /// <summary>The baseline equals itself, and every reported difference is larger than the noise.</summary>
    Sound,

    /// <summary>Some reported difference is smaller than the noise of the baseline against itself.</summary>
    Blind,

    /// <summary>The baseline seems to differ from itself: the position in the round influences a value.</summary>
    Biased,

    /// <summary>The baseline was measured against itself in fewer than two rounds.</summary>
    Unknown,
}

/// <summary>The judgement on the ratio of the baseline to itself, for one metric.</summary>
internal sealed record ControlJudgement(
    string Metric, double Value, ConfidenceInterval? Interval, ControlState State, double? DetectionLimit)
{
    /// <summary>Judges the ratio of the baseline to itself. The level is that of the intervals of variants.</summary>
    public static ControlJudgement Create(
        RatioJudgement control, IEnumerable<RatioJudgement> comparisons, double level)
    {
        var limit = control.Estimate.GetInterval(level) is { } interval
            ? Math.Max(interval.Hi, 1 / interval.Lo)
            : (double?)null;
        var isSmall = comparisons.Any(other => other.Verdict is RatioVerdict.Higher or RatioVerdict.Lower
            && Math.Exp(Math.Abs(other.Estimate.MeanLog)) < limit);
        var state = control switch
        {
            { Interval: null } => ControlState.Unknown,
            { Verdict: RatioVerdict.Higher or RatioVerdict.Lower } => ControlState.Biased,
            _ => isSmall ? ControlState.Blind : ControlState.Sound,
        };
        return new ControlJudgement(control.Series.Metric, control.Estimate.Value, control.Interval, state, limit);
    }
}
