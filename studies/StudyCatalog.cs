namespace Studies;

/// <summary>All commands of this program by the questions that they answer, as the command list shows them.</summary>
internal static class StudyCatalog
{
    public static IReadOnlyList<(string Heading, IReadOnlyList<StudyCommand> Commands)> Groups { get; } =
    [
        ("Run the services",
            [
                new StrategyComparisonStudy(), new StageCommand(), new TalkCommand(), new RehearseCommand(),
                new ServeCommand(), new CertificateCommand(),
            ]),
        ("What does a way of calling cost?",
            [
                new OverheadStudy(), new ChattinessStudy(), new DistanceStudy(), new ProtocolStudy(),
                new IngestionStudy(), new PeersStudy(), new PortExhaustionStudy(), new BlockingStudy(),
                new ClientOf2014(), new TlsStudy(),
            ]),
        ("What helps when the back-end is slow, fails or is overloaded?",
            [new ResilienceMatrixStudy(), new LoadSheddingStudy()]),
        ("What do the runtime and its memory cost?",
            [new RuntimesStudy(), new GcSettingsStudy(), new CpuQuotaStudy(), new MemoryLimitStudy()]),
        ("Can the load tool be trusted?",
            [
                new AaTestStudy(), new LoadCpuCostStudy(), new LoadPacingStudy(), new LoadMemoryStudy(),
                new Http2AgreementStudy(),
            ]),
        ("Do claims hold, and do dashboards and alerts work?", [new ClaimsCommand(), new VerifyCommand(), new DashboardCheck(), new DrillStudy()]),
        ("Generated files", [new GenerateCommand()]),
    ];

    public static IReadOnlyList<StudyCommand> Commands { get; } = [.. Groups.SelectMany(group => group.Commands)];
}
