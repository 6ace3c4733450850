using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Load.Reading;

namespace Load.Expecting;

/// <summary>
/// How many values a path finds in a JSON document. A small part of JSONPath: dotted names, <c>[n]</c>, <c>[*]</c>.
/// </summary>
internal sealed partial class JsonCount
{
    private readonly string[] _steps;
    private readonly int? _expected;

    private JsonCount(string text, string[] steps, int? expected) => (Text, _steps, _expected) = (text, steps, expected);

    /// <summary>As it was written.</summary>
    public string Text { get; }

    /// <exception cref="FormatException">Its message says what was found and what is expected.</exception>
    public static JsonCount Parse(string text)
    {
        if (Path().Match(text) is not { Success: true } match)
            throw WrongException.Expecting(text, "a path of names, [n], [*], and maybe a count", "$.orders[*]=3");
        var count = match.Groups["count"];
        return new JsonCount(
            text,
            [.. match.Groups["step"].Captures.Select(step => step.Value)],
            count.Success ? int.Parse(count.Value, CultureInfo.InvariantCulture) : null);
    }

    /// <summary>Null if the body is no JSON.</summary>
    public int? CountIn(ReadOnlyMemory<byte> body)
    {
        try
        {
            using var document = JsonDocument.Parse(body);
            return CountIn(document.RootElement, 0);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>Without a count, one value or more.</summary>
    public bool IsMetBy(int? count) => _expected is { } expected ? count == expected : count > 0;

    private int CountIn(JsonElement element, int step)
    {
        if (step == _steps.Length)
            return 1;
        return _steps[step] switch
        {
            "[*]" => element.ValueKind == JsonValueKind.Array
                ? element.EnumerateArray().Sum(item => CountIn(item, step + 1))
                : 0,
            ['[', .. var n, ']'] => element.ValueKind == JsonValueKind.Array
                && int.Parse(n, CultureInfo.InvariantCulture) is var i && i < element.GetArrayLength()
                    ? CountIn(element[i], step + 1)
                    : 0,
            ['.', .. var name] => element.ValueKind == JsonValueKind.Object && element.TryGetProperty(name, out var value)
                ? CountIn(value, step + 1)
                : 0,
            _ => 0,
        };
    }

    [GeneratedRegex(@"^\$(?<step>\.[^.\[\]=\s*]+|\[\d{1,9}\]|\[\*\])*(=(?<count>\d{1,9}))?$", RegexOptions.ExplicitCapture)]
    private static partial Regex Path();
}
