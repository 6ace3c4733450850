using Spectre.Console;

namespace Load.Terminal;

/// <summary>Lines of styled text.</summary>
internal sealed class ConsoleView(bool isUnicode)
{
    private const string Fancy = "▲▼●…✓✗►◄│├┤─·×█▉▊▋▌▍▎▏░–’";
    private const string Plain = "+-o.vx><|[]-.x########.-'";

    public Paragraph Content { get; } = new() { Overflow = Overflow.Crop };

    public ConsoleView Add(string text, Style? style = null)
    {
        Content.Append(isUnicode ? text : new string([.. text.Select(ToPlain)]), style ?? Style.Plain);
        return this;
    }

    public ConsoleView Line(string text = "", Style? style = null) => Add(text, style).Add("\n");

    private static char ToPlain(char c) => Fancy.IndexOf(c, StringComparison.Ordinal) is >= 0 and var i ? Plain[i] : c;
}
