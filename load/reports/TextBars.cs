using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports;

/// <summary>Draws bars and the intervals of ratios with characters.</summary>
internal static class TextBars
{
    public const int AxisWidth = 27;

    public const string AxisHeading = "0.9         1        1.1";

    private const string EighthBlocks = "▏▎▍▌▋▊▉█";
    private const int CentreColumn = 12;

    // A ratio of 1.1 is drawn 10 columns to the right of a ratio of 1.
    private const double ColumnsPerLogUnit = 105;

    /// <summary>Draws a bar whose length is accurate to an eighth of a character.</summary>
    public static string DrawBar(double share, int width)
    {
        var eighths = (int)Math.Round(Math.Clamp(share, 0, 1) * width * 8);
        var rest = eighths % 8;
        return new string('█', eighths / 8) + (rest == 0 ? "" : EighthBlocks[rest - 1]);
    }

    /// <summary>
    /// Draws a ratio and its interval on a logarithmic axis around 1. A ratio beyond the end of the axis is drawn as an
    /// arrow and a number.
    /// </summary>
    public static string DrawInterval(double value, double lo, double hi)
    {
        if (GetColumn(value) < 0)
            return $"◄ {FormatRatio(value)}".PadRight(CentreColumn) + "│";
        if (GetColumn(value) >= AxisWidth)
            return "│".PadLeft(CentreColumn + 1) + $"{FormatRatio(value)} ►".PadLeft(AxisWidth - CentreColumn - 1);

        var (left, right) = (GetColumn(lo), GetColumn(hi));
        var cells = new string(' ', AxisWidth).ToCharArray();
        cells[CentreColumn] = '│';
        for (var i = Math.Max(0, left); i <= Math.Min(AxisWidth - 1, right); i++)
            cells[i] = '─';
        if (left >= 0)
            cells[left] = '├';
        if (right < AxisWidth)
            cells[right] = '┤';
        cells[GetColumn(value)] = '●';
        return new string(cells);
    }

    // A ratio outside of the axis gets the column just beyond the end of the axis.
    private static int GetColumn(double ratio) =>
        (int)Math.Clamp(Math.Round(CentreColumn + Math.Log(ratio) * ColumnsPerLogUnit), -1, AxisWidth);
}
