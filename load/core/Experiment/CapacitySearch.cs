namespace TwoTier.Load.Experiment;

/// <summary>An estimate of the capacity with its 95 % interval, and the rates of the next trials.</summary>
internal sealed record CapacityEstimate(
    double Rate, double Low, double High, double LowerTrialRate, double UpperTrialRate);

/// <summary>
/// Searches the highest arrival rate that a target sustains. First, short trials double (or halve) the rate until the
/// target has sustained one rate and failed at another. Longer trials follow, each at or near the best estimate so far,
/// until the interval of the estimate is narrow or the time is over.
/// </summary>
internal sealed class CapacitySearch(
    Func<double, TimeSpan, CancellationToken, Task<CapacityTrial>> measure, TimeSpan within, TimeProvider time)
{
    private const double LowestRate = 1;
    private const double HighestRate = 1_000_000;
    private const double Confidence = 0.95;

    // Each trial takes a fixed share of the search time, so that there is time for about 8 short and 16 long trials.
    private const double ShortTrialShare = 1 / 90.0;
    private const double LongTrialShare = 1 / 20.0;

    // A short trial can succeed at a rate just above the capacity, because the backlog has no time to grow. It can fail
    // at a rate below the capacity, because the machine stalls.
    private const double BracketMargin = 1.25;
    private const double NarrowInterval = 1.02;
    private const double WideInterval = 1.15;
    private const double SideQuantile = 0.2;
    private const int MinLongTrials = 6;
    private const int MaxSuccessiveUnjudgedTrials = 6;

    private readonly List<CapacityTrial> _trials = [];
    private readonly long _startTimestamp = time.GetTimestamp();

    /// <summary>The time limit of the search.</summary>
    public TimeSpan Within => within;

    /// <summary>The duration of the trials that follow the short ones.</summary>
    public TimeSpan TrialDuration => within * LongTrialShare;

    public IReadOnlyList<CapacityTrial> Trials => _trials;

    /// <summary>Null until the target has sustained one rate and failed at another.</summary>
    public CapacityEstimate? Estimate { get; private set; }

    /// <summary>Whether the search ended because several trials in succession could not be judged.</summary>
    public bool IsLimitedByTool { get; private set; }

    public event Action<CapacityTrial>? TrialEnded;

    public async Task RunAsync(double firstRate, CancellationToken stop)
    {
        if (await FindBracketAsync(firstRate, stop) is not var (held, broken))
            return;
        var posterior = new CapacityPosterior(held / BracketMargin, broken * BracketMargin);
        Estimate = Summarize(posterior);
        for (var count = 0; HasTimeForTrial(TrialDuration) && !IsPrecise(count); count++)
        {
            if (stop.IsCancellationRequested || !await TryMeasureAsync(ChooseRate(count), TrialDuration, stop))
                return;
            if (_trials[^1] is { Outcome: not TrialOutcome.NotJudged } trial)
                posterior.Add(trial.Rate, trial.Outcome == TrialOutcome.Succeeded);
            Estimate = Summarize(posterior);
        }
    }

    private async Task<(double Held, double Broken)?> FindBracketAsync(double firstRate, CancellationToken stop)
    {
        var duration = within * ShortTrialShare;
        double? held = null;
        double? broken = null;
        var rate = Math.Clamp(firstRate, LowestRate, HighestRate);
        while (held is null || broken is null)
        {
            if (!HasTimeForTrial(duration) || stop.IsCancellationRequested
                || !await TryMeasureAsync(rate, duration, stop))
            {
                return null;
            }

            var last = _trials[^1];
            if (last.Outcome == TrialOutcome.NotJudged)
                continue;
            if (last.Outcome == TrialOutcome.Succeeded)
                held = rate;
            else
                broken = rate;
            if ((broken is null && rate >= HighestRate) || (held is null && rate <= LowestRate))
                return null;
            rate = Math.Clamp(broken is null ? rate * 2 : rate / 2, LowestRate, HighestRate);
        }

        return (held.Value, broken.Value);
    }

    // While the interval of the estimate is wide, a trial at the estimate narrows it fastest. Later, trials below and
    // above the estimate show how steeply the outcome changes with the rate, which trials at the estimate itself do not
    // show.
    private double ChooseRate(int longTrials) =>
        Estimate!.High > WideInterval * Estimate.Low ? Estimate.Rate
        : longTrials % 2 == 0 ? Estimate.LowerTrialRate
        : Estimate.UpperTrialRate;

    // Returns false if the search must end.
    private async Task<bool> TryMeasureAsync(double rate, TimeSpan duration, CancellationToken stop)
    {
        var trial = await measure(rate, duration, stop);
        if (stop.IsCancellationRequested)
            return false;
        _trials.Add(trial);
        TrialEnded?.Invoke(trial);
        IsLimitedByTool = _trials.Count >= MaxSuccessiveUnjudgedTrials
            && _trials.TakeLast(MaxSuccessiveUnjudgedTrials).All(one => one.Outcome == TrialOutcome.NotJudged);
        return !IsLimitedByTool;
    }

    private static CapacityEstimate Summarize(CapacityPosterior posterior) => new(
        posterior.GetQuantile(0.5),
        posterior.GetQuantile((1 - Confidence) / 2),
        posterior.GetQuantile((1 + Confidence) / 2),
        posterior.GetQuantile(SideQuantile),
        posterior.GetQuantile(1 - SideQuantile));

    private bool IsPrecise(int longTrials) =>
        longTrials >= MinLongTrials && Estimate!.High <= NarrowInterval * NarrowInterval * Estimate.Low;

    private bool HasTimeForTrial(TimeSpan duration) => time.GetElapsedTime(_startTimestamp) + duration <= within;
}
