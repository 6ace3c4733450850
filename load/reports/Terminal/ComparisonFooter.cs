namespace TwoTier.Load.Reports.Terminal;

/// <summary>
/// Draws the last lines of the output of <c>load compare</c>: thresholds, files, the command that repeats the
/// comparison and, as the last line, the finding.
/// </summary>
internal sealed class ComparisonFooter(Result result, ConsoleView console)
{
    /// <summary>Draws the last lines of the output of load compare.</summary>
    public ConsoleView Draw(string path, int? exitCode = null)
    {
        ThresholdLines.Draw(result, console);
        var isInvalid = result.Validity.State == RunValidity.InvalidState;
        console.Add("  data     ", ConsoleStyles.Dimmed)
            .Add(path, ConsoleStyles.Bold)
            .AddLine(isInvalid ? " (marked invalid), .md" : ", .md")
            .Add("  page     ", ConsoleStyles.Dimmed)
            .AddLine(ResultFiles.GetPagePath(path), ConsoleStyles.Bold)
            .Add("  repeat   ", ConsoleStyles.Dimmed)
            .AddLine(result.RepeatCommand, ConsoleStyles.Bold);
        if (!isInvalid)
            console.AddLine().AddLine(ResultSummary.Format(result), ConsoleStyles.Bold);
        else
            console.Add(" INVALID ", ConsoleStyles.InvalidResult).AddLine(exitCode is null ? "" : $"  exit {exitCode}");
        return console;
    }
}
