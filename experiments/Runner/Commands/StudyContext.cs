namespace Experiments.Commands;

/// <summary>Everything that a study needs while it runs.</summary>
internal sealed record StudyContext
{
    public required TestbedEnvironment Environment { get; init; }
    public required LoadToolRunner LoadRunner { get; init; }
    public required ParseResult Arguments { get; init; }
    public required int Rounds { get; init; }

    /// <summary>The number of the start; null if there is only one.</summary>
    public int? StartNumber { get; init; }

    /// <summary>The only CPU core on which the load tool runs; null for all.</summary>
    public int? ToolCore { get; init; }

    public required string ResultsFolder { get; init; }

    /// <summary>The folder for tables: that of the results, or in experiments/results if they are published.</summary>
    public required string TableFolder { get; init; }

    /// <summary>What the user says on the state of the machine in published tables; null in others.</summary>
    public string? Note { get; init; }
    public required string RepeatCommand { get; init; }

    /// <summary>The file for the events of what is measured; null if nobody reads them.</summary>
    public string? Events { get; init; }

    /// <summary>The options that the study does not know and passes on to the load tool.</summary>
    public IReadOnlyList<string> UserOptions => Arguments.UnmatchedTokens;

    public StudyContext InFolder(string folder) => this with { ResultsFolder = folder };

    public T Get<T>(Option<T> option) => Arguments.GetRequiredValue(option);

    /// <summary>Writes a table of the study's results (<see cref="StudyFiles"/>).</summary>
    public void Write<T>(
        string name, IReadOnlyList<T> results, int wordColumns,
        params IReadOnlyList<(string Heading, Func<T, object?> Get)> columns) =>
        StudyFiles.Write(TableFolder, name, results, wordColumns, Note, columns);

    /// <summary>Compares variants with the load tool, whose display is shown if there is only one start.</summary>
    public Task<LoadRun> CompareAsync(string? scenario, params IReadOnlyList<(string Name, string Value)> options)
    {
        var command = CreateCommand("compare", scenario,
        [
            .. options,
            .. StartNumber is { } start ? new[] { ("--seed", $"{start}") } : [],
            .. Rounds > 0 ? new[] { ("--rounds", $"{Rounds}") } : [],
        ]);
        return StartNumber is not null ? LoadRunner.RunWithoutDisplayAsync(command) : LoadRunner.RunAsync(command);
    }

    /// <summary>Runs the load tool without its display, with a scenario and options, or options alone.</summary>
    public Task<LoadRun> SendAsync(string? scenario, params IReadOnlyList<(string Name, string Value)> options) =>
        LoadRunner.RunWithoutDisplayAsync(CreateCommand("run", scenario, options), core: ToolCore);

    private LoadCommand CreateCommand(
        string subcommand, string? scenario, IReadOnlyList<(string Name, string Value)> options) =>
        new(subcommand, ResultsFolder)
        {
            Scenario = scenario is null ? null : ProgramLocator.GetScenarioPath(scenario),
            Options = [.. options, ("--repeat-command", RepeatCommand)],
            UserOptions = UserOptions,
        };
}
