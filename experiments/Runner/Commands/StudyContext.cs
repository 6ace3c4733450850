namespace Experiments.Commands;

/// <summary>Everything that a study needs while it runs.</summary>
internal sealed record StudyContext
{
    public required TestbedEnvironment Environment { get; init; }
    public required ParseResult Arguments { get; init; }
    public required int Rounds { get; init; }

    public required string ResultsFolder { get; init; }

    /// <summary>The folder for tables: that of the results, or in experiments/results if they are published.</summary>
    public string TableFolder => Note is null ? ResultsFolder : ProgramLocator.GetPath("experiments", "results");

    /// <summary>What the user says on the state of the machine in published tables; null in others.</summary>
    public string? Note { get; init; }
    public required string RepeatCommand { get; init; }

    /// <summary>The file for the events of what is measured; null if nobody reads them.</summary>
    public string? Events { get; init; }

    /// <summary>The options that the study does not know and passes on to the load tool.</summary>
    public IReadOnlyList<string> UserOptions => Arguments.UnmatchedTokens;

    public StudyContext InFolder(string folder) => this with { ResultsFolder = folder };

    public T Get<T>(Option<T> option) => Arguments.GetRequiredValue(option);
}
