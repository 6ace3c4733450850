namespace Studies.Claims;

/// <summary>The results of benchmarks, read from the JSON files that BenchmarkDotNet writes.</summary>
internal sealed record BenchmarkReport(IReadOnlyList<BenchmarkCase> Benchmarks)
{
    public static BenchmarkReport Read(string folder)
    {
        var files = Directory.Exists(folder) ? Directory.GetFiles(folder, "*-report-brief.json") : [];
        return files is []
            ? throw new StudyException($"BenchmarkDotNet wrote no report to {folder}.")
            : new BenchmarkReport([.. files.SelectMany(file => Parse(File.ReadAllText(file)).Benchmarks)]);
    }

    public static BenchmarkReport Parse(string json) => JsonSerializer.Deserialize<BenchmarkReport>(json)!;

    public double GetTimeRatio(string method, string baseline, string parameters = "") =>
        GetRatio(method, baseline, parameters, benchmark => benchmark.Statistics?.Median);

    public double GetAllocationRatio(string method, string baseline, string parameters = "") =>
        GetRatio(method, baseline, parameters, benchmark => benchmark.Memory?.BytesAllocatedPerOperation);

    // A benchmark has one class for each garbage collector. The ratio is the geometric mean of their ratios.
    private double GetRatio(string method, string baseline, string parameters, Func<BenchmarkCase, double?> figure)
    {
        var cases = Benchmarks.Where(benchmark => benchmark.Parameters == parameters).ToLookup(one => one.Method);
        var ratios = cases[method]
            .Join(cases[baseline], one => one.Type, other => other.Type, (one, other) => figure(one) / figure(other))
            .OfType<double>().ToArray();
        return ratios is []
            ? throw new StudyException(
                $"There are no results of the benchmarks {method} and {baseline} with the parameters '{parameters}'.")
            : Math.Exp(ratios.Average(Math.Log));
    }
}

internal sealed record BenchmarkCase(
    string Type, string Method, string Parameters, BenchmarkStatistics? Statistics, BenchmarkMemory? Memory);

internal sealed record BenchmarkStatistics(double Median);

internal sealed record BenchmarkMemory(double BytesAllocatedPerOperation);
