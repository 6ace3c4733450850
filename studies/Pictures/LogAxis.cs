namespace Studies.Pictures;

/// <summary>A logarithmic axis that begins and ends at 1, 2 or 5 times a power of ten.</summary>
internal sealed class LogAxis
{
    private static readonly double[] Steps = [1, 2, 5];

    // 10^0.30103 is 2: without a tolerance, 2 itself could be taken for more than 2.
    private const double Tolerance = 1e-9;
    private readonly double _start;
    private readonly double _end;

    public LogAxis(IEnumerable<double> values, double start, double end)
    {
        double[] all = [.. values];
        if (all is [] || all.Any(value => !double.IsFinite(value) || value <= 0))
            throw new ArgumentException("A logarithmic axis needs values above zero.", nameof(values));
        (_start, _end) = (start, end);
        Low = GetCandidates(all.Min(), Steps).Last(value => value <= all.Min() * (1 + Tolerance));
        High = GetCandidates(all.Max(), Steps).First(value => value >= all.Max() * (1 - Tolerance));
        if (Low == High)
            (Low, High) = (Low / 10, High * 10);
    }

    public double Low { get; }
    public double High { get; }

    public double Place(double value) => _start + ((_end - _start) * Math.Log10(value / Low) / Math.Log10(High / Low));

    /// <summary>
    /// Gets the values at which the axis has ticks: 1, 2 and 5 times the powers of ten if their labels do not overlap,
    /// otherwise the powers of ten, or every second of them, and so on.
    /// </summary>
    public IReadOnlyList<double> GetTicks(Func<double, double> getLength)
    {
        double[] fine = [.. GetCandidates(Low, Steps).Where(IsInside)];
        if (HasSpace(fine, getLength))
            return fine;
        double[] decades = [.. GetCandidates(Low, [1]).Where(IsInside)];
        for (var every = 1; ; every++)
        {
            double[] some = [.. decades.Where(tick => (int)Math.Round(Math.Log10(tick)) % every == 0)];
            if (HasSpace(some, getLength))
                return some;
        }
    }

    public static string FormatTick(double tick) =>
        tick.ToString("# ### ### ##0.##########", CultureInfo.InvariantCulture).Trim();

    private bool IsInside(double value) => value >= Low * (1 - Tolerance) && value <= High * (1 + Tolerance);

    private bool HasSpace(double[] ticks, Func<double, double> getLength) => ticks.Zip(ticks.Skip(1)).All(pair =>
        Math.Abs(Place(pair.Second) - Place(pair.First)) >= (getLength(pair.First) + getLength(pair.Second)) / 2);

    // From a decade below the value to the end of the range of usual measurements above it.
    private static IEnumerable<double> GetCandidates(double from, double[] steps)
    {
        const int decades = 24;
        var first = (int)Math.Floor(Math.Log10(from)) - 1;
        return Enumerable.Range(first, decades)
            .SelectMany(power => steps.Select(step => step * Math.Pow(10, power)));
    }
}
