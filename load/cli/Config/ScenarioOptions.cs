namespace TwoTier.Load.Cli.Config;

/// <summary>The options that all commands which send requests have in common.</summary>
internal sealed record ScenarioOptions(ScenarioFile? File, string? Name, ScenarioRequests Requests, TimeSpan Timeout)
{
    /// <summary>Whether the latencies include the requests that ended in a transport error.</summary>
    public bool IncludesFailures { get; init; }

    /// <summary>How connections are opened.</summary>
    public ClientOptions Client { get; init; } = new();

    public static ScenarioOptions Read(ParsedScenario scenario)
    {
        var values = scenario.Values;
        var reader = new RequestReader(values);
        var dataSource = reader.ReadDataSource();
        return new ScenarioOptions(
            scenario.File,
            values.GetValue(RunKeys.Name),
            new ScenarioRequests(reader.ReadKinds(dataSource), dataSource, values.GetValue(RunKeys.Seed))
            {
                Redactor = new Redactor(values.GetValues(RequestKeys.RedactedNames)),
            },
            values.GetValue(RunKeys.Timeout)!.Value)
        {
            Client = new ConnectionReader(values).Read(),
        };
    }

    /// <summary>Gets the name of the run and of its result files.</summary>
    public string GetName(string defaultName) => Name ?? File?.Name ?? defaultName;

    /// <summary>Describes what a run with these options will send.</summary>
    public RunDescription Describe(RequestMix requests, string defaultName, string commandLine, string? repeat) => new(
        new ScenarioDescription(GetName(defaultName), File?.Path, File?.Sha256, requests.Description),
        commandLine,
        repeat ?? commandLine,
        Requests.Seed,
        Timeout,
        Environment.ProcessorCount)
    {
        Client = Client.Describe(),
        SequencePart = Requests.SequencePart,
    };
}
