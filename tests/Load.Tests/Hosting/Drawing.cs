namespace Load.Tests.Hosting;

/// <summary>Draws what the load tool shows on a terminal.</summary>
internal static class Drawing
{
    public static string Draw(Func<ConsoleView, ConsoleView> draw, bool isUnicode = true, int width = 100)
    {
        using var output = new StringWriter();
        var screen = TerminalScreen.Create(output, isLive: false, isUnicode, width);
        screen.Print(draw(screen.CreateView()));
        return output.ToString();
    }

    public static string DrawComparison(Result result, bool isUnicode = true) =>
        DrawResult(result, isUnicode);

    public static string DrawResult(Result result, bool isUnicode = true, int width = 100) => Draw(
        view => new TerminalWriter(view, width).Write(ResultDocument.Create(result)), isUnicode, width);
}
