namespace TwoTier.Load.Experiment;

/// <summary>The plan of a search for the capacity of a target.</summary>
internal sealed record CapacityPlan(TimeSpan Within, double LowestRate = 1, double HighestRate = 1_000_000)
{
    // Each trial takes a fixed share of the search time, so that there is time for about 8 short and 16 long trials.
    private const double ShortTrialShare = 1 / 90.0;
    private const double LongTrialShare = 1 / 20.0;

    /// <summary>
    /// The duration of the short trials at the start of a search, which end when the target has sustained one rate and
    /// failed at another.
    /// </summary>
    public TimeSpan ShortTrialDuration => Within * ShortTrialShare;

    /// <summary>The duration of the long trials, which follow the short trials of a search.</summary>
    public TimeSpan TrialDuration => Within * LongTrialShare;
}

/// <summary>An estimate of the capacity, with its 95 % interval.</summary>
internal sealed record CapacityEstimate(
    double Rate, double Low, double High, double LowerTrialRate, double UpperTrialRate);
