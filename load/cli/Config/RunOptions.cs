namespace TwoTier.Load.Cli.Config;

/// <summary>The options of <c>load run</c>.</summary>
internal sealed record RunOptions(
    ScenarioOptions Scenario,
    IReadOnlyList<Stage> Stages,
    TimeSpan Warmup,
    TimeSpan CoolDown,
    IReadOnlyList<MonitoredProcess> Processes,
    RunLimits Limits,
    IReadOnlyList<Threshold> Thresholds,
    OutputOptions Output)
{
    /// <summary>The highest number of requests at a time in any stage.</summary>
    public int Concurrency => Stages.Max(stage => stage.Profile.Concurrency);

    public static RunOptions Read(ParsedScenario parsed)
    {
        var values = parsed.Values;
        var scenario = ScenarioOptions.Read(parsed) with
        {
            IncludesFailures = values.GetValue(RunKeys.IncludeFailures),
        };
        var part = values.GetValue(RunKeys.PartOfSequence);
        scenario = scenario with { Requests = scenario.Requests with { SequencePart = part } };

        // If several load tools send parts of one load, each part has different random arrival times. With the same
        // times, all tools would send their requests simultaneously.
        var profiles = new LoadProfileReader(values, scenario.Requests.Seed + (part?.Number - 1 ?? 0));

        return new RunOptions(
            scenario,
            profiles.ReadStages(),
            values.GetValue(RunKeys.Warmup)!.Value,
            values.GetValue(MonitorKeys.CoolDown)!.Value,
            new MonitorReader(values).Read([.. scenario.Requests.Kinds.Select(kind => kind.Parts)]),
            profiles.ReadLimits(),
            values.GetValues(RunKeys.Thresholds),
            OutputOptions.Read(values));
    }
}
