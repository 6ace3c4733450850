using Spectre.Console;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>
/// The styles of the terminal output. Only the 16 ANSI colours are used, so that the user's terminal theme decides how
/// they look.
/// </summary>
internal static class ConsoleStyles
{
    public static Style Get(Tone tone) => tone switch
    {
        Tone.Strong => new Style(decoration: Decoration.Bold),
        Tone.Quiet => new Style(decoration: Decoration.Dim),
        Tone.Better => new Style(Color.Teal),
        Tone.Worse => new Style(Color.Olive),
        Tone.Passed => new Style(Color.Green),
        Tone.Failed => new Style(Color.Maroon),
        Tone.Alarm => new Style(Color.Maroon, decoration: Decoration.Bold | Decoration.Invert),
        _ => Style.Plain,
    };
}
