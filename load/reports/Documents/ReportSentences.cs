using System.Text.Json.Serialization;

namespace TwoTier.Load.Reports.Documents;

/// <summary>
/// The sentences of a report page. The sentences are created by the load tool and not by the script of the page, so
/// that the terminal, the Markdown report and the page say the same.
/// </summary>
internal sealed record ReportSentences(IReadOnlyList<TextRun> Headline, IReadOnlyList<Point> Points)
{
    /// <summary>Whether the figures can be trusted, in sentences.</summary>
    public IReadOnlyList<string> Trust { get; init; } = [];

    /// <summary>What the ratios of each variant tell, by the name of the variant and the metric.</summary>
    public Dictionary<string, IReadOnlyDictionary<string, string>> Ratios { get; init; } = [];

    /// <summary>Why requests got no complete response: headings, and rows of cells.</summary>
    public IReadOnlyList<IEnumerable<string>> Failures { get; init; } = [];

    public static ReportSentences Create(Result result)
    {
        // The first block is the finding.
        Block[] blocks = [.. ResultDocument.Create(result).Blocks.Skip(1)];
        var words = result.Kind == Result.RunKind ? null : new ComparisonWords(result);
        return new ReportSentences(ResultSummary.GetTextRuns(result), [.. blocks.SelectMany(CreatePoints)])
        {
            Trust = words is null
                ? [.. blocks.OfType<Note>().Where(note => note.IsState).Select(note => note.Text)]
                : [.. words.DescribeTrust()],
            Failures = RunBlocks.CreateFailures(result.Variants).GetTexts(),
            Ratios = words is null ? [] : result.Variants.ToDictionary(variant => variant.Name, words.DescribeAll),
        };
    }

    private static IEnumerable<Point> CreatePoints(Block block) => block switch
    {
        Facts facts => facts.Rows.Select(fact => new Point("→", TextRun.Create($"{fact.Label:strong}: {fact.Text}"))),
        Note { Runs: { } runs } note => [new Point("→", TextRun.Create($"{note.Mark:strong}: {runs}"))],
        Note { IsState: false } note => [new Point(note.Mark, TextRun.Create($"{note.Text}"))],
        _ => [],
    };
}

/// <summary>A line below the summary of a result.</summary>
internal sealed record Point(string Mark, IReadOnlyList<TextRun> Phrases);

[JsonSourceGenerationOptions(
    GenerationMode = JsonSourceGenerationMode.Serialization,
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(ReportSentences))]
internal sealed partial class ReportSentencesJson : JsonSerializerContext;
