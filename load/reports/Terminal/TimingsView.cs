namespace TwoTier.Load.Reports.Terminal;

/// <summary>Draws the phases of the requests: connect, TLS, time to the first byte, and body.</summary>
internal sealed class TimingsView(VariantResult run, MeasuredValueStyles styles, ConsoleView console)
{
    private const int CellWidth = 9;

    /// <summary>Draws a row for each phase that occurred.</summary>
    public void Draw()
    {
        var rows = TimingsTable.CreateRows(run).ToArray();
        if (rows.Length == 0)
            return;
        console.AddLine($"  phase, ms     {PadCells(TimingsTable.Headings)}", ConsoleStyles.Dimmed);
        foreach (var (name, cells, explanation) in rows)
        {
            console.Add($"  {name,-14}", ConsoleStyles.Dimmed)
                .Add(PadCells(cells), styles.OrdinaryValue)
                .AddLine($"   {explanation}", ConsoleStyles.Dimmed);
        }

        console.AddLine();
    }

    private static string PadCells(IEnumerable<string> cells) =>
        string.Concat(cells.Select(cell => cell.PadLeft(CellWidth)));
}
