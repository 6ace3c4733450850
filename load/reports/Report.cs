using TwoTier.Load.Reports.Terminal;

namespace TwoTier.Load.Reports;

/// <summary>The report of a result, for a program that has measured.</summary>
public static class Report
{
    /// <summary>
    /// Writes a result to a folder, as JSON, Markdown and a page, overwrites nothing, and prints the result on the
    /// console with the place of its page.
    /// </summary>
    /// <exception cref="IOException">A file cannot be written; none is left then.</exception>
    public static async Task PublishAsync(Result result, string folder)
    {
        var path = await ResultFiles.WriteAsync(result, folder);
        TerminalScreen.CreateForTerminal().Print(result, path);
    }
}
