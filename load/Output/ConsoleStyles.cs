using Load.Results;
using Spectre.Console;

namespace Load.Output;

/// <summary>
/// The 16 ANSI colours only, so that the reader's theme decides. Faster against slower is never green against red.
/// </summary>
internal static class ConsoleStyles
{
    public static Style Strong { get; } = new(decoration: Decoration.Bold);
    public static Style Dim { get; } = new(decoration: Decoration.Dim);
    public static Style Faster { get; } = new(Color.Teal);
    public static Style Slower { get; } = new(Color.Olive);
    public static Style Good { get; } = new(Color.Green);
    public static Style Bad { get; } = new(Color.Maroon);
    public static Style Invalid { get; } = new(Color.Maroon, decoration: Decoration.Bold | Decoration.Invert);

    public static Style Placed { get; } = new(decoration: Decoration.Underline);

    public static Style OfVerdict(string verdict) => verdict switch
    {
        VerdictLabels.Faster or VerdictLabels.Cheaper => Faster,
        VerdictLabels.Slower or VerdictLabels.Dearer => Slower,
        VerdictLabels.Baseline => Strong,
        _ => Style.Plain,
    };
}
