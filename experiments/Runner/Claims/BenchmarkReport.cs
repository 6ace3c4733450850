namespace Experiments.Claims;

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

    /// <summary>
    /// Gets the ratio of the times or allocations of two methods. A benchmark has one class for each garbage collector:
    /// the ratio is the geometric mean of their ratios.
    /// </summary>
    public double GetRatio(RunFigure figure, string method, string baseline, string parameters = "")
    {
        var cases = Benchmarks.Where(benchmark => benchmark.Parameters == parameters).ToLookup(one => one.Method);
        var ratios = cases[method]
            .Join(cases[baseline], one => one.Type, other => other.Type, (one, other) => Read(one) / Read(other))
            .OfType<double>().ToArray();
        return ratios is []
            ? throw new StudyException(
                $"There are no results of the benchmarks {method} and {baseline} with the parameters '{parameters}'.")
            : Math.Exp(ratios.Average(Math.Log));

        double? Read(BenchmarkCase one) => figure is RunFigure.BenchmarkAllocation
            ? one.Memory?.BytesAllocatedPerOperation
            : one.Statistics?.Median;
    }
}

internal sealed record BenchmarkCase(
    string Type, string Method, string Parameters, BenchmarkStatistics? Statistics, BenchmarkMemory? Memory);

internal sealed record BenchmarkStatistics(double Median);

internal sealed record BenchmarkMemory(double BytesAllocatedPerOperation);
