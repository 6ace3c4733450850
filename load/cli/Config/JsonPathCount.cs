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

    private static readonly JsonReaderOptions AnyDepth = new() { MaxDepth = int.MaxValue };

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

    // Counts the selected values without building a document. The result is null if the body is not JSON.
    private int? Count(ReadOnlySpan<byte> body)
    {
        var reader = new Utf8JsonReader(body, AnyDepth);
        try
        {
            reader.Read();
            var count = Count(ref reader, 0);
            return reader.Read() ? null : count;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    // Counts the selected values inside the value at which the reader stands, and leaves the reader at the end of that
    // value.
    private int Count(ref Utf8JsonReader reader, int step)
    {
        if (step < _steps.Length && reader.TokenType == JsonTokenType.StartObject && _steps[step].Name is { } name)
            return CountInObject(name, ref reader, step + 1);
        if (step < _steps.Length && reader.TokenType == JsonTokenType.StartArray && _steps[step].Name is null)
            return CountInArray(_steps[step].Index, ref reader, step + 1);
        reader.Skip();
        return step == _steps.Length ? 1 : 0;
    }

    private int CountInObject(byte[] name, ref Utf8JsonReader reader, int next)
    {
        var count = 0;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var isSelected = reader.ValueTextEquals(name);
            reader.Read();
            if (isSelected)
                count += Count(ref reader, next);
            else
                reader.Skip();
        }

        return count;
    }

    private int CountInArray(int? index, ref Utf8JsonReader reader, int next)
    {
        var count = 0;
        for (var i = 0; reader.Read() && reader.TokenType != JsonTokenType.EndArray; i++)
        {
            if (index is null || index == i)
                count += Count(ref reader, next);
            else
                reader.Skip();
        }

        return count;
    }

    private static PathSegment ParseSegment(string text) => text switch
    {
        "[*]" => new PathSegment(null, null),
        ['[', .. var n, ']'] => new PathSegment(null, int.Parse(n, CultureInfo.InvariantCulture)),
        _ => new PathSegment(Encoding.UTF8.GetBytes(text[1..]), null),
    };

    [GeneratedRegex(
        @"^\$(?<step>\.[^.\[\]=\s*]+|\[\d{1,9}\]|\[\*\])*(=(?<count>\d{1,9}))?$", RegexOptions.ExplicitCapture)]
    private static partial Regex Path();

    // A name selects a member of an object, an index an item of an array, and neither every item.
    private readonly record struct PathSegment(byte[]? Name, int? Index);
}
