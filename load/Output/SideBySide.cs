using Load.Output.Words;
using Load.Results;
using Load.Results.Building;
using Load.Results.Compatibility;

namespace Load.Output;

/// <summary>Several results side by side.</summary>
internal static class SideBySide
{
    /// <summary>Why not: each result against the first, as <see cref="BaselineComparison"/> refuses.</summary>
    /// <param name="files">Two or more.</param>
    /// <param name="isForced">Unlike conditions are none of the reasons then.</param>
    public static IReadOnlyList<string> Refusals(IReadOnlyList<(string Path, Result Result)> files, bool isForced) =>
        [.. files.Skip(1).SelectMany(file => BaselineComparison.Refusals(
            files[0].Path, files[0].Result, file.Result, isForced, file.Path))];

    public static Narrative StoryOf(IReadOnlyList<Result> results)
    {
        var (first, last) = (results[0], results[^1]);
        return first.Kind == RunResultBuilder.Kind
            ? new Narrative([$"{results.Count} runs of {last.Scenario.Name}."], [.. results.Select((run, i) => new Insight(
                $"{i + 1}", [TextRun.Variant(run.Id), ": ", .. Summary.Phrases(run)]))])
            : new Narrative(
                [BaselineComparisonText.Finding(BaselineComparison.Compare(first, last), last)],
                [.. results.Select((one, i) => new Insight($"{i + 1}", [TextRun.Strong(one.Id), ": ", .. Summary.Phrases(one)]))]);
    }

    /// <summary>Beside the first of the files.</summary>
    public static string PathOf(IReadOnlyList<string> files)
    {
        var rest = files.Count == 2 ? Path.GetFileNameWithoutExtension(files[1]) : $"{files.Count - 1}-others";
        var name = $"{Path.GetFileNameWithoutExtension(files[0])}-beside-{rest}.html";
        return Path.Combine(Path.GetDirectoryName(files[0]) ?? "", name);
    }
}
