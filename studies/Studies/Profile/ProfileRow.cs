using Studies.Commands;

namespace Studies.Studies.Profile;

/// <summary>The CPU time that a service needs for a request.</summary>
internal sealed record CpuProfile(IReadOnlyDictionary<string, double> Categories, double CpuUs)
{
    public double SampledUs => Categories.Values.Sum();

    public double GetMicroseconds(string category) => Categories.GetValueOrDefault(category);
}

/// <summary>The CPU time of one kind of work, in microseconds for each request: means of the rounds.</summary>
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
