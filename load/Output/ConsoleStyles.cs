using Load.Results;
using Load.Validity;
using Spectre.Console;

namespace Load.Output;

/// <summary>
/// The styles of the terminal output. Only the 16 ANSI colours are used, so that the user's theme decides. Faster and
/// slower are never green and red.
/// </summary>
internal static class ConsoleStyles
{
    /// <summary>Bold text.</summary>
    public static Style Strong { get; } = new(decoration: Decoration.Bold);

    /// <summary>Dimmed text, for headings and labels.</summary>
    public static Style Dim { get; } = new(decoration: Decoration.Dim);

    /// <summary>The style of a better variant, and of bars.</summary>
    public static Style Faster { get; } = new(Color.Teal);

    /// <summary>The style of a worse variant, and of warnings.</summary>
    public static Style Slower { get; } = new(Color.Olive);

    /// <summary>The style of a check that passed.</summary>
    public static Style Good { get; } = new(Color.Green);

    /// <summary>The style of a check that failed.</summary>
    public static Style Bad { get; } = new(Color.Maroon);

    /// <summary>The style of the word INVALID.</summary>
    public static Style Invalid { get; } = new(Color.Maroon, decoration: Decoration.Bold | Decoration.Invert);

    /// <summary>The style of a value in place of a parameter.</summary>
    public static Style ParameterValue { get; } = new(decoration: Decoration.Underline);

    /// <summary>Selects the style of a verdict.</summary>
    /// <param name="label">One of <see cref="VerdictLabels"/>.</param>
    public static Style ForVerdict(string label) => label switch
    {
        VerdictLabels.Faster or VerdictLabels.Cheaper => Faster,
        VerdictLabels.Slower or VerdictLabels.Dearer => Slower,
        VerdictLabels.Baseline => Strong,
        _ => Style.Plain,
    };
}

/// <summary>
/// The styles of measured figures. The figures of an invalid result are dimmed but not hidden, because users would look
/// for hidden ones elsewhere.
/// </summary>
internal sealed class FigureStyles(Result result)
{
    private readonly bool _isInvalid = result.Validity.State == RunValidity.Invalid;

    /// <summary>The style of an ordinary figure.</summary>
    public Style Plain => _isInvalid ? ConsoleStyles.Dim : Style.Plain;

    /// <summary>The style of an important figure.</summary>
    public Style Strong => _isInvalid ? ConsoleStyles.Dim : ConsoleStyles.Strong;

    /// <summary>The style of a bar.</summary>
    public Style Bar => _isInvalid ? ConsoleStyles.Dim : ConsoleStyles.Faster;
}
