namespace TwoTier.Load.Experiment;

/// <summary>
/// An estimate of the capacity, with its 95 % interval, and the rates at which the next trials tell most.
/// </summary>
internal sealed record CapacityEstimate(
    double Rate, double Low, double High, double LowerTrialRate, double UpperTrialRate);

/// <summary>
/// Searches the highest arrival rate that a target sustains. First, short trials double (or halve) the rate until the
/// target has sustained one rate and failed at another. Longer trials follow, each at or near the best estimate so far,
/// until the interval of the estimate is narrow or the time is over.
/// </summary>
internal sealed class CapacitySearch(
    Func<double, TimeSpan, CancellationToken, Task<CapacityTrial>> measure, CapacityPlan plan, TimeProvider time)
{
    private const double Confidence = 0.95;

    // A short trial can succeed at a rate just above the capacity, because the backlog has no time to grow. It can fail
    // at a rate below the capacity, because the machine stalls. The estimate may therefore lie somewhat outside of the
    // rates between which the short trials located the capacity.
    private const double BracketMargin = 1.25;
    private const double NarrowInterval = 1.02;
    private const double WideInterval = 1.15;
    private const double SideQuantile = 0.2;
    private const int MinLongTrials = 6;
    private const int MaxSuccessiveUnjudgedTrials = 6;

    // An interval that ends within 1 % of the lowest or highest rate considered counts as reaching that rate.
    private const double MaxRatioToRangeEnd = 1.01;
    private const int MinTrialsToExtend = 3;
    private readonly List<CapacityTrial> _trials = [];
    private readonly long _startTimestamp = time.GetTimestamp();
    private double _lowBracketRate;
    private double _highBracketRate;

    /// <summary>The trials of the search that have ended.</summary>
    public IReadOnlyList<CapacityTrial> Trials => _trials;

    /// <summary>
    /// The estimate of the capacity so far; null until the target has sustained one rate and failed at another.
    /// </summary>
    public CapacityEstimate? Estimate { get; private set; }

    /// <summary>
    /// Whether the search ended because the load tool itself was the limit: several trials in succession failed, but
    /// the target was not the cause.
    /// </summary>
    public bool IsLimitedByTool { get; private set; }

    /// <summary>Raised after each trial of the search.</summary>
    public event Action<CapacityTrial>? TrialEnded;

    /// <summary>Runs the search.</summary>
    public async Task RunAsync(double firstRate, CancellationToken stop)
    {
        if (await FindBracketAsync(firstRate, stop) is not var (held, broken))
            return;
        (_lowBracketRate, _highBracketRate) = (held / BracketMargin, broken * BracketMargin);
        var longTrials = _trials.Count;
        UpdateEstimate(longTrials);
        while (_trials.Count - longTrials is var count && HasTimeForTrial(plan.TrialDuration) && !IsPrecise(count))
        {
            if (stop.IsCancellationRequested || !await TryMeasureAsync(ChooseRate(count), plan.TrialDuration, stop))
                return;
            UpdateEstimate(longTrials);
        }
    }

    private async Task<(double Held, double Broken)?> FindBracketAsync(double firstRate, CancellationToken stop)
    {
        double? held = null;
        double? broken = null;
        var rate = Math.Clamp(firstRate, plan.LowestRate, plan.HighestRate);
        while (held is null || broken is null)
        {
            if (!HasTimeForTrial(plan.ShortTrialDuration) || stop.IsCancellationRequested
                || !await TryMeasureAsync(rate, plan.ShortTrialDuration, stop))
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
            if ((broken is null && rate >= plan.HighestRate) || (held is null && rate <= plan.LowestRate))
                return null;
            rate = Math.Clamp(broken is null ? rate * 2 : rate / 2, plan.LowestRate, plan.HighestRate);
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

    // If the estimate is the lowest or highest rate considered, a short trial misled the search, so the range of rates
    // is extended.
    private void UpdateEstimate(int longTrials)
    {
        Estimate = CalculateEstimate(longTrials);
        if (_trials.Count - longTrials < MinTrialsToExtend)
            return;
        while (_highBracketRate < plan.HighestRate && Estimate.High > _highBracketRate / MaxRatioToRangeEnd)
        {
            _highBracketRate *= 2;
            Estimate = CalculateEstimate(longTrials);
        }

        while (_lowBracketRate > plan.LowestRate && Estimate.Low < _lowBracketRate * MaxRatioToRangeEnd)
        {
            _lowBracketRate /= 2;
            Estimate = CalculateEstimate(longTrials);
        }
    }

    private CapacityEstimate CalculateEstimate(int longTrials)
    {
        var posterior = new CapacityPosterior(_lowBracketRate, _highBracketRate);
        foreach (var trial in _trials.Skip(longTrials).Where(trial => trial.Outcome != TrialOutcome.NotJudged))
            posterior.Add(trial.Rate, trial.Outcome == TrialOutcome.Succeeded);
        return new CapacityEstimate(
            posterior.GetQuantile(0.5),
            posterior.GetQuantile((1 - Confidence) / 2),
            posterior.GetQuantile((1 + Confidence) / 2),
            posterior.GetQuantile(SideQuantile),
            posterior.GetQuantile(1 - SideQuantile));
    }

    private bool IsPrecise(int longTrials) =>
        longTrials >= MinLongTrials && Estimate!.High <= NarrowInterval * NarrowInterval * Estimate.Low;

    private bool HasTimeForTrial(TimeSpan duration) => time.GetElapsedTime(_startTimestamp) + duration <= plan.Within;
}
