namespace Experiments.Pictures;

/// <summary>A logarithmic axis around 1, for values above zero. Its ends are 1, 2 or 5 times a power of ten.</summary>
internal sealed class LogAxis
{
    private static readonly double[] Steps = [1, 2, 5, 10];

    // 10^0.30103 is 2: without a tolerance, 2 itself could be taken for more than 2.
    private const double Tolerance = 1e-9;
    private readonly double _start;
    private readonly double _end;

    public LogAxis(IEnumerable<double> values, double start, double end)
    {
        double[] all = [.. values, 1];
        (_start, _end) = (start, end);
        (Low, High) = (1 / RoundUp(1 / all.Min()), RoundUp(all.Max()));
        if (Low == High)
            (Low, High) = (Low / 10, High * 10);
    }

    public double Low { get; }
    public double High { get; }

    public double Place(double value) => _start + ((_end - _start) * Math.Log10(value / Low) / Math.Log10(High / Low));

    /// <summary>Gets the powers of ten.</summary>
    public IEnumerable<double> GetTicks()
    {
        var first = (int)Math.Ceiling(Math.Log10(Low) - Tolerance);
        var last = (int)Math.Floor(Math.Log10(High) + Tolerance);
        return Enumerable.Range(first, last - first + 1).Select(power => Math.Pow(10, power));
    }

    public static string FormatTick(double tick) =>
        tick.ToString("# ### ### ##0.##########", CultureInfo.InvariantCulture).Trim();

    // The smallest of 1, 2 and 5 times a power of ten that is not below a value.
    private static double RoundUp(double value)
    {
        var power = Math.Pow(10, Math.Floor(Math.Log10(value)));
        return Steps.Select(step => step * power).First(step => step >= value * (1 - Tolerance));
    }
}
