using System.Text.RegularExpressions;

namespace TwoTier.Load.Http;

/// <summary>A compiled text of a request, such as a URL or a body, with parameter placeholders.</summary>
internal sealed class TextTemplate
{
    private readonly string[] _literals;
    private readonly int[] _valueIndices;
    private readonly Func<string, string> _escape;

    private TextTemplate(string[] literals, int[] slots, Func<string, string> escape) =>
        (_literals, _valueIndices, _escape) = (literals, slots, escape);

    /// <summary>Whether the text has no parameters.</summary>
    public bool IsConstant => _valueIndices.Length == 0;

    /// <summary>Compiles a text of a request into a template.</summary>
    public static TextTemplate Compile(
        SourceSpan span, ParameterSet parameters, Func<string, string> escape, DiagnosticList diagnostics)
    {
        var (literals, slots, from) = (new List<string>(), new List<int>(), 0);
        foreach (Match match in ParameterSet.FindPlaceholders(span.Text))
        {
            literals.Add(span.Text[from..match.Index]);
            from = match.Index + match.Length;
            try
            {
                slots.Add(parameters.GetValueIndex(match.Groups["inside"].Value));
            }
            catch (FormatException e)
            {
                diagnostics.Add(span, match.Index, match.Length, e);
                slots.Add(0);
            }
        }

        literals.Add(span.Text[from..]);
        return new TextTemplate([.. literals], [.. slots], escape);
    }

    /// <summary>Renders the text with the parameter values inserted and escaped.</summary>
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

    /// <summary>
    /// Gets the rendered text in segments, and marks the segments that are inserted parameter values.
    /// </summary>
    public IEnumerable<(string Text, bool IsValue)> GetSegments(string[] values)
    {
        for (var i = 0; i < _valueIndices.Length; i++)
        {
            yield return (_literals[i], false);
            yield return (_escape(values[_valueIndices[i]]), true);
        }

        yield return (_literals[^1], false);
    }
}
