using TwoTier.Load.Reports.Documents;
using TwoTier.Load.Reports.Terminal;

namespace Load.Tests.Hosting;

/// <summary>Draws what the load tool shows on a terminal.</summary>
internal static class Drawing
{
    public static string Draw(Document document, int width = 100)
    {
        using var output = new StringWriter();
        var screen = TerminalScreen.Create(output, isLive: false, width);
        screen.Print(document);
        return output.ToString();
    }

    public static string DrawResult(Result result) => Draw(ResultDocument.Create(result));
}
