using System.Text.Json.Serialization;

namespace Load.Reporting.Pages;

/// <summary>What a page says in words: made here, so that it says what the terminal and the Markdown say.</summary>
internal sealed record Story(IReadOnlyList<Phrase> Headline, IReadOnlyList<Point> Points);

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(Story))]
internal sealed partial class StoryJson : JsonSerializerContext;
