using System.Runtime.CompilerServices;
using System.Text.Json.Serialization;

namespace TwoTier.Load.Reports.Words;

/// <summary>
/// The sentences of a report page. The sentences are created by the load tool and not by the script of the page, so
/// that the terminal, the Markdown report and the page say the same.
/// </summary>
internal sealed record ReportSentences(IReadOnlyList<TextRun> Headline, IReadOnlyList<Insight> Points)
{
    /// <summary>Whether the figures can be trusted, in sentences. Empty for a run.</summary>
    public IReadOnlyList<string> Trust { get; init; } = [];

    /// <summary>What the ratios of each variant tell, by the name of the variant and the metric.</summary>
    public IReadOnlyDictionary<string, IReadOnlyDictionary<string, string>> Ratios { get; init; } =
        new Dictionary<string, IReadOnlyDictionary<string, string>>();

    /// <summary>Why requests got no complete response: headings, and rows of cells.</summary>
    public IReadOnlyList<IEnumerable<string>> Failures { get; init; } = [];

    /// <summary>
    /// The name of the page that plays the recording of the run, in the folder of the report; null if there is none.
    /// </summary>
    [JsonPropertyName("play")]
    public string? PlayPage { get; init; }

    public static ReportSentences Create(Result result)
    {
        var sentences = new ReportSentences(ResultSummary.GetTextRuns(result), [.. Insights.Create(result)])
        {
            Failures = RunBlocks.CreateFailures(result.Variants, result.Kind != Result.RunKind).GetTexts(),
        };
        if (result.Kind == Result.RunKind)
            return sentences;
        var words = new ComparisonWords(result);
        return sentences with
        {
            Trust = [.. words.DescribeTrust()],
            Ratios = result.Variants.ToDictionary(variant => variant.Name, words.DescribeAll),
        };
    }
}

/// <summary>A sentence below the summary of a result.</summary>
internal sealed record Insight(string Mark, [property: JsonPropertyName("phrases")] IReadOnlyList<TextRun> Text)
{
    public static Insight Create(string mark, TextRunBuilder text) => new(mark, text.Runs);
}

internal static class TextRunExtensions
{
    extension(TextRun)
    {
        public static IReadOnlyList<TextRun> Create(TextRunBuilder text) => text.Runs;
    }
}

/// <summary>
/// Creates the parts of a sentence from an interpolated string, in which the format of a part is its kind:
/// <c>$"faster than {name:variant}"</c>.
/// </summary>
[InterpolatedStringHandler]
internal readonly struct TextRunBuilder(int literalLength, int formattedCount)
{
    public List<TextRun> Runs { get; } = new(literalLength > 0 ? formattedCount * 2 + 1 : formattedCount);

    public void AppendLiteral(string text) => Runs.Add(new TextRun(text));

    public void AppendFormatted(string text, string? format = null) => Runs.Add(new TextRun(text, format));

    public void AppendFormatted(int number) => Runs.Add(new TextRun($"{number}"));

    public void AppendFormatted(IEnumerable<TextRun> runs) => Runs.AddRange(runs);
}

[JsonSourceGenerationOptions(
    GenerationMode = JsonSourceGenerationMode.Serialization,
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(ReportSentences))]
internal sealed partial class ReportSentencesJson : JsonSerializerContext;
