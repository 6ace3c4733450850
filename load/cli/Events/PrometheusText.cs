using System.Globalization;
using System.Text;

namespace TwoTier.Load.Cli.Events;

/// <summary>Builds a text in the Prometheus text format 0.0.4.</summary>
internal sealed class PrometheusText
{
    private readonly StringBuilder _text = new();

    public void Add(
        string name, string type, string help, params IEnumerable<(double? Value, (string, string)[] Labels)> samples)
    {
        var known = samples.Where(sample => sample.Value is not null).ToArray();
        if (known.Length == 0)
            return;
        _text.Append($"# HELP {name} {help}\n# TYPE {name} {type}\n");
        foreach (var (value, labels) in known)
            _text.Append(CultureInfo.InvariantCulture, $"{name}{Format(labels)} {value}\n");
    }

    public override string ToString() => _text.ToString();

    private static string Format((string Name, string Value)[] labels) => labels.Length == 0
        ? ""
        : $"{{{string.Join(',', labels.Select(label => $"{label.Name}=\"{Escape(label.Value)}\""))}}}";

    private static string Escape(string value) => value
        .Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("\"", "\\\"", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal);
}
