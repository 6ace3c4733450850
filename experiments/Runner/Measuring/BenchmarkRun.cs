namespace Experiments.Measuring;

/// <summary>Runs benchmarks in short jobs, and reads the JSON files that BenchmarkDotNet writes.</summary>
internal static class BenchmarkRun
{
    public const string Time = "benchmark time";
    public const string Allocation = "benchmark allocation";

    private static readonly string[] Length = ["--job", "short", "--iterationCount", "7", "--iterationTime", "250"];

    public static async Task<IReadOnlyList<Row>> RunAsync(
        string name, string? parameters, int start, StudyContext context)
    {
        var artifacts = Path.GetFullPath(Path.Combine(context.ResultsFolder, $"benchmarks-{start}"));
        var filter = parameters is null ? $"*{name}*" : $"*{name}*({parameters})";
        var benchmarks = ProgramLocator.CreateStartInfo(
            "Benchmarks", ["--filter", filter, "--artifacts", artifacts, .. Length]);
        benchmarks.WorkingDirectory = ProgramLocator.RepositoryRoot;
        var output = await ProcessRunner.CaptureAsync(benchmarks, context.Environment.StopToken);
        await File.WriteAllTextAsync($"{artifacts}.log", output.All);
        return output.ExitCode is 0
            ? [.. Directory.GetFiles(Path.Combine(artifacts, "results"), "*-report-brief.json").SelectMany(file => Parse(File.ReadAllText(file)))]
            : throw new StudyException($"The benchmarks {name} exited with code {output.ExitCode}. See {artifacts}.log.");
    }

    /// <summary>Creates a row of each benchmark: its class and parameters, and the method as the variant.</summary>
    public static IEnumerable<Row> Parse(string json) =>
        from one in JsonElement.Parse(json).GetProperty("Benchmarks").EnumerateArray()
        let time = Read(one, "Statistics", "Median")
        let allocation = Read(one, "Memory", "BytesAllocatedPerOperation")
        select new Row(new Dictionary<string, string>
        {
            ["class"] = $"{one.GetProperty("Type")}",
            ["parameters"] = $"{one.GetProperty("Parameters")}",
            [Row.VariantWord] = $"{one.GetProperty("Method")}",
        })
        {
            Figures = new[] { (Time, time), (Allocation, allocation) }.Where(figure => figure.Item2 is not null)
                .ToDictionary(figure => figure.Item1, figure => figure.Item2!.Value),
        };

    private static double? Read(JsonElement benchmark, string part, string name) =>
        benchmark.TryGetProperty(part, out var values) && values.ValueKind is JsonValueKind.Object
            ? values.GetProperty(name).GetDouble() : null;
}
