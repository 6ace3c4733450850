namespace Studies.Pictures;

/// <summary>A linear axis from zero. Its ticks are multiples of 1, 2 or 5 times a power of ten.</summary>
internal sealed class LinearAxis(double most, double start, double end)
{
    private const int Parts = 4;
    private const double Tolerance = 1e-9;
    private static readonly double[] Steps = [1, 2, 5, 10];
    private readonly double _step = GetStep(most / Parts);

    /// <summary>The values of the ticks, of which the last one is at the end of the axis.</summary>
    public IEnumerable<double> Ticks => Enumerable.Range(0, Count + 1).Select(i => i * _step);

    private int Count => (int)Math.Ceiling((most / _step) - Tolerance);

    /// <summary>Returns the smallest distance of ticks of at least a length: 1, 2 or 5 times a power of ten.</summary>
    public static double GetStep(double least)
    {
        var power = Math.Pow(10, Math.Floor(Math.Log10(least)));
        return Steps.Select(step => step * power).First(step => step >= least * (1 - Tolerance));
    }

    public double Place(double value) => start + ((end - start) * value / (Count * _step));
}
