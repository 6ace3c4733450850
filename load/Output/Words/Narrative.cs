using System.Text.Json.Serialization;

namespace Load.Output.Words;

/// <summary>What a page says in words: made here, so that it says what the terminal and the Markdown say.</summary>
internal sealed record Narrative(IReadOnlyList<TextRun> Headline, IReadOnlyList<Insight> Points);

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(Narrative))]
internal sealed partial class NarrativeJson : JsonSerializerContext;
