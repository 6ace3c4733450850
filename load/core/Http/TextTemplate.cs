namespace TwoTier.Load.Http;

internal sealed class TextTemplate
{
    private readonly string[] _literals;
    private readonly int[] _valueIndices;
    private readonly Func<string, string> _escape;

    private TextTemplate(string[] literals, int[] slots, Func<string, string> escape) =>
        (_literals, _valueIndices, _escape) = (literals, slots, escape);

    public TextTemplate(string text)
        : this([text], [], value => value)
    {
    }

    public bool IsConstant => _valueIndices.Length == 0;

    public static TextTemplate Compile(SourceSpan span, ParameterSet parameters, Func<string, string> escape)
    {
        var (literals, slots, from) = (new List<string>(), new List<int>(), 0);
        foreach (Match match in ParameterSet.FindPlaceholders(span.Text))
        {
            literals.Add(span.Text[from..match.Index]);
            from = match.Index + match.Length;
            slots.Add(parameters.GetValueIndex(match.Groups["inside"].Value, span));
        }

        literals.Add(span.Text[from..]);
        return new TextTemplate([.. literals], [.. slots], escape);
    }

    /// <summary>Gets the template of the path and query; null if they have other characters.</summary>
    public TextTemplate? TryGetPath(string baseUrl, SearchValues<char> characters)
    {
        string[] path = [_literals[0][baseUrl.Length..], .. _literals[1..]];
        return path[0] is ['/', ..] && path.All(literal => !literal.AsSpan().ContainsAnyExcept(characters)
            && !literal.Contains("/.", StringComparison.Ordinal))
                ? new TextTemplate(path, _valueIndices, _escape) : null;
    }

    public string Start => _literals[0];

    public void Write(string[] values, IBufferWriter<byte> buffer)
    {
        for (var i = 0; i < _valueIndices.Length; i++)
        {
            Encoding.UTF8.GetBytes(_literals[i], buffer);
            Encoding.UTF8.GetBytes(_escape(values[_valueIndices[i]]), buffer);
        }

        Encoding.UTF8.GetBytes(_literals[^1], buffer);
    }

    public string Render(string[] values)
    {
        if (IsConstant)
            return _literals[0];
        var parts = new string[2 * _valueIndices.Length + 1];
        for (var i = 0; i < _valueIndices.Length; i++)
            (parts[2 * i], parts[2 * i + 1]) = (_literals[i], _escape(values[_valueIndices[i]]));
        parts[^1] = _literals[^1];
        return string.Concat(parts);
    }
}
