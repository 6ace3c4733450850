using System.CommandLine;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Commands;

/// <summary>What a study runs with.</summary>
internal sealed class StudyContext
{
    /// <summary>Starts the services. All of them are stopped after the study.</summary>
    public required TestbedEnvironment Environment { get; init; }

    public required LoadToolRunner Load { get; init; }

    public required ParseResult Arguments { get; init; }

    public required int Rounds { get; init; }

    /// <summary>The rounds that the user asked for; null if the study chose them.</summary>
    public required int? GivenRounds { get; init; }

    /// <summary>The folder of the result files.</summary>
    public required string Folder { get; init; }

    /// <summary>The make command that repeats the study, for its report.</summary>
    public required string RepeatCommand { get; init; }

    /// <summary>Options that this program does not know. They are passed on.</summary>
    public IReadOnlyList<string> UserOptions => Arguments.UnmatchedTokens;

    public T Get<T>(Option<T> option) => Arguments.GetRequiredValue(option);

    /// <summary>Compares variants with the load tool, on this terminal.</summary>
    /// <param name="scenario">The name of a scenario in load/scenarios; null for none.</param>
    /// <param name="options">The options of the study. The user's replace them.</param>
    public Task<LoadRun> CompareAsync(string? scenario, params IReadOnlyList<(string Name, string Value)> options) =>
        Load.RunAsync(new LoadCommand("compare", Folder)
        {
            Scenario = scenario is null ? null : ProgramLocator.GetScenarioPath(scenario),
            Options = [.. options, ("--rounds", $"{Rounds}"), ("--repeat-command", RepeatCommand)],
            UserOptions = UserOptions,
        });

    /// <summary>Sends load without a display, on a scenario or on the options alone.</summary>
    public Task<LoadRun> SendAsync(string? scenario, params IReadOnlyList<(string Name, string Value)> options) =>
        Load.RunQuietlyAsync(new LoadCommand("run", Folder)
        {
            Scenario = scenario is null ? null : ProgramLocator.GetScenarioPath(scenario),
            Options = [.. options, ("--repeat-command", RepeatCommand)],
            UserOptions = UserOptions,
        });
}
