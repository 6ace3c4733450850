namespace Studies;

/// <summary>All commands of this program: the studies by the questions that they answer, and others.</summary>
internal static class StudyCatalog
{
    /// <summary>The studies, as the list of commands shows them: at most 20.</summary>
    public static IReadOnlyList<(string Heading, IReadOnlyList<StudyCommand> Commands)> Groups { get; } =
    [
        ("What does a way of calling cost?",
            [new ChattinessStudy(), new ProtocolStudy(), new TlsStudy(), new DistanceStudy()]),
        ("What do blocked threads and a client for each call cost?",
            [new BlockingStudy(), new IngestionStudy(), new PortExhaustionStudy()]),
        ("How far is the front-end from what is possible?", [new OverheadStudy()]),
        ("What helps when the back-end is slow, fails or is overloaded?",
            [new ResilienceMatrixStudy(), new LoadSheddingStudy()]),
        ("Which runtime, and how much CPU and memory, does a service need?",
            [new RuntimesStudy(), new DotNetVersionsStudy(), new CpuQuotaStudy(), new MemoryLimitStudy()]),
        ("Can the load tool be trusted?", [new AaTestStudy(), new LoadCostStudy()]),
    ];

    /// <summary>The commands that have targets of their own in the Makefile.</summary>
    public static IReadOnlyList<StudyCommand> OtherCommands { get; } =
    [
        new StrategyComparisonStudy(), new ServeCommand(), new TalkCommand(), new RehearseCommand(), new StageCommand(),
        new ClaimsCommand(), new VerifyCommand(), new DashboardCheck(), new DrillStudy(), new GenerateCommand(),
        new CertificateCommand(),
    ];

    public static IReadOnlyList<StudyCommand> Commands { get; } =
        [.. Groups.SelectMany(group => group.Commands), .. OtherCommands];
}
