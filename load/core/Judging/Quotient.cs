namespace TwoTier.Load.Judging;

/// <summary>Two sums whose quotient is a metric, such as successful responses and busy seconds.</summary>
internal readonly record struct Quotient(double Dividend, double Divisor)
{
    public double Value => Dividend / Divisor;

    public static Quotient operator +(Quotient one, Quotient other) =>
        new(one.Dividend + other.Dividend, one.Divisor + other.Divisor);

    /// <summary>Sums up what a metric divides; null if nothing of it was measured.</summary>
    /// <param name="metric">Throughput, CPU time or allocation.</param>
    /// <param name="samples">The samples of one variant.</param>
    /// <param name="whole">What is known of the variant in the starts of the samples, in place of the samples.</param>
    public static Quotient? Create(
        ComparedMetric metric, IReadOnlyList<Sample> samples, IReadOnlyList<VariantStart> whole)
    {
        var quotient = metric switch
        {
            ComparedMetric.Throughput => new(samples.Sum(sample => sample.Good), samples.Sum(sample => sample.BusyS)),
            ComparedMetric.CpuTime => PerRequest(sample => sample.CpuS, start => start.CpuS),
            _ => PerRequest(sample => sample.AllocatedBytes, start => start.AllocatedBytes),
        };
        return quotient.Divisor > 0 ? quotient : null;

        Quotient PerRequest(Func<Sample, double?> ofSample, Func<VariantStart, double?> ofStart)
        {
            if (whole.Count > 0 && whole.All(start => ofStart(start) is not null))
                return new(whole.Sum(start => ofStart(start)!.Value), samples.Sum(sample => sample.Requests));
            Sample[] known = [.. samples.Where(sample => ofSample(sample) is not null)];
            return new(known.Sum(sample => ofSample(sample)!.Value), known.Sum(sample => sample.Requests));
        }
    }
}
