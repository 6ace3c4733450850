using System.Globalization;

namespace Studies.Commands;

/// <summary>Formats figures for tables: about three digits, and a dash for what was not measured.</summary>
internal static class Figures
{
    public const string None = "–";

    public static string Format(double? figure) => figure is not { } value ? None : value.ToString(
        value >= 100 ? "0" : value >= 10 ? "0.0" : value >= 0.1 ? "0.00" : "0.000", CultureInfo.InvariantCulture);

    /// <summary>Formats a figure with its interval: 1.05 [1.01, 1.09].</summary>
    public static string Format(double? figure, double? low, double? high) =>
        $"{Format(figure)} [{Format(low)}, {Format(high)}]";

    public static string Format(double figure, string format) => figure.ToString(format, CultureInfo.InvariantCulture);

    /// <summary>Gets the middle value; of an even number of values the upper of the two.</summary>
    public static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }
}
