namespace Studies.Commands;

/// <summary>Formats numbers for tables with about three digits, and a value that was not measured as a dash.</summary>
internal static class TableNumbers
{
    public const string NotMeasured = "–";

    public static string Format(double? figure) => figure is not { } value ? NotMeasured : value.ToString(
        Math.Abs(value) switch { >= 100 => "0", >= 10 => "0.0", >= 0.1 => "0.00", _ => "0.000" },
        CultureInfo.InvariantCulture);

    /// <summary>Formats a number with its interval, such as 1.05 [1.01, 1.09].</summary>
    public static string Format(double? figure, double? low, double? high) =>
        $"{Format(figure)} [{Format(low)}, {Format(high)}]";

    public static string FormatCell(object? value) => value switch
    {
        null => NotMeasured,
        double number => Format(number),
        _ => $"{value}",
    };

    public static string Format(double figure, string format) => figure.ToString(format, CultureInfo.InvariantCulture);

    /// <summary>Gets the median: of an even number of values, the mean of the two in the middle.</summary>
    public static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
