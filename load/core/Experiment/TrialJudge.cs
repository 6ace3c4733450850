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
    /// Whether the objectives cannot be met any more, even if all further requests are answered at once.
    /// </summary>
    public bool CannotMeetObjectives(Measurement measurement, long planned) =>
        objectives.Any(objective => objective.IsOutOfReach(measurement.GetFigures(), planned));

    public CapacityTrial JudgeTrial(double rate, TimeSpan duration, bool isEndedEarly, RunResult run)
    {
        var measurement = run.Measurement;
        var schedule = OpenLoopChecks.Evaluate([("", measurement.OpenLoop!, measurement.Counters.Latency)], limits);
        string[] reasons =
        [
            .. ThresholdResult.DescribeFailures(objectives.Select(one => one.Evaluate(measurement.GetFigures()))),
            .. isEndedEarly ? [] : ValidityCheck.DescribeFailures([schedule[0]]),
            .. isEndedEarly ? [] : GetGrowthReasons(measurement.Intervals!, duration),
        ];
        if (reasons.Length == 0 && !isEndedEarly)
            return new CapacityTrial(rate, TrialOutcome.Succeeded, [], run);

        // The causes other than the target that may explain why a trial failed. A trial that succeeds in spite of such
        // causes needs no explanation.
        var ownDelay = measurement.OpenLoop!.ScheduleDelay.GetValueAtQuantile(0.99);
        var isNotable = ownDelay > MinNotableDelayShare * measurement.Counters.Latency.GetValueAtQuantile(0.99);
        string[] otherCauses =
        [
            .. ValidityCheck.DescribeFailures(isNotable ? [schedule[1]] : []),
            .. ValidityCheck.DescribeFailures(PauseChecks.Evaluate([("", measurement)], limits.MaxScheduleDelay)),
            .. ValidityCheck.DescribeFailures(
                [ResourceChecks.CheckToolCpu(run.ToolCores, cores, measurement.ElapsedSeconds)]),
            .. ValidityCheck.DescribeFailures(ResourceChecks.CheckMachine(run.Machine, limits.MaxOtherCpuShare)),
        ];
        return otherCauses.Length > 0
            ? new CapacityTrial(rate, TrialOutcome.NotJudged, otherCauses, run)
            : new CapacityTrial(rate, TrialOutcome.Failed, reasons, run);
    }

    // Compares the response times at the start and at the end of a trial. The first interval is left out, because
    // connections are opened in it.
    private static IEnumerable<string> GetGrowthReasons(IntervalSeries intervals, TimeSpan duration)
    {
        if (intervals.Counters[1].Requests is 0 || intervals.Counters[^1].Requests is 0)
            yield break;
        var growth = GetMedianLatency(intervals.Counters[^1]) - GetMedianLatency(intervals.Counters[1]);
        if (growth > MinGrowth && growth > MaxGrowth * duration)
        {
            yield return $"the backlog grew: the median response time rose by "
                + $"{SignificantDigits.FormatNumber(growth.TotalMilliseconds)} ms";
        }
    }

    private static TimeSpan GetMedianLatency(RequestCounters counters) =>
        TimeSpan.FromMicroseconds(counters.Latency.GetValueAtQuantile(0.5) / 1000.0);
}
