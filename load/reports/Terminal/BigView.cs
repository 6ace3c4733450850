namespace TwoTier.Load.Reports.Terminal;

/// <summary>
/// Draws a result for a room, in which the letters of the terminal are large: the finding, and four columns that say
/// how each variant did.
/// </summary>
internal sealed class BigView(Result result, ConsoleView console, int width)
{
    /// <summary>Draws the finding. An invalid result has no table.</summary>
    public ConsoleView Draw()
    {
        var isInvalid = result.Validity.State == RunValidity.InvalidState;
        console.AddLine();
        if (isInvalid)
            console.Add(" INVALID ", ConsoleStyles.InvalidResult).Add("  ");
        console.AddLine(ResultSummary.Format(result), ConsoleStyles.Bold).AddLine();
        if (isInvalid || result.Kind == Result.RunKind)
            return console;

        var columns = new VariantColumns(result);
        var metric = new RankingMetric(result);
        new VariantTable([.. metric.OrderVariants()], console, width).Draw(
        [
            columns.Name(),
            columns.Goodput() with { DropRank = 1 },
            columns.ShortRatio(metric.GetRatio),
            columns.Verdict(metric.GetRatio),
        ]);
        return console;
    }
}
