using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Words;

/// <summary>Summarizes a result in one sentence: a comparison by the two ratios that are furthest from 1.</summary>
internal static class ResultSummary
{
    // Ratios from 0.55 to 1.95 are written as percentages ("12 % more"). Higher and lower ratios read better as
    // multiples and fractions ("3.00 times as many", "one third as many").
    private const double MinRatioAsMultiple = 1.95;
    private const double MinRatioAsPercentage = 0.55;

    private static readonly string[] Fractions =
    [
        "half", "one third", "one quarter", "one fifth", "one sixth", "one seventh", "one eighth", "one ninth",
        "one tenth", "one eleventh", "one twelfth", "one thirteenth", "one fourteenth", "one fifteenth",
        "one sixteenth", "one seventeenth", "one eighteenth", "one nineteenth", "one twentieth",
    ];

    /// <summary>Formats the summary of a result as plain text, on one or two lines.</summary>
    public static string Format(Result result) => string.Concat(GetTextRuns(result).Select(run => run.Text));

    /// <summary>Creates the summary of a result as formatted text.</summary>
    public static IReadOnlyList<TextRun> GetTextRuns(Result result) => result switch
    {
        { Validity.State: RunValidity.InvalidState } => ["Do not quote these figures."],
        { Validity.State: RunValidity.FailedAsPlannedState } =>
            ["Failed as planned: ", TextRun.FromAmount(GetPlannedErrors(result)), "."],
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

    // The summary of bursts does not state requests per second, because that number would include the pauses between
    // the bursts.
    private static TextRun[] SummarizeRun(VariantResult run)
    {
        if (run.Capacity is { } capacity)
            return [.. SummarizeCapacity(capacity)];
        if (run.Steps is { Count: > 0 } steps)
            return [.. SummarizeSteps(run, steps)];
        var errors = $"{FormatCount(run.Errors)} errors in {FormatCount(run.Requests)} requests";
        if (run.Bursts is not { Count: > 0 } bursts || run.Phases is not null)
            return [TextRun.FromAmount($"{FormatNumber(run.Throughput.Median)} requests/s"), $", {errors}."];
        return [.. SummarizeBursts(bursts), $"; {errors}."];
    }

    private static IEnumerable<TextRun> SummarizeBursts(IReadOnlyList<BurstResult> bursts)
    {
        var (smallest, largest) = (bursts.MinBy(burst => burst.Requests)!, bursts.MaxBy(burst => burst.Requests)!);
        yield return $"The last of {FormatCount(largest.Requests)} requests at once is done after ";
        yield return TextRun.FromAmount($"{FormatNumber(largest.DurationS)} s");
        if (smallest.Requests == largest.Requests)
            yield break;
        yield return smallest.Requests == 1
            ? ", a single one after "
            : $", and of {FormatCount(smallest.Requests)} after ";
        yield return TextRun.FromAmount($"{FormatNumber(smallest.DurationS)} s");
    }

    private static IEnumerable<TextRun> SummarizeCapacity(CapacityResult capacity)
    {
        yield return "Capacity: ";
        yield return TextRun.FromAmount(CapacityText.Format(capacity));
        yield return $" with {string.Join(", ", capacity.Objectives)}.";
    }

    // A run that raises the arrival rate in steps may be meant to overload the target, so its summary states the last
    // rate at which the target kept up.
    private static IEnumerable<TextRun> SummarizeSteps(VariantResult run, IReadOnlyList<StepResult> steps)
    {
        if (run.LastHeld is not { } rate)
        {
            yield return $"No step held, not even the first one with {FormatNumber(steps[0].RatePerS)}/s.";
            yield break;
        }

        yield return TextRun.FromAmount($"{FormatNumber(rate)} requests/s");
        yield return steps.FirstOrDefault(step => !step.Held) is { } broken
            ? $" held, {FormatNumber(broken.RatePerS)} did not."
            : " held, and so did every step.";
    }

    private static TextRun[] SummarizeComparison(Result result)
    {
        var finding = new RankingMetric(result);
        var (verb, unit) = finding.IsCpu ? ("takes", "CPU") : ("serves", "requests");
        var different = result.Variants
            .Where(variant => VerdictLabels.IsDifference(finding.GetRatio(variant)?.Verdict))
            .OrderByDescending(variant => Math.Abs(Math.Log(finding.GetRatio(variant)!.Value)))
            .ToArray();
        return different switch
        {
            [] when MemoryText.IsSubjectOf(result) => [.. MemoryText.Describe(result).Select(Capitalize), "."],
            [] => [NoDifferenceText.Format(result, finding)],
            [var only] => [.. CompareWithBaseline(only), "."],
            [var most, var next, ..] =>
                [.. CompareWithBaseline(most), ";\n", TextRun.FromVariantName(next.Name), $" {verb} ", GetAmount(next), "."],
        };

        TextRun[] CompareWithBaseline(VariantResult variant)
        {
            var isPercentage = finding.GetRatio(variant)!.Value is >= MinRatioAsPercentage and < MinRatioAsMultiple;
            return
            [
                TextRun.FromVariantName(variant.Name), $" {verb} ", GetAmount(variant),
                $" {unit} {(isPercentage ? "than" : "as")} ", TextRun.FromVariantName(result.Baseline),
            ];
        }

        TextRun GetAmount(VariantResult variant)
        {
            var ratio = finding.GetRatio(variant)!.Value;
            return TextRun.FromAmount(finding.IsCpu ? FormatCpuAmount(ratio) : FormatAmount(ratio));
        }
    }

    private static TextRun Capitalize(TextRun run, int index) =>
        index == 0 ? run with { Text = $"{char.ToUpperInvariant(run.Text[0])}{run.Text[1..]}" } : run;

    private static string GetPlannedErrors(Result result) =>
        result.Validity.Checks.First(check => check.Id == RunChecks.ExpectedErrorsId).Value;

    private static string FormatFraction(double ratio)
    {
        var parts = (int)Math.Round(1 / ratio);
        return parts - 2 < Fractions.Length ? Fractions[parts - 2] : $"1/{parts}";
    }
}
