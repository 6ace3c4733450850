using System.Text.Json;
using Studies.Hosting;

namespace Studies.Claims;

/// <summary>Results of benchmarks, from the JSON files that BenchmarkDotNet writes.</summary>
/// <param name="Benchmarks">The benchmarks of all files.</param>
internal sealed record BenchmarkReport(IReadOnlyList<BenchmarkCase> Benchmarks)
{
    /// <summary>Reads every report in a folder.</summary>
    /// <exception cref="StudyException">The folder has no report.</exception>
    public static BenchmarkReport Read(string folder)
    {
        var files = Directory.Exists(folder) ? Directory.GetFiles(folder, "*-report-brief.json") : [];
        return files is []
            ? throw new StudyException($"BenchmarkDotNet wrote no report to {folder}.")
            : new BenchmarkReport([.. files.SelectMany(file => Parse(File.ReadAllText(file)).Benchmarks)]);
    }

    public static BenchmarkReport Parse(string json) => JsonSerializer.Deserialize<BenchmarkReport>(json)!;

    /// <summary>Gets the ratio of the median times of two methods.</summary>
    /// <param name="method">The name of the method.</param>
    /// <param name="baseline">The method that it is compared with, in the same class.</param>
    /// <param name="parameters">The parameters of both, such as Bytes=40000.</param>
    public Estimate GetTimeRatio(string method, string baseline, string parameters = "") =>
        GetRatio(method, baseline, parameters, benchmark => benchmark.Statistics?.Median);

    /// <summary>Gets the ratio of the bytes that two methods allocate for each call.</summary>
    /// <inheritdoc cref="GetTimeRatio"/>
    public Estimate GetAllocationRatio(string method, string baseline, string parameters = "") =>
        GetRatio(method, baseline, parameters, benchmark => benchmark.Memory?.BytesAllocatedPerOperation);

    // One class for each collector: the interval is the lowest and the highest ratio of the classes.
    private Estimate GetRatio(string method, string baseline, string parameters, Func<BenchmarkCase, double?> figure)
    {
        var ratios = Find(method)
            .Join(Find(baseline), one => one.Type, other => other.Type, (one, other) => figure(one) / figure(other))
            .OfType<double>()
            .ToArray();
        return ratios is []
            ? throw new StudyException($"The benchmarks {method} and {baseline} ({parameters}) have no results.")
            : new Estimate(Math.Exp(ratios.Average(Math.Log)), ratios.Min(), ratios.Max());

        IEnumerable<BenchmarkCase> Find(string name) =>
            Benchmarks.Where(benchmark => benchmark.Method == name && benchmark.Parameters == parameters);
    }
}

/// <summary>One benchmark: a method with its parameters.</summary>
internal sealed record BenchmarkCase(
    string Type, string Method, string Parameters, BenchmarkStatistics? Statistics, BenchmarkMemory? Memory);

/// <param name="Median">The median time of a call in nanoseconds.</param>
internal sealed record BenchmarkStatistics(double Median);

/// <param name="BytesAllocatedPerOperation">The bytes that a call allocates.</param>
internal sealed record BenchmarkMemory(double BytesAllocatedPerOperation);
