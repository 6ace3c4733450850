namespace Studies.Pictures;

/// <summary>
/// A linear axis around values that need not begin at zero: for values that differ little, so that their differences
/// can be seen. A picture with such an axis has to say so.
/// </summary>
internal sealed class LinearAxis
{
    private const int Parts = 4;
    private const double Tolerance = 1e-9;
    private static readonly double[] Steps = [1, 2, 5, 10];
    private readonly double _start;
    private readonly double _end;
    private readonly double _lowest;
    private readonly double _step;
    private readonly int _count;

    public LinearAxis(IEnumerable<double> values, double start, double end)
    {
        double[] all = [.. values];
        (_start, _end) = (start, end);
        var range = all.Max() - all.Min();
        _step = GetStep((range > 0 ? range : all.Max()) / Parts);
        _lowest = Math.Floor(all.Min() / _step * (1 + Tolerance)) * _step;
        _count = Math.Max(1, (int)Math.Ceiling(((all.Max() - _lowest) / _step) - Tolerance));
    }

    /// <summary>The values of the ticks, which are multiples of 1, 2 or 5 times a power of ten.</summary>
    public IEnumerable<double> Ticks => Enumerable.Range(0, _count + 1).Select(i => _lowest + (i * _step));

    /// <summary>Returns the smallest distance of ticks of at least a length: 1, 2 or 5 times a power of ten.</summary>
    public static double GetStep(double least)
    {
        var power = Math.Pow(10, Math.Floor(Math.Log10(least)));
        return Steps.Select(step => step * power).First(step => step >= least * (1 - Tolerance));
    }

    public double Place(double value) => _start + ((_end - _start) * (value - _lowest) / (_count * _step));
}
