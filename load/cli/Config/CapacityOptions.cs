namespace TwoTier.Load.Cli.Config;

/// <summary>The options of <c>load capacity</c>.</summary>
internal sealed record CapacityOptions(
    ScenarioOptions Scenario,
    CapacityLoad Load,
    TimeSpan Within,
    TimeSpan Warmup,
    IReadOnlyList<MonitoredProcess> Processes,
    OutputOptions Output)
{
    private const string DefaultName = "capacity";

    public static CapacityOptions Read(ParsedScenario parsed)
    {
        var values = parsed.Values;
        var scenario = ScenarioOptions.Read(parsed) with
        {
            IncludesFailures = values.GetValue(RunKeys.IncludeFailures),
        };
        var limits = new LoadProfileReader(values, scenario.Requests.Seed).ReadLimits();
        if (!values.IsGiven(CapacityKeys.Slo))
        {
            values.Diagnostics.Add(
                values.Location, "a capacity search needs objectives", "--slo 'p99 < 20ms, errors < 0.1%'");
        }

        Threshold[] objectives = values.GetValue(CapacityKeys.Slo) ?? [];
        if (!objectives.Any(objective => objective.IsAboutErrors))
            objectives = [.. objectives, Threshold.Parse($"errors <= {limits.MaxErrorShare * 100:0.######}%")];

        return new CapacityOptions(
            scenario,
            new CapacityLoad(
                scenario.GetName(DefaultName),
                values.GetValue(CapacityKeys.Connections),
                scenario.Client.Streams,
                values.GetValue(LoadProfileKeys.MaxBacklog),
                values.GetValue(LoadProfileKeys.PoissonArrivals),
                scenario.Requests.Seed,
                objectives,
                limits),
            values.GetValue(CapacityKeys.TimeLimit)!.Value,
            values.GetValue(RunKeys.Warmup)!.Value,
            new MonitorReader(values).Read([.. scenario.Requests.Kinds.Select(kind => kind.Parts)]),
            OutputOptions.Read(values));
    }
}
