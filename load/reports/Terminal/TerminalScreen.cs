using Spectre.Console;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>The console of the load tool, and the properties of the terminal to which the console writes.</summary>
internal sealed record TerminalScreen(IAnsiConsole Console, bool IsLive, bool IsUnicode, int Width)
{
    private const int DefaultWidth = 100;

    // Spectre.Console would break long lines, which damages text that people copy. Terminals wrap long lines without
    // such damage.
    private const int UnlimitedWidth = 10_000;
    private const int Utf8CodePage = 65001;
    private static readonly TimeSpan RedrawInterval = TimeSpan.FromMilliseconds(500);

    /// <summary>The writer for text that is not styled.</summary>
    public TextWriter Output => Console.Profile.Out.Writer;

    public static TerminalScreen CreateForTerminal()
    {
        var plain = System.Console.IsOutputRedirected
            || !string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"))
            || Environment.GetEnvironmentVariable("TERM") == "dumb";
        var width = System.Console.IsOutputRedirected ? 0 : System.Console.WindowWidth;
        return Create(
            System.Console.Out,
            !plain,
            System.Console.OutputEncoding.CodePage == Utf8CodePage,
            width > 0 ? width : DefaultWidth);
    }

    public static TerminalScreen Create(TextWriter output, bool isLive, bool isUnicode, int width)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new AnsiConsoleOutput(output),
            Ansi = isLive ? AnsiSupport.Yes : AnsiSupport.No,
            ColorSystem = isLive ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
        });
        console.Profile.Width = UnlimitedWidth;
        return new TerminalScreen(console, isLive, isUnicode, width);
    }

    /// <summary>
    /// Shows the progress of an operation until it has ended. A terminal redraws it in place, twice a second.
    /// </summary>
    public async Task<T> ShowWhileAsync<T>(
        Func<TimeSpan, Document> describe, Func<Task<T>> operation, TimeProvider time)
    {
        if (!IsLive)
            return await operation();
        var (started, running) = (time.GetTimestamp(), Task.Run(operation));
        Console.Profile.Width = Width;
        await Console.Live(Describe()).AutoClear(true).StartAsync(async display =>
        {
            while (!running.IsCompleted)
            {
                await Task.WhenAny(running, Task.Delay(RedrawInterval, time));
                display.UpdateTarget(Describe());
            }
        });
        Console.Profile.Width = UnlimitedWidth;
        return await running;

        Paragraph Describe() => Draw(describe(time.GetElapsedTime(started))).Content;
    }

    public ConsoleView CreateView() => new(IsUnicode);

    public void Print(ConsoleView view) => Console.Write(view.Content);

    public void Print(Document document) => Print(Draw(document));

    private ConsoleView Draw(Document document) => new TerminalWriter(CreateView(), Width).Write(document);

    public void PrintLine(string text) => Print(CreateView().AddLine(text));
}
