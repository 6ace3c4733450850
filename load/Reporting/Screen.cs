using Load.Reporting.Terminal;
using Spectre.Console;

namespace Load.Reporting;

/// <summary>Where output goes, and what it can show.</summary>
/// <param name="Console">Spectre's console, wide enough never to wrap a line of ours.</param>
/// <param name="IsLive">A terminal that can be redrawn; else one plain line a round.</param>
/// <param name="IsUnicode">Else marks and bars are ASCII.</param>
/// <param name="Width">Columns.</param>
internal sealed record Screen(IAnsiConsole Console, bool IsLive, bool IsUnicode, int Width)
{
    private const int DefaultWidth = 100;
    private const int Utf8 = 65001;

    public static Screen OfThisTerminal()
    {
        var plain = System.Console.IsOutputRedirected
            || !string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"))
            || Environment.GetEnvironmentVariable("TERM") == "dumb";
        var width = System.Console.IsOutputRedirected || System.Console.WindowWidth < 1 ? DefaultWidth : System.Console.WindowWidth;
        return Of(System.Console.Out, !plain, System.Console.OutputEncoding.CodePage == Utf8, width);
    }

    public static Screen Of(TextWriter output, bool isLive, bool isUnicode, int width)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new AnsiConsoleOutput(output),
            Ansi = isLive ? AnsiSupport.Yes : AnsiSupport.No,
            ColorSystem = isLive ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
        });
        console.Profile.Width = Math.Max(width, DefaultWidth);
        return new Screen(console, isLive, isUnicode, width);
    }

    public Sheet NewSheet() => new(IsUnicode);

    public void Show(Sheet sheet) => Console.Write(sheet.Content);

    public void Line(string text) => Show(NewSheet().Line(text));
}
