using Spectre.Console;

namespace Load.Terminal;

/// <summary>Where output goes, and what it can show.</summary>
/// <param name="Console">Spectre's console, wide enough never to wrap a line of ours.</param>
/// <param name="IsLive">A terminal that can be redrawn; else one plain line a round.</param>
/// <param name="IsUnicode">Else marks and bars are ASCII.</param>
/// <param name="Width">Columns.</param>
internal sealed record Screen(IAnsiConsole Console, bool IsLive, bool IsUnicode, int Width)
{
    private const int DefaultWidth = 100;
    // Spectre would break long lines in two, which spoils what people copy; a terminal wraps by itself.
    private const int Endless = 10_000;
    private const int Utf8 = 65001;

    public static Screen CreateForTerminal()
    {
        var plain = System.Console.IsOutputRedirected
            || !string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"))
            || Environment.GetEnvironmentVariable("TERM") == "dumb";
        var width = System.Console.IsOutputRedirected ? 0 : System.Console.WindowWidth;
        return Create(
            System.Console.Out,
            !plain,
            System.Console.OutputEncoding.CodePage == Utf8,
            width > 0 ? width : DefaultWidth);
    }

    public static Screen Create(TextWriter output, bool isLive, bool isUnicode, int width)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new AnsiConsoleOutput(output),
            Ansi = isLive ? AnsiSupport.Yes : AnsiSupport.No,
            ColorSystem = isLive ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
        });
        console.Profile.Width = Endless;
        return new Screen(console, isLive, isUnicode, width);
    }

    /// <summary>Shows something that is redrawn in place, which needs lines no longer than the terminal's.</summary>
    public async Task LiveAsync(Func<ConsoleView> draw, Func<Action, Task> redraw)
    {
        Console.Profile.Width = Width;
        await Console.Live(draw().Content).AutoClear(true).StartAsync(
            display => redraw(() => display.UpdateTarget(draw().Content)));
        Console.Profile.Width = Endless;
    }

    public ConsoleView CreateView() => new(IsUnicode);

    public void Show(ConsoleView sheet) => Console.Write(sheet.Content);

    public void Line(string text) => Show(CreateView().Line(text));
}
