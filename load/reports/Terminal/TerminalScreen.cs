using System.Text;
using Spectre.Console;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>What a terminal shows while load is sent: how far it is, if that is known, and what was measured.</summary>
internal sealed record LiveView(string Label, TimeSpan? Duration, string Figures = "");

/// <summary>The console of the load tool, and the properties of the terminal to which the console writes.</summary>
internal sealed record TerminalScreen(IAnsiConsole Console, bool IsLive, int Width)
{
    private const int DefaultWidth = 80;

    // Spectre.Console would break long lines, which damages text that people copy. Terminals wrap long lines without
    // such damage.
    private const int UnlimitedWidth = 10_000;
    private static readonly TimeSpan RedrawInterval = TimeSpan.FromMilliseconds(500);

    /// <summary>The writer for text that is not styled.</summary>
    public TextWriter Output => Console.Profile.Out.Writer;

    public static TerminalScreen CreateForTerminal()
    {
        var plain = System.Console.IsOutputRedirected
            || !string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"))
            || Environment.GetEnvironmentVariable("TERM") == "dumb";
        var width = System.Console.IsOutputRedirected ? 0 : System.Console.WindowWidth;
        // Windows would print marks such as ✓ in its old code page.
        System.Console.OutputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
        return Create(System.Console.Out, !plain, width > 0 ? width : DefaultWidth);
    }

    public static TerminalScreen Create(TextWriter output, bool isLive, int width)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new AnsiConsoleOutput(output),
            Ansi = isLive ? AnsiSupport.Yes : AnsiSupport.No,
            ColorSystem = isLive ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
            Interactive = isLive ? InteractionSupport.Yes : InteractionSupport.No,
        });
        console.Profile.Capabilities.Unicode = true;
        return new TerminalScreen(console, isLive, width);
    }

    /// <summary>
    /// Shows the progress of an operation until it has ended. A terminal redraws it in place, twice a second.
    /// </summary>
    public async Task<T> ShowWhileAsync<T>(Func<LiveView> describe, Func<Task<T>> operation, TimeProvider time)
    {
        if (!IsLive)
            return await operation();
        var (started, running) = (time.GetTimestamp(), Task.Run(operation));
        Console.Profile.Width = Width;
        await Console.Progress().AutoClear(true).AutoRefresh(false)
            .Columns(
                new TaskDescriptionColumn { Alignment = Justify.Left },
                new ProgressBarColumn(),
                new PercentageColumn(),
                new ElapsedTimeColumn())
            .UseRenderHook((bar, _) => new Rows(
                bar,
                new Text($"\n  {PlainText.ReplaceControlsExceptLineFeeds(describe().Figures)}\n"),
                DocumentRenderer.CreateText("  Ctrl-C stops, and keeps what was measured.", Tone.Quiet)))
            .StartAsync(async progress =>
            {
                var bar = progress.AddTask(ActiveStage.WarmupStageName);
                while (!running.IsCompleted)
                {
                    var (view, elapsed) = (describe(), time.GetElapsedTime(started));
                    bar.Description = Markup.Escape(PlainText.ReplaceControlsExceptLineFeeds(view.Label));
                    bar.IsIndeterminate = view.Duration is null;
                    // The bar ends with the operation, which can take longer than planned.
                    bar.Value = view.Duration is { } duration ? Math.Min(99.9, 100 * (elapsed / duration)) : 0;
                    progress.Refresh();
                    await Task.WhenAny(running, Task.Delay(RedrawInterval, time));
                }
            });
        return await running;
    }

    /// <summary>Prints a result, and where its files are.</summary>
    public void Print(Result result, string? path)
    {
        Print(ResultDocument.Create(result));
        Print(ResultDocument.CreateEnd(result, path));
    }

    public void Print(Document document)
    {
        foreach (var (block, content) in new DocumentRenderer(document, Width).Render())
        {
            Console.Profile.Width = block is Facts ? UnlimitedWidth : Width;
            Console.Write(content);
        }
    }

    /// <summary>Prints a line as it is, without wrapping it.</summary>
    public void PrintLine(string text) => Output.WriteLine(PlainText.ReplaceControlsExceptLineFeeds(text));

    /// <summary>Prints a line above the progress of an operation, if that is shown.</summary>
    public void PrintAboveProgress(string text)
    {
        if (IsLive)
            Console.WriteLine(PlainText.ReplaceControlsExceptLineFeeds(text));
        else
            PrintLine(text);
    }
}
