using System.Text.RegularExpressions;
using Load.Diagnostics;
using Load.Http.Parameters;

namespace Load.Http;

/// <summary>A compiled text with parameters.</summary>
internal sealed class TextTemplate
{
    private readonly string[] _literals;
    private readonly int[] _slots;
    private readonly Func<string, string> _escape;

    private TextTemplate(string[] literals, int[] slots, Func<string, string> escape) =>
        (_literals, _slots, _escape) = (literals, slots, escape);

    /// <summary>Whether the text has no parameters.</summary>
    public bool IsConstant => _slots.Length == 0;

    /// <summary>Compiles a text.</summary>
    /// <param name="span">The text as the user wrote it.</param>
    /// <param name="parameters">The parameters of the request.</param>
    /// <param name="escape">Escapes a value for the place of the text.</param>
    /// <param name="diagnostics">Receives every error.</param>
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
                slots.Add(parameters.GetSlot(match.Groups["inside"].Value));
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

    /// <summary>Inserts the values, escaped.</summary>
    public string Render(string[] values)
    {
        if (IsConstant)
            return _literals[0];
        var parts = new string[2 * _slots.Length + 1];
        for (var i = 0; i < _slots.Length; i++)
            (parts[2 * i], parts[2 * i + 1]) = (_literals[i], _escape(values[_slots[i]]));
        parts[^1] = _literals[^1];
        return string.Concat(parts);
    }

    /// <summary>Gets the rendered text in segments that tell literal text from inserted values.</summary>
    public IEnumerable<(string Text, bool IsValue)> GetSegments(string[] values)
    {
        for (var i = 0; i < _slots.Length; i++)
        {
            yield return (_literals[i], false);
            yield return (_escape(values[_slots[i]]), true);
        }

        yield return (_literals[^1], false);
    }
}
