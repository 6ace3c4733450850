namespace TwoTier.Load.Validity;

/// <summary>The judgement on one step of an arrival rate.</summary>
internal sealed record StepOutcome(
    double Rate, MeasuredFigures Figures, IReadOnlyList<ValidityCheck> Checks,
    IReadOnlyList<ThresholdResult> Thresholds)
{
    /// <summary>Whether the target kept up with the step: every check passed, and every threshold was met.</summary>
    public bool IsSustained => Reasons.Count == 0;

    /// <summary>
    /// The failed check of the load tool's own schedule delay; null if the tool kept its schedule. If the check failed,
    /// a step that was not sustained says nothing about the target.
    /// </summary>
    public ValidityCheck? ToolFault =>
        Checks.FirstOrDefault(check => check is { Id: OpenLoopChecks.ScheduleDelayId, State: CheckState.Fail });

    /// <summary>The reasons why the target did not keep up with the step, as text; empty if it kept up.</summary>
    public IReadOnlyList<string> Reasons =>
    [
        .. Checks.Where(check => check.State == CheckState.Fail).Select(check => $"{check.Label}: {check.Value}"),
        .. Thresholds.Where(one => !one.Passed).Select(one => $"{one.Text}: was {one.MeasuredValue}"),
    ];

    /// <summary>Judges each step of an arrival rate on its own.</summary>
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
                   .. OpenLoopChecks.Evaluate([("", figures.OpenLoop!)], limits),
                   RunChecks.CheckErrors(figures.Counters, limits.MaxErrorShare),
               ],
               [.. thresholds.Select(threshold => threshold.Evaluate(figures))]),
    ];
}
