using Experiments.Claims.Catalog;

namespace Experiments.Grids;

/// <summary>The options of a load, as the file of a study has them.</summary>
internal static class GridLoad
{
    private static readonly (string Name, string Value)[] Short =
        [("--warmup", "0.5s"), ("--turn", "1s"), ("--lead", "0.1s"), ("--duration", "2s")];

    /// <summary>Whether each variant is loaded alone.</summary>
    public static bool IsOfOne(IReadOnlyDictionary<string, JsonElement> load) =>
        load.ContainsKey("count") || load.ContainsKey("duration");

    /// <summary>Gets the options; the short form replaces the times that the file has.</summary>
    public static (string Name, string Value)[] GetOptions(
        IReadOnlyDictionary<string, JsonElement> load, bool isShort, bool isTls = false) =>
    [
        .. isTls ? new[] { ("--tls", $"ca={DevelopmentCertificate.GetOrCreate().AuthorityPath}") } : [],
        .. from option in load
           let name = $"--{option.Key}"
           from value in option.Value.ValueKind is JsonValueKind.Array
               ? option.Value.EnumerateArray().Select(one => $"{one}") : [$"{option.Value}"]
           let replaced = isShort ? Short.FirstOrDefault(one => one.Name == name).Value : null
           select (name, replaced ?? value),
    ];

    /// <summary>Replaces a rate such as 2× by twice the throughput of the variant's first load.</summary>
    public static (string Name, string Value) Scale((string Name, string Value) option, GridMeasurement one) =>
        option.Value is [.. var factor, '×']
            ? (option.Name, $"{double.Parse(factor, CultureInfo.InvariantCulture)
                * one.Loads.Values.First().Throughput.Rate:0}/s")
            : option;

    /// <summary>Loads each variant alone. What the load tool says of errors is for the study to judge.</summary>
    public static async Task SendAsync(
        StudyContext context, GridFile grid, StartedVariant[] started, GridMeasurement[] measured, string load,
        (string Name, string Value)[] options, string study)
    {
        foreach (var (one, result) in started.Zip(measured).Shuffle())
        {
            var run = await context.InFolder(Path.Combine(context.ResultsFolder, "loads")).SendAsync(grid.Scenario,
            [
                ("--url", grid.Scenario is null ? one.Url : RequestUrls.FormatBaseUrl(one.Target)),
                MonitoredProcesses.MonitorBackend(one.Backend), ("--name", study),
                .. options.Select(option => Scale(option, result)),
            ]);
            if (run.Path is not null || !grid.MayFail)
                result.Loads[load] = run.ReadResult().SingleVariant;
        }
    }

    /// <summary>Compares the variants in rounds.</summary>
    /// <returns>The exit code of the load tool.</returns>
    public static async Task<int> CompareAsync(
        StudyContext context, GridFile grid, StartedVariant[] started, GridMeasurement[] measured, string load,
        (string Name, string Value)[] options, string study)
    {
        var run = await context.CompareAsync(grid.Scenario,
        [
            .. StartedVariant.CreateComparison(started, grid.Scenario is not null),
            ("--name", $"{study}-{context.StartNumber ?? 1}"), .. options,
        ]);
        var all = run.ReadResult();
        foreach (var result in measured)
            result.Loads[load] = all.GetVariant(result.Variant);
        return run.ToolExitCode;
    }
}
