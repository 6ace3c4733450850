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

    /// <summary>Whether a literal ends within a percent-encoded character, so that a value could complete it.</summary>
    public bool HasOpenEscape =>
        _literals.Any(literal => literal.AsSpan(Math.Max(0, literal.Length - 2)).Contains('%'));

    public string RenderMarked(Func<int, string> getMarker) =>
        string.Concat(_literals.Select((literal, i) => i == 0 ? literal : getMarker(i) + literal));

    /// <summary>Takes the literals from a text in which each value is a marker; null if one is missing.</summary>
    public TextTemplate? TryReplaceLiterals(string text, Func<int, string> getMarker)
    {
        var literals = new List<string>();
        for (var i = 1; i < _literals.Length; i++)
        {
            var parts = text.Split(getMarker(i), 2);
            if (parts.Length < 2)
                return null;
            literals.Add(parts[0]);
            text = parts[1];
        }

        return new TextTemplate([.. literals, text], _valueIndices, _escape);
    }

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
