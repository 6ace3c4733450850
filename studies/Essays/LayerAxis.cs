namespace Studies.Essays;

/// <summary>A linear axis that has zero and all intervals, also those below zero.</summary>
internal sealed class LayerAxis
{
    private const int MaxTicks = 6;
    private static readonly double[] Digits = [1, 2, 5, 10];
    private readonly double _left;
    private readonly double _right;
    private readonly double _low;
    private readonly double _high;
    private readonly double _step;

    public LayerAxis(IEnumerable<LayerTime> times, double left, double right)
    {
        var (low, high) = (0.0, 0.0);
        foreach (var time in times)
            (low, high) = (Math.Min(low, time.Low), Math.Max(high, time.High));
        var decade = Math.Pow(10, Math.Floor(Math.Log10((high - low) / MaxTicks)));
        _step = Digits.Select(digit => digit * decade)
            .First(step => Math.Ceiling(high / step) - Math.Floor(low / step) <= MaxTicks);
        (_low, _high) = (Math.Floor(low / _step) * _step, Math.Ceiling(high / _step) * _step);
        (_left, _right) = (left, right);
    }

    public double Place(double value) => _left + ((_right - _left) * (value - _low) / (_high - _low));

    public IEnumerable<double> GetTicks() =>
        Enumerable.Range((int)Math.Round(_low / _step), (int)Math.Round((_high - _low) / _step) + 1)
            .Select(tick => tick * _step);
}
