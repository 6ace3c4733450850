using Studies.Commands;

namespace Studies.Studies.Profile;

/// <summary>The CPU time that a service needs for a request.</summary>
/// <param name="Categories">The microseconds of CPU time of each category that the samples found.</param>
/// <param name="CpuUs">The CPU time in microseconds that the operating system counted.</param>
internal sealed record CpuProfile(IReadOnlyDictionary<string, double> Categories, double CpuUs)
{
    public double SampledUs => Categories.Values.Sum();

    public double GetMicroseconds(string category) => Categories.GetValueOrDefault(category);
}

/// <summary>The CPU time of one kind of work, in microseconds for each request: means of the rounds.</summary>
/// <param name="Work">The kind of work.</param>
/// <param name="MinimalUs">The CPU time with the minimal aggregator.</param>
/// <param name="FrontendUs">The CPU time with the front-end.</param>
/// <param name="DifferenceUs">The difference.</param>
/// <param name="LowUs">The lower end of the 99 % interval of the difference; null for one round.</param>
/// <param name="HighUs">The upper end of the interval; null for one round.</param>
internal sealed record ProfileRow(
    string Work, double MinimalUs, double FrontendUs, double DifferenceUs, double? LowUs, double? HighUs)
{
    private const double Confidence = 0.99;

    public static ProfileRow Create(
        string work,
        Func<CpuProfile, double> get,
        IReadOnlyList<CpuProfile> minimal,
        IReadOnlyList<CpuProfile> frontend)
    {
        double[] differences = [.. minimal.Zip(frontend, (one, other) => get(other) - get(one))];
        var mean = new SampleMean(differences);
        var half = mean.GetHalfWidth(Confidence);
        return new(work, minimal.Average(get), frontend.Average(get), mean.Value, mean.Value - half, mean.Value + half);
    }

    public string[] Format() =>
    [
        Work, Format(MinimalUs), Format(FrontendUs),
        LowUs is { } low ? $"{Format(DifferenceUs)} [{Format(low)}, {Format(HighUs!.Value)}]" : Format(DifferenceUs),
    ];

    private static string Format(double us) => TableNumbers.Format(us, "0.0");
}
