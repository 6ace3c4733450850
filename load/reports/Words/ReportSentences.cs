using System.Text.Json.Serialization;

namespace TwoTier.Load.Reports.Words;

/// <summary>
/// The sentences of a report page. The sentences are created by the load tool and not by the script of the page, so
/// that the terminal, the Markdown report and the page say the same.
/// </summary>
internal sealed record ReportSentences(
    [property: JsonPropertyName("headline")] IReadOnlyList<TextRun> Summary,
    [property: JsonPropertyName("points")] IReadOnlyList<Insight> Insights)
{
    /// <summary>The subject of a comparison that is about memory; null for any other result.</summary>
    public string? Subject { get; init; }

    /// <summary>
    /// The name of the page that plays the recording of the run, in the folder of the report; null if there is none.
    /// </summary>
    [JsonPropertyName("play")]
    public string? PlayPage { get; init; }
}

/// <summary>A sentence below the summary of a result.</summary>
internal sealed record Insight(string Mark, [property: JsonPropertyName("phrases")] IReadOnlyList<TextRun> Text);

/// <summary>A part of a sentence whose text has a single format.</summary>
internal sealed record TextRun(string Text, string? Kind = null)
{
    /// <summary>Converts a string to a part of a sentence without a format.</summary>
    public static implicit operator TextRun(string text) => new(text);

    /// <summary>Creates a part of a sentence that is formatted as the name of a variant.</summary>
    public static TextRun FromVariantName(string name) => new(name, "variant");

    /// <summary>Creates a part of a sentence that is formatted as an amount, such as "12 % more".</summary>
    public static TextRun FromAmount(string text) => new(text, "amount");

    /// <summary>Creates a part of a sentence that is formatted as important.</summary>
    public static TextRun FromImportantText(string text) => new(text, "strong");

    /// <summary>Creates a part of a sentence that is formatted as less important.</summary>
    public static TextRun FromSecondaryText(string text) => new(text, "quiet");

    /// <summary>Creates a part of a sentence that is formatted as a command.</summary>
    public static TextRun FromCommand(string text) => new(text, "code");
}

/// <summary>Serializes the sentences of a report page to JSON.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(ReportSentences))]
internal sealed partial class ReportSentencesJson : JsonSerializerContext;
