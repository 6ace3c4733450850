using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Load.Diagnostics;

namespace Load.Http.ResponseChecks;

/// <summary>
/// How many values a path finds in a JSON document. A small part of JSONPath: dotted names, <c>[n]</c>, <c>[*]</c>.
/// </summary>
internal sealed partial class JsonPathCount
{
    private readonly Step[] _steps;
    private readonly int? _expected;

    private JsonPathCount(string text, Step[] steps, int? expected) => (Text, _steps, _expected) = (text, steps, expected);

    /// <summary>As it was written.</summary>
    public string Text { get; }

    /// <exception cref="FormatException">Its message says what was found and what is expected.</exception>
    public static JsonPathCount Parse(string text)
    {
        if (Path().Match(text) is not { Success: true } match)
            throw ParseException.CreateUnexpected(text, "a path of names, [n], [*], and maybe a count", "$.orders[*]=3");
        var count = match.Groups["count"];
        return new JsonPathCount(
            text,
            [.. match.Groups["step"].Captures.Select(step => ToStep(step.Value))],
            count.Success ? int.Parse(count.Value, CultureInfo.InvariantCulture) : null);
    }

    /// <summary>Null if the body is no JSON. It is read once, from its start to its end, and nothing of it is kept.</summary>
    public int? Count(ReadOnlySpan<byte> body)
    {
        var reader = new Utf8JsonReader(body);
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

    /// <summary>Without a count, one value or more.</summary>
    public bool IsSatisfiedBy(int? count) => _expected is { } expected ? count == expected : count > 0;

    // Of the value that the reader has come to; leaves it at the value's end.
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
            var isIt = reader.ValueTextEquals(name);
            reader.Read();
            if (isIt)
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

    private static Step ToStep(string text) => text switch
    {
        "[*]" => new Step(null, null),
        ['[', .. var n, ']'] => new Step(null, int.Parse(n, CultureInfo.InvariantCulture)),
        _ => new Step(Encoding.UTF8.GetBytes(text[1..]), null),
    };

    [GeneratedRegex(@"^\$(?<step>\.[^.\[\]=\s*]+|\[\d{1,9}\]|\[\*\])*(=(?<count>\d{1,9}))?$", RegexOptions.ExplicitCapture)]
    private static partial Regex Path();

    // A member by its name; else an item by its place, or every item.
    private readonly record struct Step(byte[]? Name, int? Index);
}
