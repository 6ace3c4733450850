using Load.Results.Building;
using Load.Statistics;
using Load.Validity;
using static Load.Units.SignificantDigits;

namespace Load.Results.Compatibility;

/// <summary>Sets a comparison against an earlier one.</summary>
internal static class BaselineComparison
{
    public static BaselineComparisonResult Compare(Result then, Result now)
    {
        var (before, after) = (NamesOf(then), NamesOf(now));
        var isWithheld = then.Validity.State == RunValidity.Invalid
            || now.Validity.State == RunValidity.Invalid
            || then.Baseline != now.Baseline;
        return new BaselineComparisonResult(
            then.Id,
            Conditions.Unlike(then, now),
            Conditions.Told(then, now),
            Changes(variant => variant.Ratio, VerdictLabels.ForThroughput),
            Changes(variant => variant.CpuRatio, VerdictLabels.ForCost),
            [.. before.Except(after)],
            [.. after.Except(before)]);

        Change[] Changes(Func<VariantResult, RatioResult?> of, Func<Verdict, string> words) =>
        [
            .. now.Variants
                .Join(then.Variants, one => one.Name, one => one.Name, (late, early) => (late.Name, of(early), of(late)))
                .Select(pair => ChangeOf(pair.Name, pair.Item2, pair.Item3, isWithheld ? _ => VerdictLabels.Withheld : words))
                .OfType<Change>(),
        ];
    }

    /// <summary>
    /// Why a result cannot be set against an earlier one, each with its cure; none where it can. Known of one that is only
    /// planned too, so that nobody waits for minutes in vain.
    /// </summary>
    /// <param name="path">Of the earlier one.</param>
    /// <param name="then">The earlier one.</param>
    /// <param name="planned">By <see cref="ComparisonResultBuilder.Planned"/>, or measured.</param>
    /// <param name="isForced">Unlike conditions are none of the reasons then.</param>
    /// <param name="asked">What asks for it: the option, or the later file.</param>
    public static IReadOnlyList<string> Refusals(
        string path, Result then, Result planned, bool isForced, string asked = "--against") =>
    [
        .. Impossible(then, planned).Select(reason => $"{asked} error {path} {reason}"),
        .. isForced ? [] : Doubtful(then, planned).Select(reason => $"{asked} error {path} {reason}, or --force"),
    ];

    private static IEnumerable<string> Impossible(Result then, Result planned)
    {
        if (then.Kind != planned.Kind)
        {
            yield return $"found the result of load {then.Kind}, expected one of load {planned.Kind}";
            yield break;
        }

        if (then.Validity.State == RunValidity.Invalid)
            yield return "is marked invalid. Try a valid one";
        if (then.Kind == RunResultBuilder.Kind)
            yield break;
        if (then.Baseline != planned.Baseline)
            yield return $"found baseline {then.Baseline}, expected {planned.Baseline}. Try --baseline {then.Baseline}";
        else if (!NamesOf(then).Intersect(NamesOf(planned)).Any())
            yield return $"found {string.Join(", ", NamesOf(then))}, expected one of {string.Join(", ", NamesOf(planned))}";
    }

    private static IEnumerable<string> Doubtful(Result then, Result planned)
    {
        if (then.Kind != planned.Kind)
            yield break;
        if (then.Validity.State == RunValidity.CutShort)
            yield return $"was cut short after round {then.Method.Pairs} of {then.Plan.Rounds}. Try a whole one";
        foreach (var one in Conditions.Unlike(then, planned).Where(one => one.Label != Conditions.Baseline))
            yield return $"found {one.Label}: {one.Then ?? "none"}; here it is {one.Now ?? "none"}. Try under the same";
    }

    // The baseline is the measure, not a thing measured.
    private static string[] NamesOf(Result result) =>
        [.. result.Variants.Select(variant => variant.Name).Where(name => name != result.Baseline)];

    private static Change? ChangeOf(string name, RatioResult? then, RatioResult? now, Func<Verdict, string> words)
    {
        var (before, after) = (RoundsOf(then), RoundsOf(now));
        if (before.Length == 0 || after.Length == 0)
            return null;
        var welch = new WelchRatio(before, after);
        var interval = welch.GetInterval(0.95);
        return new Change(
            name,
            new Estimate(then!.Value, then.Lo, then.Hi),
            new Estimate(now!.Value, now.Lo, now.Hi),
            new Estimate(RoundToFiveDigits(welch.Value), RoundToFiveDigits(interval?.Lo), RoundToFiveDigits(interval?.Hi)),
            words(welch.Verdict));
    }

    private static double[] RoundsOf(RatioResult? ratio) =>
        [.. (ratio?.ByRound ?? []).OfType<double>().Where(one => one > 0 && double.IsFinite(one))];
}
