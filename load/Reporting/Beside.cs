using Load.Reporting.Model;
using Load.Reporting.Pages;

namespace Load.Reporting;

/// <summary>Several results side by side.</summary>
internal static class Beside
{
    /// <summary>Why not: each result against the first, as <see cref="Against"/> refuses.</summary>
    /// <param name="files">Two or more.</param>
    /// <param name="isForced">Unlike conditions are none of the reasons then.</param>
    public static IReadOnlyList<string> Refusals(IReadOnlyList<(string Path, Result Result)> files, bool isForced) =>
        [.. files.Skip(1).SelectMany(file => Against.Refusals(
            files[0].Path, files[0].Result, file.Result, isForced, file.Path))];

    public static Story StoryOf(IReadOnlyList<Result> results)
    {
        var (first, last) = (results[0], results[^1]);
        return first.Kind == RunReport.Kind
            ? new Story([$"{results.Count} runs of {last.Scenario.Name}."], [.. results.Select((run, i) => new Point(
                $"{i + 1}", [Phrase.Variant(run.Id), ": ", .. Headline.Phrases(run)]))])
            : new Story(
                [AgainstWords.Finding(Against.Of(first, last), last)],
                [.. results.Select((one, i) => new Point($"{i + 1}", [Phrase.Strong(one.Id), ": ", .. Headline.Phrases(one)]))]);
    }

    /// <summary>Beside the first of the files.</summary>
    public static string PathOf(IReadOnlyList<string> files)
    {
        var rest = files.Count == 2 ? Path.GetFileNameWithoutExtension(files[1]) : $"{files.Count - 1}-others";
        var name = $"{Path.GetFileNameWithoutExtension(files[0])}-beside-{rest}.html";
        return Path.Combine(Path.GetDirectoryName(files[0]) ?? "", name);
    }
}
