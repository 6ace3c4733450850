using Spectre.Console;

namespace Load.Terminal;

/// <summary>The console, and what it can display.</summary>
/// <param name="Console">The console of Spectre.Console, wide enough never to wrap a line.</param>
/// <param name="IsLive">True for a terminal that can be redrawn, false for plain lines.</param>
/// <param name="IsUnicode">False to print marks and bars in ASCII.</param>
/// <param name="Width">The width of the terminal in columns.</param>
internal sealed record Screen(IAnsiConsole Console, bool IsLive, bool IsUnicode, int Width)
{
    private const int DefaultWidth = 100;

    // Spectre.Console would break long lines, which damages what people copy. A terminal wraps them by itself.
    private const int NeverWrap = 10_000;
    private const int Utf8 = 65001;

    /// <summary>The output for text that is not styled.</summary>
    public TextWriter Output => Console.Profile.Out.Writer;

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
        console.Profile.Width = NeverWrap;
        return new Screen(console, isLive, isUnicode, width);
    }

    /// <summary>Shows a view that is redrawn in place, which needs lines that fit the terminal.</summary>
    /// <param name="draw">Draws the view.</param>
    /// <param name="redraw">Calls its argument for each redraw, until the view is no longer needed.</param>
    public async Task LiveAsync(Func<ConsoleView> draw, Func<Action, Task> redraw)
    {
        Console.Profile.Width = Width;
        await Console.Live(draw().Content).AutoClear(true).StartAsync(
            display => redraw(() => display.UpdateTarget(draw().Content)));
        Console.Profile.Width = NeverWrap;
    }

    public ConsoleView CreateView() => new(IsUnicode);

    public void Show(ConsoleView view) => Console.Write(view.Content);

    public void Line(string text) => Show(CreateView().Line(text));
}
