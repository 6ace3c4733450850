using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Earlier;

/// <summary>Compares the result of a comparison with the result of an earlier comparison.</summary>
internal static class BaselineComparison
{
    public static BaselineComparisonResult Compare(Result earlier, Result current)
    {
        var (before, after) = (GetVariantNames(earlier), GetVariantNames(current));
        var isWithheld = earlier.Validity.State == RunValidity.InvalidState
            || current.Validity.State == RunValidity.InvalidState
            || earlier.Baseline != current.Baseline;
        // All intervals of the changes hold together, as those of a comparison do.
        var rule = new VerdictRule(Margin: current.Method.Margin ?? new VerdictRule().Margin);
        var count = current.Variants
            .Sum(variant => (variant.Ratio is null ? 0 : 1) + (variant.CpuRatio is null ? 0 : 1));
        var level = rule.FamilyLevel / Math.Max(1, count);
        return new BaselineComparisonResult(
            earlier.Id,
            MeasurementConditions.GetChangedConditions(earlier, current),
            MeasurementConditions.GetOtherDifferences(earlier, current),
            GetChanges(variant => variant.Ratio, VerdictLabels.GetThroughputLabel),
            GetChanges(variant => variant.CpuRatio, VerdictLabels.GetCostLabel),
            [.. before.Except(after)],
            [.. after.Except(before)]);

        VariantChange[] GetChanges(Func<VariantResult, RatioResult?> getRatio, Func<RatioVerdict, string> getLabel) =>
        [
            .. current.Variants
                .Join(
                    earlier.Variants,
                    variant => variant.Name,
                    variant => variant.Name,
                    (now, then) => CompareRatios(now, then, getRatio, getLabel))
                .OfType<VariantChange>(),
        ];

        VariantChange? CompareRatios(
            VariantResult currentVariant,
            VariantResult earlierVariant,
            Func<VariantResult, RatioResult?> getRatio,
            Func<RatioVerdict, string> getLabel)
        {
            var (then, now) = (getRatio(earlierVariant), getRatio(currentVariant));
            if (Estimate(then) is not { } first || Estimate(now) is not { } second)
                return null;
            var change = Divide(second, HasStarts(current), first, HasStarts(earlier));
            var interval = change.GetIntervalAtLevel(level);
            var verdict = rule.Decide(change, level);
            var isExplained = !HasStarts(earlier) && !HasStarts(current) && verdict != RatioVerdict.CannotTell
                && StartEffect.MayExplain(interval);
            return new VariantChange(
                currentVariant.Name,
                new RatioEstimate(then!.Value, then.Lo, then.Hi),
                new RatioEstimate(now!.Value, now.Lo, now.Hi),
                new RatioEstimate(
                    RoundToFiveDigits(change.Value), RoundToFiveDigits(interval?.Lo), RoundToFiveDigits(interval?.Hi)),
                isWithheld || isExplained || IsWithheld(earlier, earlierVariant, then)
                    || IsWithheld(current, currentVariant, now)
                    ? VerdictLabels.Withheld
                    : getLabel(verdict));
        }
    }

    // If only one of the results has several starts, the other one is a further start, with the scatter of these.
    private static GeometricMean Divide(GeometricMean current, bool hasStarts, GeometricMean earlier, bool hadStarts)
    {
        if (hasStarts == hadStarts)
            return current.DivideBy(earlier);
        var (several, single) = hasStarts ? (current, earlier) : (earlier, current);
        var error = several.StandardError is { } own && single.StandardError is { } other
            ? Math.Sqrt(own * own + Math.Max(other * other, own * own * several.Units))
            : (double?)null;
        return GeometricMean.FromError(
            current.MeanLog - earlier.MeanLog, error, several.Freedom, several.Units);
    }

    private static bool HasStarts(Result result) => result.Plan.Starts > 1;

    // Between two results, the processes were started again, also if they were those of one process each time.
    private static GeometricMean? Estimate(RatioResult? ratio) =>
        (ratio?.ByStart ?? ratio?.Units) is { Count: > 0 } values ? GeometricMean.FromIndependent(values) : null;

    /// <summary>
    /// Gets the reasons why a result cannot be compared with an earlier one, each with a remedy. A planned
    /// comparison can be checked too, before minutes are spent on a measurement that would be rejected.
    /// </summary>
    public static IReadOnlyList<string> GetRejectionReasons(
        string path, Result earlier, Result current, bool isForced, string source = "--against") =>
    [
        .. GetIncompatibilities(earlier, current).Select(reason => $"{source}: error: {path} {reason}"),
        .. isForced
            ? []
            : GetConditionChanges(earlier, current)
                .Select(reason => $"{source}: error: {path} {reason}" + (source == "--against" ? "" : ", or --force")),
    ];

    private static IEnumerable<string> GetIncompatibilities(Result earlier, Result current)
    {
        if (earlier.Kind != current.Kind)
        {
            yield return $"is a result of load {earlier.Kind}; expected a result of load {current.Kind}";
            yield break;
        }

        if (earlier.Validity.State == RunValidity.InvalidState)
            yield return "is marked invalid. Try a valid result";
        if (earlier.Kind == Result.RunKind)
            yield break;
        var (before, after) = (GetVariantNames(earlier), GetVariantNames(current));
        if (earlier.Baseline is var baseline && baseline != current.Baseline)
        {
            yield return $"has the baseline {baseline}; expected {current.Baseline}. Try --baseline {baseline}";
        }
        else if (!before.Intersect(after).Any())
        {
            yield return
                $"has the variants {string.Join(", ", before)}; expected at least one of {string.Join(", ", after)}";
        }
    }

    private static IEnumerable<string> GetConditionChanges(Result earlier, Result current)
    {
        if (earlier.Kind != current.Kind)
            yield break;
        if (earlier.Validity.State == RunValidity.CutShortState)
        {
            yield return
                $"was cut short after round {earlier.Method.Pairs} of {earlier.Plan.Rounds}. Try a complete result";
        }

        foreach (var difference in MeasurementConditions.GetChangedConditions(earlier, current))
        {
            if (difference.Label != MeasurementConditions.BaselineLabel)
            {
                yield return $"differs in {difference.Label}: it has {difference.Earlier ?? "none"}, and "
                    + $"this result has {difference.Current ?? "none"}. Try again under the same conditions";
            }
        }
    }

    // A ratio without a verdict of its own, as after Ctrl-C, cannot support a verdict on its change. If only starts are
    // missing, the change is judged by its own interval.
    private static bool IsWithheld(Result result, VariantResult variant, RatioResult ratio) =>
        ratio.Verdict == VerdictLabels.Withheld
        && (result.Validity.CutShort || !result.NeedsStarts(variant));

    private static string[] GetVariantNames(Result result) =>
        [.. result.Variants.Select(variant => variant.Name).Where(name => name != result.Baseline)];
}
