using Spectre.Console;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>Styled text for the console, which is built line by line.</summary>
internal sealed class ConsoleView(bool isUnicode)
{
    private const string UnicodeMarks = "▲▼●…✓✗►◄│├┤─·×█▉▊▋▌▍▎▏░–’";
    private const string AsciiMarks = "+-o.vx><|[]-.x########.-'";

    public Paragraph Content { get; } = new() { Overflow = Overflow.Crop };

    public ConsoleView Add(string text, Style? style = null)
    {
        text = PlainText.ReplaceControlsExceptLineFeeds(text);
        Content.Append(isUnicode ? text : new string([.. text.Select(ToAscii)]), style ?? Style.Plain);
        return this;
    }

    public ConsoleView AddLine(string text = "", Style? style = null) => Add(text, style).Add("\n");

    private static char ToAscii(char c) =>
        UnicodeMarks.IndexOf(c, StringComparison.Ordinal) is >= 0 and var i ? AsciiMarks[i] : c;
}
