namespace TwoTier.Load.Reports.Words;

/// <summary>Summarizes a result in a sentence or two.</summary>
internal static class ResultSummary
{
    public static string Format(Result result) => string.Concat(GetTextRuns(result).Select(run => run.Text));

    public static IReadOnlyList<TextRun> GetTextRuns(Result result) => result switch
    {
        { Validity.State: RunValidity.InvalidState } => TextRun.Create($"Do not quote these figures."),
        { Kind: Result.RunKind } => SummarizeRun(result.Variants[0]),
        _ => new ComparisonWords(result).DescribeFinding(),
    };

    /// <summary>Says after what part of the plan a measurement ended, such as "after 2.75 of 20 s".</summary>
    public static string DescribeEnd(Result result)
    {
        if (result.Kind != Result.RunKind)
            return $"after {FormatCount(result.Method.Rounds)} rounds";
        var (measured, planned) = (result.Variants[0].MeasuredS, result.Plan.TurnS ?? 0);
        return planned > measured
            ? $"after {FormatNumber(measured)} of {FormatNumber(planned)} s"
            : $"after {FormatNumber(measured)} s";
    }

    public static string DescribeOthers(Result result) => result.Validity.OtherShare is { } share
        ? $"other programs used {100 * share:0} % of the CPU"
        : "how much CPU other programs used is not known";

    private static IReadOnlyList<TextRun> SummarizeRun(VariantResult run)
    {
        var errors = $"{FormatCount(run.Errors)} errors in {FormatCount(run.Requests)} requests.";
        return run switch
        {
            { JudgedSteps: { Count: > 0 } steps } => SummarizeSteps(run, steps),
            _ when run.GetParts(PartKind.Burst) is { Count: > 0 } bursts => SummarizeBursts(bursts, errors),
            _ => TextRun.Create($"{$"{FormatNumber(run.Throughput.Rate)} requests/s":amount}, {errors}"),
        };
    }

    // Requests per second would include the pauses between the bursts.
    private static IReadOnlyList<TextRun> SummarizeBursts(IReadOnlyList<PartResult> bursts, string errors)
    {
        var largest = bursts.MaxBy(burst => burst.Requests)!;
        var (count, time) = (FormatCount(largest.Requests), $"{FormatNumber(largest.MeasuredS)} s");
        return TextRun.Create($"The last of {count} requests at once is done after {time:amount}; {errors}");
    }

    // A run that raises the arrival rate in steps may be meant to overload the target, so its summary states the last
    // rate at which the target kept up.
    private static IReadOnlyList<TextRun> SummarizeSteps(VariantResult run, IReadOnlyList<PartResult> steps)
    {
        if (run.LastHeld is not { } rate)
            return TextRun.Create(
                $"The target could not sustain the first step, {FormatNumber(steps[0].Model?.RatePerS)} requests/s.");
        var rest = steps.FirstOrDefault(step => step.Held is false) is { } broken
            ? $" were sustained, {FormatNumber(broken.Model?.RatePerS)} requests/s were not."
            : " were sustained. No step failed.";
        return TextRun.Create($"{$"{FormatNumber(rate)} requests/s":amount}{rest}");
    }
}
