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
    public static Style PassedCheck { get; } = new(Color.Green);
    public static Style FailedCheck { get; } = new(Color.Maroon);

    public static Style Get(Tone tone) => tone switch
    {
        Tone.Strong => Bold,
        Tone.Quiet => Dimmed,
        Tone.Better => new Style(Color.Teal),
        Tone.Worse => new Style(Color.Olive),
        Tone.Passed => PassedCheck,
        Tone.Failed => FailedCheck,
        Tone.Alarm => new Style(Color.Maroon, decoration: Decoration.Bold | Decoration.Invert),
        _ => Style.Plain,
    };
}
