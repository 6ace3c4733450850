using System.Globalization;
using System.Text.RegularExpressions;

namespace Load.Targeting;

/// <summary>A URL with parameters such as <c>{{{id:RAND_INTEGER:[1:1000]}}}</c>, compiled once.</summary>
internal sealed partial class UrlTemplate
{
    private readonly string[] _literals;
    private readonly RandomInteger[] _parameters;
    private readonly Uri? _constant;

    private UrlTemplate(string text, string[] literals, RandomInteger[] parameters)
    {
        Text = text;
        _literals = literals;
        _parameters = parameters;
        _constant = _parameters.Length == 0 ? new Uri(text) : null;
    }

    /// <summary>The template as it was written.</summary>
    public string Text { get; }

    /// <exception cref="FormatException">Its message says what was found, what is expected and what to try.</exception>
    public static UrlTemplate Parse(string text)
    {
        var matches = Parameter().Matches(text);
        var template = new UrlTemplate(
            matches.Count == 0 ? Absolute(text) : text,
            Literals(text, matches),
            [.. matches.Select(m => ToParameter(m.Groups["inside"].Value))]);
        Absolute(template.UriText(0, 0));
        return template;
    }

    public Uri UriFor(int seed, long index) => _constant ?? new Uri(UriText(seed, index));

    private string UriText(int seed, long index) => string.Concat(
        _literals.Select((literal, i) => i == 0
            ? literal
            : _parameters[i - 1].ValueFor(seed, index).ToString(CultureInfo.InvariantCulture) + literal));

    private static string[] Literals(string text, MatchCollection matches)
    {
        int[] starts = [0, .. matches.Select(m => m.Index + m.Length)];
        int[] ends = [.. matches.Select(m => m.Index), text.Length];
        return [.. starts.Zip(ends, (start, end) => text[start..end])];
    }

    private static string Absolute(string text)
    {
        if (!text.Contains("://", StringComparison.Ordinal))
            throw new FormatException($"\"{text}\" has no scheme. Try http://{text}");
        return Uri.TryCreate(text, UriKind.Absolute, out var uri) && uri.Scheme is "http" or "https"
            ? text
            : throw new FormatException($"found \"{text}\", expected a URL such as http://localhost:5100/api/customer/1");
    }

    private static RandomInteger ToParameter(string inside)
    {
        var parts = inside.Split(':', 3);
        if (parts.Length < 2)
            throw new FormatException($"no values for {{{{{{{inside}}}}}}}. There is: {{{{{{{inside}:RAND_INTEGER:[1:1000]}}}}}}");
        if (parts[1] != "RAND_INTEGER")
            throw new FormatException($"unknown parameter kind {parts[1]} in {{{{{{{inside}}}}}}}. There is: RAND_INTEGER");
        var bounds = parts.Length == 3 ? Bounds().Match(parts[2]) : Match.Empty;
        return bounds.Success
            && long.TryParse(bounds.Groups["min"].Value, CultureInfo.InvariantCulture, out var min)
            && long.TryParse(bounds.Groups["max"].Value, CultureInfo.InvariantCulture, out var max)
            && min <= max
                ? new RandomInteger(parts[0], min, max)
                : throw new FormatException(
                    $"no bounds in {{{{{{{inside}}}}}}}. Try {{{{{{{parts[0]}:RAND_INTEGER:[1:1000]}}}}}}");
    }

    [GeneratedRegex(@"\{\{\{(?<inside>.*?)\}\}\}", RegexOptions.ExplicitCapture)]
    private static partial Regex Parameter();

    [GeneratedRegex(@"^\[(?<min>-?\d+):(?<max>-?\d+)\]$", RegexOptions.ExplicitCapture)]
    private static partial Regex Bounds();
}
