namespace TwoTier.Load.Experiment;

/// <summary>Decides whether the target sustained the arrival rate of a trial in a capacity search.</summary>
internal sealed class TrialJudge(RunLimits limits, IReadOnlyList<Threshold> objectives, int cores)
{
    // If the arrival rate exceeds the capacity by 1 %, the response time grows by about 1 % of the elapsed time. More
    // growth means that the rate is too high, even if the target still meets the objectives.
    private const double MaxGrowth = 0.01;

    // In a short trial, a growth of the response time by less than 50 ms may be noise of a busy machine.
    private static readonly TimeSpan MinGrowth = TimeSpan.FromMilliseconds(50);

    // The load tool's own delay explains a long response time only if the delay is a notable part of the response time.
    private const double MinNotableDelayShare = 0.1;

    /// <summary>
    /// Returns whether the objectives can no longer be met, even if all requests that are still to be sent are answered
    /// at once.
    /// </summary>
    public bool CannotMeetObjectives(Measurement measurement, long planned) =>
        objectives.Any(objective => objective.IsOutOfReach(measurement.GetFigures(), planned));

    /// <summary>Judges a trial.</summary>
    public CapacityTrial JudgeTrial(double rate, TimeSpan duration, bool isEndedEarly, RunResult run)
    {
        string[] reasons =
        [
            .. GetMissedObjectives(run.Measurement),
            .. isEndedEarly ? [] : GetUnsentReasons(run.Measurement.OpenLoop!),
            .. isEndedEarly ? [] : GetGrowthReasons(run.Measurement.Intervals!, duration),
        ];
        if (reasons.Length == 0 && !isEndedEarly)
            return new CapacityTrial(rate, TrialOutcome.Succeeded, [], run);
        string[] otherCauses = [.. GetOtherCauses(run)];
        return otherCauses.Length > 0
            ? new CapacityTrial(rate, TrialOutcome.NotJudged, otherCauses, run)
            : new CapacityTrial(rate, TrialOutcome.Failed, reasons, run);
    }

    private IEnumerable<string> GetMissedObjectives(Measurement measurement) => objectives
        .Select(objective => objective.Evaluate(measurement.GetFigures()))
        .Where(result => !result.Passed)
        .Select(result => $"{result.Text}: was {result.MeasuredValue}");

    private IEnumerable<string> GetUnsentReasons(OpenLoopCounters counters)
    {
        if (OpenLoopChecks.Evaluate([("", counters)], limits)[0] is { State: CheckState.Fail } check)
            yield return $"{check.Label}: {check.Value}";
    }

    // Compares the response times at the start and at the end of a trial. The first interval is left out, because
    // connections are opened in it.
    private static IEnumerable<string> GetGrowthReasons(IntervalSeries intervals, TimeSpan duration)
    {
        if (intervals.Counters[1].Requests is 0 || intervals.Counters[^1].Requests is 0)
            yield break;
        var (early, late) = (GetMedianLatency(intervals.Counters[1]), GetMedianLatency(intervals.Counters[^1]));
        if (late - early > MinGrowth && late - early > MaxGrowth * duration)
        {
            yield return $"the backlog grew: the median response time rose by "
                + $"{SignificantDigits.FormatNumber((late - early).TotalMilliseconds)} ms";
        }
    }

    private static TimeSpan GetMedianLatency(RequestCounters counters) =>
        TimeSpan.FromMicroseconds(counters.Latency.GetValueAtQuantile(0.5) / 1000.0);

    // Gets the causes other than the target that may explain why a trial failed. A trial that succeeds in spite of such
    // causes needs no explanation.
    private IEnumerable<string> GetOtherCauses(RunResult run)
    {
        var delay = OpenLoopChecks.Evaluate([("", run.Measurement.OpenLoop!)], limits)[1];
        var ownDelay = run.Measurement.OpenLoop!.ScheduleDelay.GetValueAtQuantile(0.99);
        if (delay.State == CheckState.Fail
            && ownDelay > MinNotableDelayShare * run.Measurement.Counters.Latency.GetValueAtQuantile(0.99))
        {
            yield return $"{delay.Label}: {delay.Value}";
        }

        ValidityCheck[] checks =
        [
            RunChecks.CheckToolCpu(run.ToolCores, cores, run.Measurement.ElapsedSeconds),
            .. RunChecks.CheckOtherCpu(run.Machine, limits.MaxOtherCpuShare),
        ];
        foreach (var check in checks.Where(check => check.State == CheckState.Fail))
            yield return $"{check.Label}: {check.Value}";
    }
}
