namespace TwoTier.Load.Reports.Terminal;

/// <summary>
/// Draws the last lines of the output of <c>load run</c>: thresholds, validity, files, exit code and finding.
/// </summary>
internal sealed class RunFooter(Result result, ConsoleView console)
{
    /// <summary>Draws the last lines of the output of load run.</summary>
    public ConsoleView Draw(string path, string? hgrm = null, int exitCode = 0)
    {
        ThresholdLines.Draw(result, console);
        DrawValidity();
        console.Add("  data     ", ConsoleStyles.Dimmed).Add(path, ConsoleStyles.Bold)
            .Add(result.Validity.State == RunValidity.InvalidState ? " (marked invalid), .md" : ", .md")
            .AddLine(hgrm is null ? "" : $", {hgrm}")
            .Add("  page     ", ConsoleStyles.Dimmed).AddLine(ResultFiles.GetPagePath(path), ConsoleStyles.Bold);
        if (exitCode != 0)
            console.Add("  exit     ", ConsoleStyles.Dimmed).AddLine($"{exitCode}");
        if (result.Validity.State != RunValidity.InvalidState)
            console.AddLine().AddLine(ResultSummary.Format(result), ConsoleStyles.Bold);
        return console;
    }

    private void DrawValidity()
    {
        var (state, checks) = (result.Validity.State, result.Validity.Checks);
        foreach (var check in checks.Where(check => check.State == CheckState.Fail))
        {
            console.Add("✗ ", ConsoleStyles.FailedCheck)
                .AddLine($"{check.Label}: {check.Value}, limit {check.Limit}: {check.Cure}");
        }

        foreach (var note in checks.Where(check => check.State == CheckState.Note))
            console.Add("! ", ConsoleStyles.SlowerVariant).AddLine(ValidityView.FormatNote(note));

        if (state == RunValidity.InvalidState)
            console.Add(" INVALID ", ConsoleStyles.InvalidResult).AddLine("  Do not quote these figures.", ConsoleStyles.Bold);
        else if (state == RunValidity.FailedAsPlannedState)
        {
            console.Add("◆ FAILED AS PLANNED ", ConsoleStyles.SlowerVariant)
                .AddLine(ValidityView.FormatPassedChecks(checks));
        }
        else if (state == RunValidity.CutShortState)
            console.Add("! CUT SHORT ", ConsoleStyles.SlowerVariant).AddLine(ValidityView.FormatPassedChecks(checks));
        else
            console.Add("✓ VALID ", ConsoleStyles.PassedCheck).AddLine(ValidityView.FormatPassedChecks(checks));
    }
}
