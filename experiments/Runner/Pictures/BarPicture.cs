namespace Experiments.Pictures;

/// <summary>Draws rows of bars in columns, with a number beside each bar. A bar is a share from 0 to 100 %.</summary>
internal sealed record BarPicture(string Title, string Description, IReadOnlyList<string> Columns)
{
    private const double Left = 148;
    private const double ColumnWidth = 84;
    private const double Top = 24;
    private const double RowHeight = 22;
    private const double BarWidth = 36;
    private const double BarHeight = 12;
    private const double NumberSize = 10.5;

    public string Format(
        IReadOnlyList<(string Title, IEnumerable<(int Column, double Percent, string Number)> Bars)> rows)
    {
        var picture = new SvgPicture(Title, Description);
        foreach (var (column, name) in Columns.Index())
            picture.AddText(Left + (column * ColumnWidth), 12, name, size: NumberSize, colour: Palette.Ink);
        foreach (var (index, row) in rows.Index())
        {
            var y = Top + (index * RowHeight);
            picture.AddText(0, y + 11, row.Title, colour: Palette.Ink);
            foreach (var (column, percent, number) in row.Bars)
            {
                var x = Left + (column * ColumnWidth);
                picture.AddRectangle(x, y + 1, BarWidth, BarHeight, Palette.Grid);
                picture.AddRectangle(x, y + 1, BarWidth * percent / 100, BarHeight, Palette.Quiet);
                picture.AddText(x + BarWidth + 5, y + 11, number, size: NumberSize);
            }
        }

        return picture.Format(Top + (rows.Count * RowHeight));
    }
}
