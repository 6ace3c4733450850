using System.Text.RegularExpressions;

namespace TwoTier.Load.Target;

/// <summary>The labels of a series in a Prometheus text exposition.</summary>
public sealed partial class PrometheusLabels
{
    private readonly Dictionary<string, string> _values = [];

    private PrometheusLabels()
    {
    }

    /// <summary>Gets the value of a label, or null if the series lacks the label or its value is empty.</summary>
    public string? this[string name] => _values.GetValueOrDefault(name) is { Length: > 0 } value ? value : null;

    /// <summary>Parses labels in the form <c>{name="value",…}</c>, or an empty text for no labels.</summary>
    public static PrometheusLabels Parse(ReadOnlySpan<char> text)
    {
        var labels = new PrometheusLabels();
        foreach (Match match in Label().Matches(text.ToString()))
            labels._values[match.Groups["name"].Value] = Unescape(match.Groups["value"].Value);
        return labels;
    }

    private static string Unescape(string value) => EscapeSequence().Replace(
        value, match => match.Value[1] is 'n' ? "\n" : match.Value[1..]);

    [GeneratedRegex(@"(?<name>[A-Za-z_][A-Za-z0-9_]*)=""(?<value>([^""\\]|\\.)*)""", RegexOptions.ExplicitCapture)]
    private static partial Regex Label();

    [GeneratedRegex(@"\\.")]
    private static partial Regex EscapeSequence();
}
