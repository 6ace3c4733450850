namespace Studies.Claims.Verification;

/// <summary>
/// Reads experiments from the result files of a published measurement, in place of making them. The names of
/// experiments and files are those of <see cref="MeasurementContext"/>. The run is what the row says; it is null if the
/// measurement is of another rule.
/// </summary>
internal sealed class RawExperiments(string folder, ClaimRun? run)
    : ExperimentCache(TimeProvider.System, () => () => null)
{
    /// <summary>What no run of the load tool writes, in the result files that were read.</summary>
    public List<string> Errors { get; } = [];

    public override Task<T> GetOrMeasureAsync<T>(string name, Func<Task<T>> measureAsync) =>
        Task.FromResult((T)Read(typeof(T), name));

    private object Read(Type type, string name) => type switch
    {
        _ when type == typeof(Result) => ReadResult(name),
        _ when type == typeof(BenchmarkReport) => BenchmarkReport.Read(Path.Combine(folder, name, "results")),
        _ when type == typeof(TestRun) => TestRun.Parse(File.ReadAllText(Find("", $"{name.Split('-')[0]}.ctrf.json"))),
        _ when type == typeof(BurstOutcome) => ClientOf2014.Read(Find(name, "*.json"), _ => ReadResult(name)),
        _ => JsonSerializer.Deserialize(File.ReadAllText(Find("", $"{name}.json")), type)!,
    };

    private Result ReadResult(string name)
    {
        var path = Find(name, "*.json");
        var result = Result.Read(path);
        var json = JsonElement.Parse(File.ReadAllText(path));
        Errors.AddRange(ResultCheck.FindErrors(result, json, GetLoad(name), run is null or { Cold: not null })
            .Select(error => $"{name}: {error}"));
        return result;
    }

    // A row that compares by connections has an experiment for each number.
    private Dictionary<string, string> GetLoad(string name)
    {
        var load = run?.Load.ToDictionary() ?? [];
        if (run is { IsComparison: true })
            load["rounds"] = $"{run.Rounds}";
        foreach (var count in (run?.Connections ?? []).Where(count => name.Contains($"-{count}-connections-")))
            load["connections"] = $"{count}";
        return load;
    }

    private string Find(string subfolder, string pattern)
    {
        var path = Path.Combine(folder, subfolder);
        return Directory.Exists(path) && Directory.GetFiles(path, pattern) is [var file]
            ? file
            : throw new StudyException($"{subfolder}/{pattern} is not among its result files");
    }
}
