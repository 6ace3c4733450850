using Experiments.Checks;
using Experiments.Claims.Catalog;
using Experiments.Essays;
using Experiments.Talk;

namespace Experiments;

/// <summary>All commands of this program: the studies by the questions that they answer, and others.</summary>
internal static class StudyCatalog
{
    private static readonly ILookup<string, Study> Files = StudyFile.ReadAll().ToLookup(study => study.Question);

    /// <summary>The studies, as the list of commands shows them: at most 20.</summary>
    public static IReadOnlyList<(string Heading, IReadOnlyList<StudyCommand> Commands)> Groups { get; } =
    [
        Create("What does each way of calling a service cost?"),
        Create("What do blocked threads and a client for each call cost?"),
        Create("How does the front-end compare with smaller programs?"),
        Create("What helps when the back-end is slow, fails or is overloaded?"),
        Create("Which runtime, and how much CPU and memory, does a service need?"),
        Create("Can the load tool be trusted?"),
    ];

    /// <summary>The commands that have targets of their own in the Makefile.</summary>
    public static IReadOnlyList<StudyCommand> OtherCommands { get; } =
    [
        new StrategyComparisonStudy(), new ServeCommand(), new TalkCommand(), new RehearseCommand(), new StageCommand(),
        new ClaimsCommand(), new VerifyCommand(), new DashboardCheck(), new GenerateCommand(),
    ];

    public static IReadOnlyList<StudyCommand> Commands { get; } =
        [.. Groups.SelectMany(group => group.Commands), .. OtherCommands];

    private static (string Heading, IReadOnlyList<StudyCommand> Commands) Create(
        string heading, params IEnumerable<StudyCommand> programs) => (heading, [.. Files[heading], .. programs]);
}
