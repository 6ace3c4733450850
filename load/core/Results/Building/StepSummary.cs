using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Results.Building;

/// <summary>Summarizes the steps of an arrival rate.</summary>
internal static class StepSummary
{
    /// <summary>Summarizes the steps of a run. Returns null for a run without steps.</summary>
    public static IReadOnlyList<StepResult>? Summarize(IReadOnlyList<StepOutcome> steps) =>
        steps.Count == 0 ? null : [.. steps.Select(Summarize)];

    private static StepResult Summarize(StepOutcome step)
    {
        var (counters, openLoop) = (step.Figures.Counters, step.Figures.OpenLoop!);
        return new StepResult(
            RoundToFiveDigits(step.Rate),
            step.IsSustained,
            step.Reasons,
            counters.Requests,
            counters.Errors,
            openLoop.SentRequests,
            openLoop.DroppedRequests,
            RoundToFiveDigits(step.Figures.Goodput ?? 0),
            LatencySummary.GetPercentile(counters.Latency, 0.5),
            LatencySummary.GetPercentile(counters.Latency, 0.99),
            LatencySummary.GetMax(counters.Latency));
    }
}
