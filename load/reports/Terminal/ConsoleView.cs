using Spectre.Console;

namespace TwoTier.Load.Reports.Terminal;

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
