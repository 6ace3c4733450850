using Load.Results;

namespace Load.Output.Words;

/// <summary>A comparison against an earlier one in words, the same on every surface.</summary>
internal static class BaselineComparisonText
{
    private const string Scatter = "The intervals hold how rounds scatter, not how restarts do: repeat it to be sure.";

    public static readonly string[] Headings = ["ratio then", "ratio now", "change [95 %]", "verdict"];

    /// <summary>Changes relative to the baseline, from the largest and the smallest that is one.</summary>
    public static string Finding(BaselineComparisonResult against, Result result)
    {
        var (isOfCpu, baseline) = (new MainFinding(result).IsOfCpu, result.Baseline);
        var changes = isOfCpu ? against.CpuChanges : against.Changes;
        var differ = changes
            .Where(change => change.Verdict is not (VerdictLabels.NoDifference or VerdictLabels.Withheld))
            .OrderByDescending(change => change.Ratio.Value)
            .ToArray();
        return differ switch
        {
            [] when changes.Count == 0 => "No variant was measured in both.",
            [] when changes[0].Verdict == VerdictLabels.Withheld => "Do not quote these changes.",
            [] => $"Since then no change is sure at 99 % and of 2 % or more, relative to {baseline}.",
            [var only] => $"Since then, relative to {baseline}, {Part(only)}.",
            [var most, .., var least] => $"Since then, relative to {baseline}, {Part(most)};\n{Part(least)}.",
        };

        string Part(Change change) => isOfCpu
            ? $"{change.Name} takes {Summary.AmountOfCpu(change.Ratio.Value)} CPU"
            : $"{change.Name} serves {Summary.Amount(change.Ratio.Value)}";
    }

    public static string[] Cells(Change change) =>
        [Text(change.Then), Text(change.Now), Text(change.Ratio), VerdictLabels.Marked(change.Verdict)];

    public static IEnumerable<string> Missing(BaselineComparisonResult against)
    {
        if (against.OnlyThen.Count > 0)
            yield return $"only then: {string.Join(", ", against.OnlyThen)}";
        if (against.OnlyNow.Count > 0)
            yield return $"only now: {string.Join(", ", against.OnlyNow)}";
    }

    /// <summary>What the figures cannot say.</summary>
    public static IEnumerable<string> Caveats(BaselineComparisonResult against, string baseline)
    {
        var verdicts = against.Changes.Select(change => change.Verdict).Distinct().ToArray();
        if (against.Changes.Count > 1 && verdicts is [VerdictLabels.Faster or VerdictLabels.Slower])
            yield return $"All changed the same way: it may be {baseline} that changed.";
        yield return Scatter;
    }

    private static string Text(Estimate ratio) => VerdictLabels.Ratio(ratio.Value, ratio.Lo, ratio.Hi);
}
