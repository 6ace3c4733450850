using Spectre.Console;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>
/// The styles of the terminal output. Only the 16 ANSI colours are used, so that the user's terminal theme decides how
/// they look.
/// </summary>
internal static class ConsoleStyles
{
    public static Style Bold { get; } = new(decoration: Decoration.Bold);

    public static Style Dimmed { get; } = new(decoration: Decoration.Dim);

    /// <summary>The style of a better variant, and of bars.</summary>
    public static Style FasterVariant { get; } = new(Color.Teal);

    /// <summary>The style of a worse variant, and of warnings.</summary>
    public static Style SlowerVariant { get; } = new(Color.Olive);

    public static Style PassedCheck { get; } = new(Color.Green);

    public static Style FailedCheck { get; } = new(Color.Maroon);

    private static Style InvalidResult { get; } = new(Color.Maroon, decoration: Decoration.Bold | Decoration.Invert);

    /// <summary>The style of a value that was substituted for a parameter of a request.</summary>
    public static Style ParameterValue { get; } = new(decoration: Decoration.Underline);

    public static Style Get(Tone tone) => tone switch
    {
        Tone.Strong => Bold,
        Tone.Quiet => Dimmed,
        Tone.Better => FasterVariant,
        Tone.Worse => SlowerVariant,
        Tone.Passed => PassedCheck,
        Tone.Failed => FailedCheck,
        Tone.Alarm => InvalidResult,
        _ => Style.Plain,
    };
}
