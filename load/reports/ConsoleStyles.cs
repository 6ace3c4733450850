using Spectre.Console;

namespace TwoTier.Load.Reports;

/// <summary>
/// The styles of the terminal output. Only the 16 ANSI colours are used, so that the user's terminal theme decides how
/// they look. Green and red are reserved for passed and failed checks, and never mean faster and slower.
/// </summary>
internal static class ConsoleStyles
{
    /// <summary>The style of bold text.</summary>
    public static Style Bold { get; } = new(decoration: Decoration.Bold);

    /// <summary>The style of dimmed text, for headings and labels.</summary>
    public static Style Dimmed { get; } = new(decoration: Decoration.Dim);

    /// <summary>The style of a better variant, and of bars.</summary>
    public static Style FasterVariant { get; } = new(Color.Teal);

    /// <summary>The style of a worse variant, and of warnings.</summary>
    public static Style SlowerVariant { get; } = new(Color.Olive);

    /// <summary>The style of a check that passed.</summary>
    public static Style PassedCheck { get; } = new(Color.Green);

    /// <summary>The style of a check that failed.</summary>
    public static Style FailedCheck { get; } = new(Color.Maroon);

    /// <summary>The style of the word INVALID above an invalid result.</summary>
    public static Style InvalidResult { get; } = new(Color.Maroon, decoration: Decoration.Bold | Decoration.Invert);

    /// <summary>The style of a value that was substituted for a parameter of a request.</summary>
    public static Style ParameterValue { get; } = new(decoration: Decoration.Underline);

    /// <summary>Returns the console style in which a verdict is printed.</summary>
    public static Style GetVerdictStyle(string label) => label switch
    {
        VerdictLabels.Faster or VerdictLabels.Cheaper => FasterVariant,
        VerdictLabels.Slower or VerdictLabels.Costlier => SlowerVariant,
        VerdictLabels.Baseline => Bold,
        _ => Style.Plain,
    };
}

/// <summary>
/// The styles of measured values. The values of an invalid result are dimmed but not hidden, because users would look
/// for hidden values elsewhere.
/// </summary>
internal sealed class MeasuredValueStyles(Result result)
{
    private readonly bool _isInvalid = result.Validity.State == RunValidity.InvalidState;

    /// <summary>The style of an ordinary measured value.</summary>
    public Style OrdinaryValue => _isInvalid ? ConsoleStyles.Dimmed : Style.Plain;

    /// <summary>The style of an important measured value.</summary>
    public Style ImportantValue => _isInvalid ? ConsoleStyles.Dimmed : ConsoleStyles.Bold;

    /// <summary>The style of a bar that shows a measured value.</summary>
    public Style Bar => _isInvalid ? ConsoleStyles.Dimmed : ConsoleStyles.FasterVariant;
}
