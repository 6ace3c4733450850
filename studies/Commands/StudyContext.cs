namespace Studies.Commands;

/// <summary>Everything that a study needs while it runs.</summary>
internal sealed record StudyContext
{
    public required TestbedEnvironment Environment { get; init; }
    public required LoadToolRunner LoadRunner { get; init; }
    public required ParseResult Arguments { get; init; }
    public required int Rounds { get; init; }

    /// <summary>The number of rounds that the user asked for; null if the study chose the number.</summary>
    public required int? UserRounds { get; init; }
    public required int Starts { get; init; }
    public required int StartNumber { get; init; }
    public required string ResultsFolder { get; init; }
    public required string RepeatCommand { get; init; }

    /// <summary>The options that the study does not know and passes on to the load tool.</summary>
    public IReadOnlyList<string> UserOptions => Arguments.UnmatchedTokens;

    public StudyContext InFolder(string folder) => this with { ResultsFolder = folder };

    public T Get<T>(Option<T> option) => Arguments.GetRequiredValue(option);

    /// <summary>Gets the folder for the results: that of published ones if the option --publish was given.</summary>
    public string GetFolder(Option<string?> publish, string published) => Arguments.GetValue(publish) is null
        ? ResultsFolder
        : ProgramLocator.GetPath("docs", "results", published);

    /// <summary>
    /// Compares variants with the load tool, whose display is shown on this terminal if it is the only comparison.
    /// </summary>
    public Task<LoadRun> CompareAsync(string? scenario, params IReadOnlyList<(string Name, string Value)> options)
    {
        var command = new LoadCommand("compare", ResultsFolder)
        {
            Scenario = scenario is null ? null : ProgramLocator.GetScenarioPath(scenario),
            Options =
            [
                .. options,
                .. Starts > 1 ? new[] { ("--seed", $"{StartNumber}") } : [],
                .. Rounds > 0 ? new[] { ("--rounds", $"{Rounds}") } : [],
                ("--repeat-command", RepeatCommand),
            ],
            UserOptions = UserOptions,
        };
        return Starts > 1 ? LoadRunner.RunWithoutDisplayAsync(command) : LoadRunner.RunAsync(command);
    }

    /// <summary>Runs the load tool without its display, with a scenario and options, or options alone.</summary>
    public Task<LoadRun> SendAsync(string? scenario, params IReadOnlyList<(string Name, string Value)> options) =>
        LoadRunner.RunWithoutDisplayAsync(new LoadCommand("run", ResultsFolder)
        {
            Scenario = scenario is null ? null : ProgramLocator.GetScenarioPath(scenario),
            Options = [.. options, ("--repeat-command", RepeatCommand)],
            UserOptions = UserOptions,
        });
}
