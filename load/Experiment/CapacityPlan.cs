namespace Load.Experiment;

/// <summary>The plan of a search for the capacity of a target.</summary>
/// <param name="Within">The time limit of the search.</param>
/// <param name="LowestRate">The lowest arrival rate to try, in requests per second.</param>
/// <param name="HighestRate">The highest arrival rate to try, in requests per second.</param>
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
/// <param name="Rate">The capacity, in requests per second.</param>
/// <param name="Low">The lower end of the interval.</param>
/// <param name="High">The upper end of the interval.</param>
/// <param name="LowerTrialRate">
/// The rate below the capacity at which later trials show how steeply the outcome changes with the rate.
/// </param>
/// <param name="UpperTrialRate">
/// The rate above the capacity at which later trials show how steeply the outcome changes with the rate.
/// </param>
internal sealed record CapacityEstimate(
    double Rate, double Low, double High, double LowerTrialRate, double UpperTrialRate);
