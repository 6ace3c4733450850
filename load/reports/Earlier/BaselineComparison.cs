using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Earlier;

/// <summary>Compares the result of a comparison with the result of an earlier comparison.</summary>
internal static class BaselineComparison
{
    /// <summary>
    /// Calculates how the ratios to the baseline variant changed, and lists the conditions that differ.
    /// </summary>
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
                    (now, then) => CompareRatios(now.Name, getRatio(then), getRatio(now)) is not var (change, estimate)
                        ? null
                        : change with
                        {
                            Ratio = Summarize(estimate),
                            Verdict = isWithheld || IsWithheld(getRatio(then)) || IsWithheld(getRatio(now))
                                ? VerdictLabels.Withheld
                                : getLabel(rule.Decide(estimate, level)),
                        })
                .OfType<VariantChange>(),
        ];

        RatioEstimate Summarize(LogRatioEstimate estimate) => new(
            RoundToFiveDigits(estimate.Value),
            RoundToFiveDigits(estimate.GetInterval(level)?.Lo),
            RoundToFiveDigits(estimate.GetInterval(level)?.Hi));
    }

    /// <summary>
    /// Gets the reasons why a result cannot be compared with an earlier one, each with a remedy. A comparison that is
    /// only planned can be checked too, before minutes are spent on measuring in vain.
    /// </summary>
    public static IReadOnlyList<string> GetRejectionReasons(
        string path, Result earlier, Result current, bool isForced, string source = "--against") =>
    [
        .. GetIncompatibilities(earlier, current).Select(reason => $"{source}: error: {path} {reason.Text}"),
        .. isForced
            ? []
            : GetConditionChanges(earlier, current)
                .Select(reason => $"{source}: error: {path} {reason.Text}"
                    + (source == "--against" ? "" : ", or --force")),
    ];

    /// <summary>
    /// Gets the names of the properties for which a result cannot be compared with an earlier one, such as CPU.
    /// </summary>
    public static IReadOnlyList<string> GetRejectedProperties(Result earlier, Result current, bool isForced) =>
    [
        .. GetIncompatibilities(earlier, current)
            .Concat(isForced ? [] : GetConditionChanges(earlier, current))
            .Select(reason => reason.Property)
            .Distinct(),
    ];

    /// <summary>Gets the ratios of the rounds in which both variants were measured.</summary>
    public static double[] GetRoundRatios(RatioResult? ratio) =>
        [.. (ratio?.ByRound ?? []).OfType<double>().Where(value => value > 0 && double.IsFinite(value))];

    private static IEnumerable<(string Property, string Text)> GetIncompatibilities(Result earlier, Result current)
    {
        if (earlier.Kind != current.Kind)
        {
            yield return (
                "kind", $"is a result of load {earlier.Kind}; expected a result of load {current.Kind}");
            yield break;
        }

        if (earlier.Validity.State == RunValidity.InvalidState)
            yield return ("validity", "is marked invalid. Try a valid result");
        if (earlier.Kind == Result.RunKind)
            yield break;
        var (before, after) = (GetVariantNames(earlier), GetVariantNames(current));
        if (earlier.Baseline is var baseline && baseline != current.Baseline)
        {
            yield return (
                "baseline", $"has the baseline {baseline}; expected {current.Baseline}. Try --baseline {baseline}");
        }
        else if (!before.Intersect(after).Any())
        {
            yield return (
                "variants",
                $"has the variants {string.Join(", ", before)}; expected at least one of {string.Join(", ", after)}");
        }
    }

    private static IEnumerable<(string Property, string Text)> GetConditionChanges(Result earlier, Result current)
    {
        if (earlier.Kind != current.Kind)
            yield break;
        if (earlier.Validity.State == RunValidity.CutShortState)
        {
            yield return (
                "rounds",
                $"was cut short after round {earlier.Method.Pairs} of {earlier.Plan.Rounds}. Try a complete result");
        }

        foreach (var difference in MeasurementConditions.GetChangedConditions(earlier, current))
        {
            if (difference.Label != MeasurementConditions.BaselineLabel)
            {
                yield return (
                    difference.Label,
                    $"differs in {difference.Label}: it has {difference.Earlier ?? "none"}, and "
                        + $"this result has {difference.Current ?? "none"}. Try again under the same conditions");
            }
        }
    }

    // A ratio without a verdict of its own, as after Ctrl-C or with a trend, cannot support a verdict on its change.
    private static bool IsWithheld(RatioResult? ratio) => ratio?.Verdict == VerdictLabels.Withheld;

    private static string[] GetVariantNames(Result result) =>
        [.. result.Variants.Select(variant => variant.Name).Where(name => name != result.Baseline)];

    private static (VariantChange Change, LogRatioEstimate Estimate)? CompareRatios(
        string name, RatioResult? earlier, RatioResult? current)
    {
        var (before, after) = (GetRoundRatios(earlier), GetRoundRatios(current));
        return before.Length == 0 || after.Length == 0 ? null : (
            new VariantChange(
                name,
                new RatioEstimate(earlier!.Value, earlier.Lo, earlier.Hi),
                new RatioEstimate(current!.Value, current.Lo, current.Hi),
                new RatioEstimate(1, null, null),
                VerdictLabels.CannotTell),
            WelchRatio.Estimate([before], [after]));
    }
}
