namespace TwoTier.Load.Http.Parameters;

/// <summary>
/// The parameters of one request, written as <c>{{{name}}}</c>: random values that are declared in the text, or columns
/// of a data source. A parameter has the same value at every place of one request.
/// </summary>
internal sealed partial class ParameterSet(DataSource? data)
{
    private readonly Dictionary<string, (string Inside, RandomValue Value)> _randomParameters = [];
    private readonly List<string> _names = [];
    private readonly List<(RandomValue? Random, int Column)> _sources = [];
    private bool _readsData;

    public static string FormatPlaceholder(string inside) => "{{{" + inside + "}}}";

    public static MatchCollection FindPlaceholders(string text) => Placeholder().Matches(text);

    // A declaration may follow a place that only names the parameter, so all texts are declared first.
    public void DeclareParameters(SourceSpan span)
    {
        try
        {
            foreach (Match match in FindPlaceholders(span.Text))
                DeclareParameter(match.Groups["inside"].Value);
        }
        catch (ParseException e)
        {
            throw e.At(span);
        }
    }

    public int GetValueIndex(string inside, SourceSpan place)
    {
        var name = inside.Split(':')[0];
        if (_names.IndexOf(name) is >= 0 and var slot)
            return slot;
        var column = data?.Names.ToList().IndexOf(name) ?? -1;
        if (!_randomParameters.TryGetValue(name, out var random) && column < 0)
        {
            var example = FormatPlaceholder($"{name}:RAND_INTEGER:[1:1000]");
            throw ParseException.Create(
                $"no values for the parameter {FormatPlaceholder(name)}",
                $"{example}, or a column of --file").At(place);
        }

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
            values[i] = _sources[i].Random?.Invoke(seed, index) ?? row[_sources[i].Column];
        return values;
    }

    private void DeclareParameter(string inside)
    {
        if (inside.Split(':') is not [var name, _, ..])
            return;
        var placeholder = FormatPlaceholder(inside);
        if (_randomParameters.TryGetValue(name, out var first) && first.Inside != inside)
        {
            throw ParseException.Create(
                $"{placeholder} was already declared as {FormatPlaceholder(first.Inside)}",
                $"{FormatPlaceholder(name)} in later places");
        }

        if (data is not null && data.Names.Contains(name))
        {
            throw ParseException.Create(
                $"{placeholder} has the same name as a column of {data.Description}", "another name");
        }

        _randomParameters[name] = (inside, RandomValues.Parse(inside));
    }

    [GeneratedRegex(@"\{\{\{(?<inside>[^{}]*)\}\}\}", RegexOptions.ExplicitCapture)]
    private static partial Regex Placeholder();
}
