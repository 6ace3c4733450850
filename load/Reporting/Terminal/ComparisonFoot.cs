using Load.Reporting.Model;

namespace Load.Reporting.Terminal;

/// <summary>The last lines of <c>load compare</c>, which are the ones that people copy.</summary>
internal sealed class ComparisonFoot(Result result, Sheet sheet)
{
    /// <param name="path">Of the JSON.</param>
    /// <param name="exit">Of the comparison; null where its file is only read.</param>
    public Sheet Draw(string path, int? exit = null)
    {
        ThresholdLines.Draw(result, sheet);
        var isInvalid = result.Validity.State == Validity.Invalid;
        sheet.Add("  data     ", Tint.Dim).Add(path, Tint.Strong).Line(isInvalid ? " (marked invalid), .md" : ", .md")
            .Add("  page     ", Tint.Dim).Line(ResultFiles.PagePath(path), Tint.Strong)
            .Add("  again    ", Tint.Dim).Line(result.Repeat, Tint.Strong);
        if (isInvalid)
            sheet.Add(" INVALID ", Tint.Invalid).Line(exit is null ? "" : $"  exit {exit}");
        return sheet;
    }
}
