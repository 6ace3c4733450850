namespace TwoTier.Load.Reports.Terminal;

/// <summary>Chooses the columns of a table that fit the width of the terminal.</summary>
internal static class TableLayout
{
    private const int GapWidth = 2;

    /// <summary>
    /// Leaves out columns, those with the highest <see cref="TableColumn.DropRank"/> first, until a row fits the width.
    /// </summary>
    public static TableColumn[] Fit(IEnumerable<TableColumn> columns, int width)
    {
        var left = columns.ToList();
        while (true)
        {
            var fitted = WidenGroups(left);
            var dropped = left.MaxBy(column => column.DropRank);
            if (fitted.Sum(GetWidth) <= width || dropped is null or { DropRank: 0 })
                return fitted;
            left.Remove(dropped);
        }
    }

    /// <summary>Formats the line with the headings of groups; null if no column belongs to a group.</summary>
    public static string? FormatGroupHeadings(IReadOnlyList<TableColumn> columns)
    {
        if (columns.All(column => column.Group is null))
            return null;
        return string.Concat(columns.Select((column, i) =>
            i + 1 < columns.Count && columns[i + 1].Group == column.Group
                ? ""
                : (column.Group?.Heading ?? "").PadLeft(GetGroupWidth(columns, i))));
    }

    private static int GetGroupWidth(IReadOnlyList<TableColumn> columns, int last) =>
        columns.Take(last + 1).Reverse().TakeWhile(column => column.Group == columns[last].Group).Sum(GetWidth);

    // The first column of a group takes the width that the heading of the group needs beyond its columns.
    private static TableColumn[] WidenGroups(List<TableColumn> columns)
    {
        return [.. columns.Select((column, i) => IsFirstOfGroup(i) ? Widen(column) : column)];

        bool IsFirstOfGroup(int i) =>
            columns[i].Group is not null && (i == 0 || columns[i - 1].Group != columns[i].Group);

        TableColumn Widen(TableColumn column)
        {
            var width = columns.Where(other => other.Group == column.Group).Sum(GetWidth);
            return column with { Width = column.Width + Math.Max(0, column.Group!.Width - width) };
        }
    }

    private static int GetWidth(TableColumn column) => GapWidth + Math.Abs(column.Width);
}
