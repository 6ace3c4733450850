namespace Studies.Grids;

/// <summary>The options of a load, as the file of a study has them.</summary>
internal static class GridLoad
{
    private static readonly (string Name, string Value)[] Short =
        [("--warmup", "0.5s"), ("--slice", "1s"), ("--slice-warmup", "0.1s"), ("--duration", "2s")];

    private static DevelopmentCertificate Certificate =>
        DevelopmentCertificate.GetOrCreate(DevelopmentCertificate.DefaultFolder, TimeProvider.System);

    /// <summary>Whether each variant is loaded alone.</summary>
    public static bool IsOfOne(IReadOnlyDictionary<string, JsonElement> load) =>
        load.ContainsKey("count") || load.ContainsKey("duration");

    /// <summary>Gets the options; the short form replaces the times that the file has.</summary>
    public static (string Name, string Value)[] GetOptions(
        IReadOnlyDictionary<string, JsonElement> load, bool isShort, bool isTls = false) =>
    [
        .. isTls ? new[] { ("--tls", $"ca={Certificate.AuthorityPath}") } : [],
        .. from option in load
           let name = $"--{option.Key}"
           from value in option.Value.ValueKind is JsonValueKind.Array
               ? option.Value.EnumerateArray().Select(one => $"{one}") : [$"{option.Value}"]
           let replaced = isShort ? Short.FirstOrDefault(one => one.Name == name).Value : null
           select (name, replaced ?? value),
    ];

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
                MonitoredProcesses.MonitorBackend(one.Backend), ("--name", study), .. options,
            ]);
            if (run.Path is not null || !result.Cell.LimitsMemory)
                result.Loads[load] = run.ReadResult().SingleVariant;
        }
    }

    /// <summary>Compares the variants in rounds.</summary>
    /// <returns>The exit code of the load tool.</returns>
    public static async Task<int> CompareAsync(
        StudyContext context, GridFile grid, StartedVariant[] started, GridMeasurement[] measured, string load,
        (string Name, string Value)[] options, string study)
    {
        var sharesBackend = grid.Scenario is null && started.DistinctBy(one => one.Backend).Count() is 1;
        var run = await context.CompareAsync(grid.Scenario,
        [
            .. grid.Scenario is null ? new[] { ("--url", RequestUrls.GetRandomCustomerUrl(started[0].Target)) } : [],
            ("--vary", VariantDefinition.Format(started.Select(one => one.Define(
                !sharesBackend && one.Target != one.Backend)))),
            ("--baseline", started[0].Variant.Name), ("--name", $"{study}-{context.StartNumber}"),
            .. sharesBackend ? new[] { MonitoredProcesses.MonitorBackend(started[0].Backend) } : [], .. options,
        ]);
        var all = run.ReadResult();
        foreach (var result in measured)
            result.Loads[load] = all.GetVariant(result.Variant);
        return run.ToolExitCode;
    }

    /// <summary>Estimates the seconds that a load takes with so many variants.</summary>
    public static double EstimateSeconds(
        IReadOnlyDictionary<string, JsonElement> load, int variants, int? rounds, bool isShort)
    {
        var options = GetOptions(load, isShort).ToLookup(option => option.Name, option => option.Value);
        return variants * (IsOfOne(load)
            ? Get("--warmup", "0s") + Get("--duration", "2s") + 1
            : Get("--warmup", "3s") + (rounds!.Value * (Get("--slice", "1s") + Get("--slice-warmup", "0.5s") + 0.1)));

        double Get(string name, string usual) => ParseSeconds(options[name].FirstOrDefault() ?? usual);
    }

    /// <summary>Parses a time such as 250ms, 3s or 2m.</summary>
    private static double ParseSeconds(string time) => time switch
    {
        [.. var number, 'm', 's'] => Parse(number) / 1000,
        [.. var number, 'm'] => 60 * Parse(number),
        _ => Parse(time.TrimEnd('s')),
    };

    private static double Parse(string number) => double.Parse(number, CultureInfo.InvariantCulture);
}
