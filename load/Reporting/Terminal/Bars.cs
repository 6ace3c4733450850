namespace Load.Reporting.Terminal;

/// <summary>Bars and intervals drawn with characters.</summary>
internal static class Bars
{
    private const string Eighths = "▏▎▍▌▋▊▉█";

    /// <summary>A bar for this share (0 to 1) of the width, to an eighth of a column.</summary>
    public static string Of(double share, int width)
    {
        var eighths = (int)Math.Round(Math.Clamp(share, 0, 1) * width * 8);
        var rest = eighths % 8;
        return new string('█', eighths / 8) + (rest == 0 ? "" : Eighths[rest - 1]);
    }

    /// <summary>An interval around its ratio on a log scale zoomed on 1, or where it lies if that is outside.</summary>
    public static string Interval(double value, double lo, double hi)
    {
        if (PlaceOf(value) is < 0)
            return $"◄ {Figures.Ratio(value)}".PadRight(Axis.Centre) + "│" + new string(' ', Axis.Width - Axis.Centre - 1);
        if (PlaceOf(value) is >= Axis.Width)
            return new string(' ', Axis.Centre) + "│" + $"{Figures.Ratio(value)} ►".PadLeft(Axis.Width - Axis.Centre - 1);

        var cells = new string(' ', Axis.Width).ToCharArray();
        cells[Axis.Centre] = '│';
        for (var i = Math.Max(0, PlaceOf(lo)); i <= Math.Min(Axis.Width - 1, PlaceOf(hi)); i++)
            cells[i] = '─';
        if (PlaceOf(lo) is >= 0 and var left && left < PlaceOf(value))
            cells[left] = '├';
        if (PlaceOf(hi) is < Axis.Width and var right && right > PlaceOf(value))
            cells[right] = '┤';
        cells[PlaceOf(value)] = '●';
        return new string(cells);
    }

    public static int PlaceOf(double ratio) => ratio > 0 ? Axis.Centre + (int)Math.Round(Math.Log(ratio) * Axis.PerUnit) : -1;

    public static class Axis
    {
        public const int Width = 27;
        public const int Centre = 12;

        /// <summary>Columns per unit of the natural logarithm: 10 % is 10 columns.</summary>
        public const double PerUnit = 105;

        public const string Heading = "0.9         1        1.1   ";
    }
}
