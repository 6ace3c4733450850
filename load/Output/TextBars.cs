using Load.Units;

namespace Load.Output;

/// <summary>Bars and intervals drawn with characters.</summary>
internal static class TextBars
{
    public const int AxisWidth = 27;
    public const string AxisHeading = "0.9         1        1.1";

    private const string Eighths = "▏▎▍▌▋▊▉█";
    private const int Centre = 12;

    // Columns per unit of the natural logarithm: 10 % more is 10 columns.
    private const double PerUnit = 105;

    /// <summary>A bar for this share (0 to 1) of the width, to an eighth of a column.</summary>
    public static string Draw(double share, int width)
    {
        var eighths = (int)Math.Round(Math.Clamp(share, 0, 1) * width * 8);
        var rest = eighths % 8;
        return new string('█', eighths / 8) + (rest == 0 ? "" : Eighths[rest - 1]);
    }

    /// <summary>An interval around its ratio on a log scale zoomed on 1, or where it lies if that is outside.</summary>
    public static string Interval(double value, double lo, double hi)
    {
        if (PlaceOf(value) < 0)
            return $"◄ {SignificantDigits.FormatRatio(value)}".PadRight(Centre) + "│";
        if (PlaceOf(value) >= AxisWidth)
            return "│".PadLeft(Centre + 1) + $"{SignificantDigits.FormatRatio(value)} ►".PadLeft(AxisWidth - Centre - 1);

        var (left, right) = (PlaceOf(lo), PlaceOf(hi));
        var cells = new string(' ', AxisWidth).ToCharArray();
        cells[Centre] = '│';
        for (var i = Math.Max(0, left); i <= Math.Min(AxisWidth - 1, right); i++)
            cells[i] = '─';
        if (left >= 0)
            cells[left] = '├';
        if (right < AxisWidth)
            cells[right] = '┤';
        cells[PlaceOf(value)] = '●';
        return new string(cells);
    }

    private static int PlaceOf(double ratio) => Centre + (int)Math.Round(Math.Log(ratio) * PerUnit);
}
