namespace TwoTier.Load.Http;

internal sealed class TextTemplate(string[] literals, int[] valueIndices, Func<string, string> escape)
{
    public TextTemplate(string text)
        : this([text], [], value => value)
    {
    }

    /// <summary>Whether its text, without values, has a character.</summary>
    public bool Contains(char character) => literals.Any(literal => literal.Contains(character));

    public bool IsConstant => valueIndices.Length == 0;

    public static TextTemplate Compile(SourceSpan span, ParameterSet parameters, Func<string, string> escape)
    {
        var (texts, slots, from) = (new List<string>(), new List<int>(), 0);
        foreach (Match match in ParameterSet.FindPlaceholders(span.Text))
        {
            texts.Add(span.Text[from..match.Index]);
            from = match.Index + match.Length;
            slots.Add(parameters.GetValueIndex(match.Groups["inside"].Value, span));
        }

        texts.Add(span.Text[from..]);
        return new TextTemplate([.. texts], [.. slots], escape);
    }

    /// <summary>Gets the template of the path and query; null if they have other characters.</summary>
    public TextTemplate? TryGetPath(string baseUrl, SearchValues<char> characters)
    {
        string[] path = [literals[0][baseUrl.Length..], .. literals[1..]];
        return path[0] is ['/', ..] && path.All(literal => !literal.AsSpan().ContainsAnyExcept(characters)
            && !literal.Contains("/.", StringComparison.Ordinal))
                ? new TextTemplate(path, valueIndices, escape) : null;
    }

    public string Start => literals[0];

    public void Write(string[] values, IBufferWriter<byte> buffer)
    {
        for (var i = 0; i < valueIndices.Length; i++)
        {
            Encoding.UTF8.GetBytes(literals[i], buffer);
            Encoding.UTF8.GetBytes(escape(values[valueIndices[i]]), buffer);
        }

        Encoding.UTF8.GetBytes(literals[^1], buffer);
    }

    public string Render(string[] values)
    {
        if (IsConstant)
            return literals[0];
        var parts = new string[2 * valueIndices.Length + 1];
        for (var i = 0; i < valueIndices.Length; i++)
            (parts[2 * i], parts[2 * i + 1]) = (literals[i], escape(values[valueIndices[i]]));
        parts[^1] = literals[^1];
        return string.Concat(parts);
    }
}
