using System.Globalization;

namespace Load.Target;

/// <summary>
/// The samples of a Prometheus text exposition (format 0.0.4), each name's series added up. Lines that are not samples
/// are passed over, so a page that is no exposition has no samples.
/// </summary>
internal sealed class PrometheusSamples
{
    private readonly Dictionary<string, double> _sums = [];

    private PrometheusSamples()
    {
    }

    public int Count => _sums.Count;

    /// <summary>The sum over all series of that name; null where there is none.</summary>
    public double? Sum(string name) => _sums.TryGetValue(name, out var sum) && double.IsFinite(sum) ? sum : null;

    public static PrometheusSamples Parse(string text)
    {
        var samples = new PrometheusSamples();
        foreach (var line in text.AsSpan().EnumerateLines())
            samples.Read(line);
        return samples;
    }

    private void Read(ReadOnlySpan<char> line)
    {
        var nameEnd = line.IndexOfAny(" \t{");
        if (nameEnd <= 0 || line[0] == '#')
            return;

        var afterLabels = line[nameEnd] == '{' ? EndOfLabels(line, nameEnd) : nameEnd;
        var rest = line[afterLabels..].Trim();
        var valueEnd = rest.IndexOfAny(" \t");
        var value = valueEnd < 0 ? rest : rest[..valueEnd];
        if (!double.TryParse(value, NumberStyles.Float, CultureInfo.InvariantCulture, out var number))
            return;

        var name = line[..nameEnd].ToString();
        _sums[name] = _sums.GetValueOrDefault(name) + number;
    }

    // A label's value may hold anything, closing braces too; inside it a backslash escapes the next character.
    private static int EndOfLabels(ReadOnlySpan<char> line, int from)
    {
        var quoted = false;
        for (var i = from; i < line.Length; i++)
        {
            if (quoted && line[i] == '\\')
                i++;
            else if (line[i] == '"')
                quoted = !quoted;
            else if (!quoted && line[i] == '}')
                return i + 1;
        }

        return line.Length;
    }
}
