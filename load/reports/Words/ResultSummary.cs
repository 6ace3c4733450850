namespace TwoTier.Load.Reports.Words;

/// <summary>Summarizes a result in one sentence: a comparison by the two ratios that are furthest from 1.</summary>
internal static class ResultSummary
{
    // Ratios from 0.55 to 1.95 are written as percentages ("12 % more"). Higher and lower ratios read better as
    // multiples and fractions ("3.00 times as many", "one third as many").
    private const double MinRatioAsMultiple = 1.95;
    private const double MinRatioAsPercentage = 0.55;

    // A change of a service that its users may notice.
    private const double WantedDifference = 0.05;

    private static readonly string[] Fractions =
    [
        "half", "one third", "one quarter", "one fifth", "one sixth", "one seventh", "one eighth", "one ninth",
        "one tenth",
    ];

    public static string Format(Result result) => string.Concat(GetTextRuns(result).Select(run => run.Text));

    public static IReadOnlyList<TextRun> GetTextRuns(Result result) => result switch
    {
        { Validity.State: RunValidity.InvalidState } => TextRun.Create($"Do not quote these figures."),
        { Validity.State: RunValidity.FailedAsPlannedState } =>
            TextRun.Create($"Failed as planned: {GetPlannedErrors(result):amount}."),
        { Kind: Result.RunKind } => SummarizeRun(result.Variants[0]),
        _ => SummarizeComparison(result),
    };

    /// <summary>
    /// Formats a ratio of request rates as words, such as "12 % more", "3.00 times as many" or "one third as many".
    /// </summary>
    public static string FormatAmount(double ratio) => ratio switch
    {
        >= MinRatioAsMultiple => $"{FormatRatio(ratio)} times as many",
        > 1 => $"{(ratio - 1) * 100:0} % more",
        >= MinRatioAsPercentage => $"{(1 - ratio) * 100:0} % fewer",
        _ => $"{FormatFraction(ratio)} as many",
    };

    /// <summary>Formats a ratio of CPU times as words, such as "12 % less" or "3.00 times as much".</summary>
    public static string FormatCpuAmount(double ratio) => FormatAmount(ratio)
        .Replace("many", "much", StringComparison.Ordinal)
        .Replace("fewer", "less", StringComparison.Ordinal);

    /// <summary>Says after what part of the plan a measurement ended, such as "after 2.75 of 20 s".</summary>
    public static string DescribeEnd(Result result)
    {
        if (result.Kind != Result.RunKind)
            return $"after round {result.Method.Pairs} of {result.Plan.Rounds}";
        var (measured, planned) = (result.Variants[0].MeasuredS, result.Plan.TrialS);
        return planned > measured
            ? $"after {FormatNumber(measured)} of {FormatNumber(planned)} s"
            : $"after {FormatNumber(measured)} s";
    }

    /// <summary>Says that a comparison ended before its time; null if it did not.</summary>
    public static string? DescribeEarlyEnd(Result result) =>
        result is { Method: { Looks: { } looks, EndedAtLook: { } look }, Validity.CutShort: false } && look < looks
            ? $"It told enough at look {look} of {looks}. An early end exaggerates the ratio a little: quote the interval."
            : null;

    private static IReadOnlyList<TextRun> SummarizeRun(VariantResult run)
    {
        var errors = $"{FormatCount(run.Errors)} errors in {FormatCount(run.Requests)} requests.";
        return run switch
        {
            { JudgedSteps: { Count: > 0 } steps } => SummarizeSteps(run, steps),
            _ when run.GetParts(PartKind.Burst) is { Count: > 0 } bursts && run.GetParts(PartKind.Phase) is [] =>
                SummarizeBursts(bursts, errors),
            _ => TextRun.Create($"{$"{FormatNumber(run.Throughput.Rate)} requests/s":amount}, {errors}"),
        };
    }

    // Requests per second would include the pauses between the bursts.
    private static IReadOnlyList<TextRun> SummarizeBursts(IReadOnlyList<PartResult> bursts, string errors)
    {
        var (smallest, largest) = (bursts.MinBy(burst => burst.Requests)!, bursts.MaxBy(burst => burst.Requests)!);
        var (shortest, longest) = ($"{FormatNumber(smallest.MeasuredS)} s", $"{FormatNumber(largest.MeasuredS)} s");
        var few = smallest.Requests == 1 ? "a single one" : $"and of {FormatCount(smallest.Requests)}";
        var many = TextRun.Create(
            $"The last of {FormatCount(largest.Requests)} requests at once is done after {longest:amount}");
        return smallest.Requests == largest.Requests
            ? TextRun.Create($"{many}; {errors}")
            : TextRun.Create($"{many}, {few} after {shortest:amount}; {errors}");
    }

    // A run that raises the arrival rate in steps may be meant to overload the target, so its summary states the last
    // rate at which the target kept up.
    private static IReadOnlyList<TextRun> SummarizeSteps(VariantResult run, IReadOnlyList<PartResult> steps)
    {
        if (run.LastHeld is not { } rate)
            return TextRun.Create($"No step held, not even the first one with {FormatNumber(steps[0].Model?.RatePerS)}/s.");
        var rest = steps.FirstOrDefault(step => step.Held is false) is { } broken
            ? $" held, {FormatNumber(broken.Model?.RatePerS)} did not."
            : " held, and so did every step.";
        return TextRun.Create($"{$"{FormatNumber(rate)} requests/s":amount}{rest}");
    }

    // The verdict of any metric is the finding, so that CPU time or allocation is told if throughput cannot be.
    private static IReadOnlyList<TextRun> SummarizeComparison(Result result)
    {
        var ranking = new RankingMetric(result);
        var cpu = new ComparedAmount("takes", "CPU", variant => variant.CpuRatio, FormatCpuAmount);
        ComparedAmount[] amounts =
        [
            ranking.IsCpu ? cpu : new("serves", "requests", ranking.GetRatio, FormatAmount),
            cpu,
            new("allocates", "memory", variant => variant.AllocRatio, FormatCpuAmount),
        ];
        return amounts.Select(amount => SummarizeDifferences(result, amount)).FirstOrDefault(text => text is not null)
            ?? [new TextRun(SummarizeEquality(result, ranking))];
    }

    private static IReadOnlyList<TextRun>? SummarizeDifferences(Result result, ComparedAmount amount)
    {
        var different = result.Variants
            .Where(variant => VerdictLabels.IsDifference(amount.GetRatio(variant)?.Verdict))
            .OrderByDescending(variant => Math.Abs(Math.Log(amount.GetRatio(variant)!.Value)))
            .ToArray();
        return different switch
        {
            [] => null,
            [var only] => TextRun.Create($"{CompareWithBaseline(only)}."),
            [var most, var next, ..] => TextRun.Create(
                $"{CompareWithBaseline(most)};\n{next.Name:variant} {amount.Verb} {amount.Format(next):amount}."),
        };

        IReadOnlyList<TextRun> CompareWithBaseline(VariantResult variant)
        {
            var isPercentage = amount.GetRatio(variant)!.Value is >= MinRatioAsPercentage and < MinRatioAsMultiple;
            var (conjunction, baseline) = (isPercentage ? "than" : "as", result.Baseline);
            var (what, unit) = (amount.Format(variant), amount.Unit);
            return TextRun.Create(
                $"{variant.Name:variant} {amount.Verb} {what:amount} {unit} {conjunction} {baseline:variant}");
        }
    }

    // Tells equality from ignorance.
    private static string SummarizeEquality(Result result, RankingMetric finding)
    {
        var ratios = result.Variants.Select(finding.GetRatio).OfType<RatioResult>().ToArray();
        var (count, rounds, baseline) = (ratios.Length, result.Method.Pairs, result.Baseline);
        var same = ratios.Count(ratio => ratio.Verdict == RatioVerdict.Same);
        if (result.Validity.CutShort)
            return $"Stopped {DescribeEnd(result)}: there are intervals, but no verdicts.";

        var equal = $"the same as {baseline} within {result.Method.Margin * 100:0.##} %";
        if (same == count)
            return $"{(count == 1 ? "The variant is" : $"All {count} variants are")} {equal}.";
        if (ratios.Any(ratio => ratio.Verdict == RatioVerdict.Withheld))
        {
            return same > 0
                ? $"{same} of {count} variants are {equal}; the others have no verdict."
                : "Verdicts are withheld.";
        }

        if (same > 0)
            return $"{same} of {count} variants are {equal}; for the others, {rounds} rounds cannot tell.";
        if (result.Plan.Starts is { } starts)
            return DescribeStarts(
                starts, ratios.MaxBy(GetWidth)!,
                count == 1 ? result.Variants.First(variant => variant.Name != baseline).Name : null);
        return $"{rounds} rounds cannot tell whether "
            + $"{(count == 1 ? "the variant differs" : $"any of {count} variants differs")} from {baseline}.";
    }

    // What the starts could tell, and how many could tell a difference that is often looked for.
    private static string DescribeStarts(int starts, RatioResult widest, string? variant)
    {
        var width = GetWidth(widest);
        var needed = Math.Ceiling(starts * Math.Pow(width / Math.Log(1 + WantedDifference), 2));
        return $"{starts} starts cannot tell whether {variant ?? "any variant"} differs: they tell differences of "
            + $"{(Math.Exp(width) - 1) * 100:0.#} % or more."
            + (needed > starts ? $" About {FormatCount((long)needed)} starts could tell {WantedDifference * 100:0} %." : "");
    }

    // Half of the width of an interval, as a logarithm.
    private static double GetWidth(RatioResult ratio) =>
        ratio is { Lo: > 0 and var lo, Hi: { } hi } ? Math.Log(hi / lo) / 2 : 0;

    private static string GetPlannedErrors(Result result) =>
        result.Validity.Checks.First(check => check.Id == ValidityCheck.ExpectedErrorsId).Value;

    private static string FormatFraction(double ratio)
    {
        var parts = (int)Math.Round(1 / ratio);
        return parts - 2 < Fractions.Length ? Fractions[parts - 2] : $"1/{parts}";
    }

    private sealed record ComparedAmount(
        string Verb, string Unit, Func<VariantResult, RatioResult?> GetRatio, Func<double, string> FormatRatio)
    {
        public string Format(VariantResult variant) => FormatRatio(GetRatio(variant)!.Value);
    }
}
