using Load.Output.Files;
using Load.Results;
using Load.Terminal;
using Load.Validity;

namespace Load.Output.Terminal;

/// <summary>The last lines of <c>load run</c>: thresholds, validity, files and exit code.</summary>
internal sealed class RunFooter(Result result, ConsoleView sheet)
{
    public ConsoleView Draw(string path, string? hgrm = null, int exit = 0)
    {
        ThresholdLines.Draw(result, sheet);
        Verdict();
        sheet.Add("  data     ", ConsoleStyles.Dim).Add(path, ConsoleStyles.Strong)
            .Add(result.Validity.State == RunValidity.Invalid ? " (marked invalid), .md" : ", .md")
            .Line(hgrm is null ? "" : $", {hgrm}")
            .Add("  page     ", ConsoleStyles.Dim).Line(ResultFiles.PagePath(path), ConsoleStyles.Strong);
        if (exit != 0)
            sheet.Add("  exit     ", ConsoleStyles.Dim).Line($"{exit}");
        return sheet;
    }

    private void Verdict()
    {
        foreach (var check in result.Validity.Checks.Where(check => check.State == CheckState.Fail))
            sheet.Add("✗ ", ConsoleStyles.Bad).Line($"{check.Label}: {check.Value}, limit {check.Limit}: {check.Cure}");
        foreach (var note in result.Validity.Checks.Where(check => check.State == CheckState.Note))
            sheet.Add("! ", ConsoleStyles.Slower).Line(ValidityView.Note(note));
        if (result.Validity.State == RunValidity.Invalid)
            sheet.Add(" INVALID ", ConsoleStyles.Invalid).Line("  Do not quote these figures.", ConsoleStyles.Strong);
        else if (result.Validity.State == RunValidity.CutShort)
            sheet.Add("! CUT SHORT ", ConsoleStyles.Slower).Line(ValidityView.Facts(result.Validity.Checks));
        else
            sheet.Add("✓ VALID ", ConsoleStyles.Good).Line(ValidityView.Facts(result.Validity.Checks));
    }
}
