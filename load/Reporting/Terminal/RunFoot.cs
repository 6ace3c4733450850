using Load.Checking;
using Load.Reporting.Model;

namespace Load.Reporting.Terminal;

/// <summary>The last lines of <c>load run</c>: thresholds, validity, files and exit code.</summary>
internal sealed class RunFoot(Result result, Sheet sheet)
{
    public Sheet Draw(string path, string? hgrm = null, int exit = 0)
    {
        ThresholdLines.Draw(result, sheet);
        Verdict();
        sheet.Add("  data     ", Tint.Dim).Add(path, Tint.Strong)
            .Add(result.Validity.State == Validity.Invalid ? " (marked invalid), .md" : ", .md")
            .Line(hgrm is null ? "" : $", {hgrm}")
            .Add("  page     ", Tint.Dim).Line(ResultFiles.PagePath(path), Tint.Strong);
        if (exit != 0)
            sheet.Add("  exit     ", Tint.Dim).Line($"{exit}");
        return sheet;
    }

    private void Verdict()
    {
        foreach (var check in result.Validity.Checks.Where(check => check.State == CheckState.Fail))
            sheet.Add("✗ ", Tint.Bad).Line($"{check.Label}: {check.Value}, limit {check.Limit}: {check.Cure}");
        foreach (var note in result.Validity.Checks.Where(check => check.State == CheckState.Note))
            sheet.Add("! ", Tint.Slower).Line(ValiditySheet.Note(note));
        if (result.Validity.State == Validity.Invalid)
            sheet.Add(" INVALID ", Tint.Invalid).Line("  Do not quote these figures.", Tint.Strong);
        else if (result.Validity.State == Validity.CutShort)
            sheet.Add("! CUT SHORT ", Tint.Slower).Line(ValiditySheet.Facts(result.Validity.Checks));
        else
            sheet.Add("✓ VALID ", Tint.Good).Line(ValiditySheet.Facts(result.Validity.Checks));
    }
}
