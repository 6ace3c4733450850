namespace Experiments.Pictures;

/// <summary>Draws lines of bars in columns, with a number beside each bar. A bar is a share from 0 to 100 %.</summary>
internal static class BarPicture
{
    private const double Left = 148;
    private const double ColumnWidth = 84;
    private const double Top = 24;
    private const double LineHeight = 22;
    private const double BarWidth = 36;
    private const double NumberSize = 10.5;

    public static string Draw(
        string title, string description, IReadOnlyList<string> columns, IReadOnlyList<MatrixLine> lines,
        Func<IReadOnlyDictionary<string, string>, (double Percent, string Number)> getBar)
    {
        var picture = new SvgPicture(title, description);
        foreach (var (column, name) in columns.Index())
            picture.AddText(Left + (column * ColumnWidth), 8, name, Colour.Ink, NumberSize);
        foreach (var (index, line) in lines.Index())
        {
            var y = Top + (index * LineHeight);
            picture.AddText(0, y + 7, line.Title, Colour.Ink);
            foreach (var (column, cell) in line.Cells.Index())
            {
                var ((percent, number), x) = (getBar(cell), Left + (column * ColumnWidth));
                picture.AddRectangle(x, y + 1, BarWidth, 12, Colour.Grid);
                picture.AddRectangle(x, y + 1, BarWidth * percent / 100, 12, Colour.Quiet);
                picture.AddText(x + BarWidth + 5, y + 7, number, size: NumberSize);
            }
        }

        return picture.Format(Top + (lines.Count * LineHeight));
    }
}

/// <summary>A line of a matrix. A cell has the texts of a row, by their headings.</summary>
internal sealed record MatrixLine(string Title, IReadOnlyList<IReadOnlyDictionary<string, string>> Cells);
