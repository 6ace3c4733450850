namespace TwoTier.Load.Validity;

internal sealed record StepOutcome(
    double Rate, MeasuredFigures Figures, IReadOnlyList<ValidityCheck> Checks,
    IReadOnlyList<ThresholdResult> Thresholds)
{
    public bool IsSustained => Reasons.Count == 0;

    /// <summary>The failed check of the tool's own schedule: the step then says nothing about the target.</summary>
    public ValidityCheck? ToolFault =>
        Checks.FirstOrDefault(check => check is { Id: OpenLoopChecks.ScheduleDelayId, State: CheckState.Fail });

    public IReadOnlyList<string> Reasons =>
    [
        .. from check in Checks where check.State == CheckState.Fail select $"{check.Label}: {check.Value}",
        .. from one in Thresholds where one.Passed is false select $"{one.Text}: was {one.MeasuredValue}",
    ];

    public static IReadOnlyList<StepOutcome> JudgeSteps(
        IntervalSeries intervals, double measuredSeconds, RunLimits limits, IReadOnlyList<Threshold> thresholds) =>
    [
        .. from step in Enumerable.Range(0, intervals.StepCount)
           where (intervals.IntervalLength * (step + 1)).TotalSeconds <= measuredSeconds
           let figures = intervals.GetStepFigures(step)
           select new StepOutcome(
               intervals.PlannedRates[step]!.Value,
               figures,
               [
                   .. OpenLoopChecks.Evaluate([("", figures.OpenLoop!, figures.Counters.Latency)], limits),
                   RunChecks.CheckErrors(figures.Counters, limits.MaxErrorShare),
               ],
               [.. thresholds.Select(threshold => threshold.Evaluate(figures))]),
    ];
}
