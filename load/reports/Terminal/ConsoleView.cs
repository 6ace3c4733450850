using Spectre.Console;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>Styled text for the console, which is built line by line.</summary>
internal sealed class ConsoleView(Func<string, string> clean)
{
    public Paragraph Content { get; } = new() { Overflow = Overflow.Crop };

    public ConsoleView Add(string text, Style? style = null)
    {
        Content.Append(clean(text), style);
        return this;
    }

    public ConsoleView AddLine(string text = "", Style? style = null) => Add(text, style).Add("\n");
}
