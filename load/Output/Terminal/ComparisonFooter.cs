using Load.Output.Files;
using Load.Results;
using Load.Terminal;
using Load.Validity;

namespace Load.Output.Terminal;

/// <summary>The last lines of <c>load compare</c>, which are the ones that people copy.</summary>
internal sealed class ComparisonFooter(Result result, ConsoleView sheet)
{
    /// <param name="path">Of the JSON.</param>
    /// <param name="exit">Of the comparison; null where its file is only read.</param>
    public ConsoleView Draw(string path, int? exit = null)
    {
        ThresholdLines.Draw(result, sheet);
        var isInvalid = result.Validity.State == RunValidity.Invalid;
        sheet.Add("  data     ", ConsoleStyles.Dim).Add(path, ConsoleStyles.Strong).Line(isInvalid ? " (marked invalid), .md" : ", .md")
            .Add("  page     ", ConsoleStyles.Dim).Line(ResultFiles.PagePath(path), ConsoleStyles.Strong)
            .Add("  again    ", ConsoleStyles.Dim).Line(result.Repeat, ConsoleStyles.Strong);
        if (isInvalid)
            sheet.Add(" INVALID ", ConsoleStyles.Invalid).Line(exit is null ? "" : $"  exit {exit}");
        return sheet;
    }
}
