namespace TwoTier.Load.Judging;

/// <summary>Two sums whose quotient is a metric, such as successful responses and busy seconds.</summary>
internal readonly record struct Quotient(double Dividend, double Divisor)
{
    public double Value => Dividend / Divisor;

    /// <summary>Sums up what a metric divides; null if nothing of it was measured.</summary>
    /// <param name="metric">Throughput, CPU time or allocation.</param>
    /// <param name="samples">The samples of one variant.</param>
    public static Quotient? Create(ComparedMetric metric, IEnumerable<Sample> samples)
    {
        (double? Dividend, double Divisor)[] parts =
        [
            .. samples.Select(sample => metric switch
            {
                ComparedMetric.Throughput => ((double?)sample.Good, sample.BusyS),
                ComparedMetric.CpuTime => (sample.CpuS, sample.Requests),
                _ => (sample.AllocatedBytes, sample.Requests),
            }),
        ];
        (double? Dividend, double Divisor)[] known = [.. parts.Where(part => part.Dividend is not null)];
        var sum = new Quotient(known.Sum(part => part.Dividend!.Value), known.Sum(part => part.Divisor));
        return sum.Divisor > 0 ? sum : null;
    }
}
