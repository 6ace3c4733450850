using System.Text.Json;
using System.Text.RegularExpressions;

namespace TwoTier.Load.Cli.Config;

/// <summary>
/// Counts the values that a path selects in a JSON document, and compares the count with the expected count. Paths are
/// a subset of JSONPath: dotted names, <c>[n]</c> and <c>[*]</c>.
/// </summary>
internal sealed partial class JsonPathCount : IBodyCheck
{
    // Some 10 µs of reading JSON.
    private const int LongestQuickBody = 8 * 1024;

    private static readonly JsonDocumentOptions AnyDepth = new() { MaxDepth = int.MaxValue };

    private readonly string _text;
    private readonly PathSegment[] _steps;
    private readonly int? _expected;

    private JsonPathCount(string text, PathSegment[] steps, int? expected) =>
        (_text, _steps, _expected) = (text, steps, expected);

    public static JsonPathCount Parse(string text)
    {
        if (Path().Match(text) is not { Success: true } match)
        {
            throw ParseException.CreateForUnexpectedText(
                text, "a path of names, [n] and [*], optionally followed by = and a count", "$.orders[*]=3");
        }

        var count = match.Groups["count"];
        return new JsonPathCount(
            text,
            [.. match.Groups["step"].Captures.Select(step => ParseSegment(step.Value))],
            count.Success ? int.Parse(count.Value, CultureInfo.InvariantCulture) : null);
    }

    public bool IsSlow(long bytes) => bytes > LongestQuickBody;

    public bool Passes(ReadOnlySpan<byte> body) =>
        Count(body) is var count && _expected is { } expected ? count == expected : count > 0;

    public string Describe(ReadOnlySpan<byte> body) =>
        $"{_text}: {(Count(body) is { } count ? $"found {count}" : "the body is not JSON")}";

    // Counts the selected values; null if the body is not JSON.
    private int? Count(ReadOnlySpan<byte> body)
    {
        try
        {
            using var document = JsonDocument.Parse(body.ToArray(), AnyDepth);
            return _steps.Aggregate<PathSegment, IEnumerable<JsonElement>>(
                [document.RootElement], (found, step) => found.SelectMany(one => Select(one, step))).Count();
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static IEnumerable<JsonElement> Select(JsonElement value, PathSegment step) => value.ValueKind switch
    {
        JsonValueKind.Object when step.Name is { } name => value.TryGetProperty(name, out var member) ? [member] : [],
        JsonValueKind.Array when step.Name is null && step.Index is not { } => value.EnumerateArray(),
        JsonValueKind.Array when step.Name is null => value.EnumerateArray().Skip(step.Index!.Value).Take(1),
        _ => [],
    };

    private static PathSegment ParseSegment(string text) => text switch
    {
        "[*]" => new PathSegment(null, null),
        ['[', .. var n, ']'] => new PathSegment(null, int.Parse(n, CultureInfo.InvariantCulture)),
        _ => new PathSegment(text[1..], null),
    };

    [GeneratedRegex(
        @"^\$(?<step>\.[^.\[\]=\s*]+|\[\d{1,9}\]|\[\*\])*(=(?<count>\d{1,9}))?$", RegexOptions.ExplicitCapture)]
    private static partial Regex Path();

    // A name selects a member of an object, an index an item of an array, and neither every item.
    private readonly record struct PathSegment(string? Name, int? Index);
}
