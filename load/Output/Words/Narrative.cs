using System.Text.Json.Serialization;

namespace Load.Output.Words;

/// <summary>
/// The sentences of a page. They are created here and not by the page, so that the terminal, the Markdown and the page
/// say the same.
/// </summary>
/// <param name="Summary">The sentence at the top of the page.</param>
/// <param name="Insights">The sentences below the summary.</param>
internal sealed record Narrative(
    [property: JsonPropertyName("headline")] IReadOnlyList<TextRun> Summary,
    [property: JsonPropertyName("points")] IReadOnlyList<Insight> Insights);

/// <summary>A sentence below the summary.</summary>
/// <param name="Mark">The symbol in front of the sentence, which shows what kind of insight it is.</param>
/// <param name="Text">The sentence.</param>
internal sealed record Insight(string Mark, [property: JsonPropertyName("phrases")] IReadOnlyList<TextRun> Text);

/// <summary>A part of a sentence that has one format.</summary>
/// <param name="Text">The text.</param>
/// <param name="Kind">The format: variant, amount, strong, quiet or code. Null for plain text.</param>
internal sealed record TextRun(string Text, string? Kind = null)
{
    /// <summary>Converts a string to plain text.</summary>
    public static implicit operator TextRun(string text) => new(text);

    /// <summary>The name of a variant.</summary>
    public static TextRun Variant(string name) => new(name, "variant");

    /// <summary>An amount, such as "12 % more".</summary>
    public static TextRun Amount(string text) => new(text, "amount");

    /// <summary>Important text.</summary>
    public static TextRun Strong(string text) => new(text, "strong");

    /// <summary>Less important text.</summary>
    public static TextRun Quiet(string text) => new(text, "quiet");

    /// <summary>A command.</summary>
    public static TextRun Code(string text) => new(text, "code");
}

/// <summary>Serializes the sentences of a page.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(Narrative))]
internal sealed partial class NarrativeJson : JsonSerializerContext;
