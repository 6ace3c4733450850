namespace TwoTier.Load.Reports.Terminal;

/// <summary>Draws tables that have one row for each variant and that fit the width of the terminal.</summary>
internal sealed class VariantTable(IReadOnlyList<VariantResult> rows, ConsoleView console, int width)
{
    /// <summary>Draws a table, without the columns for which the terminal is too narrow.</summary>
    public void Draw(IEnumerable<TableColumn> columns)
    {
        var fitting = TableLayout.Fit(columns, width);
        if (TableLayout.FormatGroupHeadings(fitting) is { } groups)
            console.AddLine(groups, ConsoleStyles.Dimmed);
        var headings = string.Join("  ", fitting.Select(column => column.Pad(column.Heading)));
        console.AddLine("  " + headings.TrimEnd(), ConsoleStyles.Dimmed);
        foreach (var row in rows)
        {
            foreach (var column in fitting[..^1])
                console.Add("  ").Add(column.Pad(column.GetText(row)), column.GetStyle?.Invoke(row));
            var last = fitting[^1];
            console.Add("  ").AddLine(last.Pad(last.GetText(row)).TrimEnd(), last.GetStyle?.Invoke(row));
        }

        console.AddLine();
    }
}
