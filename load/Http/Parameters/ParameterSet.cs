using System.Text.RegularExpressions;
using Load.Diagnostics;
using Load.Http.DataSources;

namespace Load.Http.Parameters;

/// <summary>
/// The parameters of one request, <c>{{{name}}}</c>: random in place, or columns of the data. A name has one value
/// within a request, wherever it stands.
/// </summary>
/// <param name="data">The data; null for none.</param>
internal sealed partial class ParameterSet(IDataSource? data)
{
    private readonly Dictionary<string, (string Inside, IRandomValue Value)> _random = [];
    private readonly List<string> _names = [];
    private readonly List<(IRandomValue? Random, int Column)> _sources = [];
    private bool _readsData;

    /// <summary>Those that are used.</summary>
    public IList<string> Names => _names;

    public static string FormatPlaceholder(string inside) => "{{{" + inside + "}}}";

    /// <summary>Every place of a parameter; the group <c>inside</c> is what is between the braces.</summary>
    public static MatchCollection FindPlaceholders(string text) => Placeholder().Matches(text);

    /// <summary>Learns the random ones, which may stand behind a place that says just the name.</summary>
    public void Declare(SourceSpan span, DiagnosticList diagnostics)
    {
        foreach (Match match in FindPlaceholders(span.Text))
        {
            try
            {
                Declare(match.Groups["inside"].Value);
            }
            catch (FormatException e)
            {
                diagnostics.Add(span, match.Index, match.Length, e);
            }
        }
    }

    /// <summary>The place of its value in <see cref="GetValues"/>.</summary>
    /// <exception cref="FormatException">Nothing gives it a value.</exception>
    public int GetSlot(string inside)
    {
        var name = inside.Split(':')[0];
        if (_names.IndexOf(name) is >= 0 and var slot)
            return slot;
        var column = data?.Names.IndexOf(name) ?? -1;
        if (!_random.TryGetValue(name, out var random) && column < 0)
            throw ParseException.Create($"no values for {FormatPlaceholder(name)}{DescribeKnown()}", FormatExample(name));

        _readsData |= random.Value is null;
        _names.Add(name);
        _sources.Add((random.Value, column));
        return _names.Count - 1;
    }

    public string[] GetValues(int seed, long index)
    {
        if (_names.Count == 0)
            return [];
        var row = _readsData ? data!.GetRow(index) : [];
        var values = new string[_sources.Count];
        for (var i = 0; i < values.Length; i++)
            values[i] = _sources[i].Random?.GetText(seed, index) ?? row[_sources[i].Column];
        return values;
    }

    private void Declare(string inside)
    {
        if (inside.Split(':') is not [var name, _, ..])
            return;
        if (_random.TryGetValue(name, out var first) && first.Inside != inside)
        {
            throw ParseException.Create(
                $"{FormatPlaceholder(inside)} is {FormatPlaceholder(first.Inside)} already", $"{FormatPlaceholder(name)} in later places");
        }

        if (data is not null && data.Names.Contains(name))
            throw ParseException.Create($"{FormatPlaceholder(inside)} has the name of a column of {data.Source}", "another name");

        // Known even if it is wrong: one mistake is said once.
        _random[name] = (inside, new RandomGuid(name));
        _random[name] = (inside, RandomValueKinds.Parse(inside));
    }

    private string DescribeKnown()
    {
        var columns = data is null ? [] : data.Names.Select(column => $"{FormatPlaceholder(column)} of {data.Source}");
        var known = string.Join(", ", _random.Keys.Select(FormatPlaceholder).Concat(columns));
        return known.Length == 0 ? "" : $". There is: {known}";
    }

    private static string FormatExample(string name) => $"{FormatPlaceholder($"{name}:RAND_INTEGER:[1:1000]")}, or a column of --file";

    [GeneratedRegex(@"\{\{\{(?<inside>[^{}]*)\}\}\}", RegexOptions.ExplicitCapture)]
    private static partial Regex Placeholder();
}
