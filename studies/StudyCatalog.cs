namespace Studies;

/// <summary>All commands of this program, in the order in which the command list shows them.</summary>
internal static class StudyCatalog
{
    public static IReadOnlyList<StudyCommand> Commands { get; } =
    [
        new StrategyComparisonStudy(),
        new StageCommand(),
        new TalkCommand(),
        new RehearseCommand(),
        new ServeCommand(),
        new OverheadStudy(),
        new AaTestStudy(),
        new ChattinessStudy(),
        new ConnectionLifeStudy(),
        new GcSettingsStudy(),
        new IngestionStudy(),
        new LoadSheddingStudy(),
        new PortExhaustionStudy(),
        new ProtocolStudy(),
        new ResilienceStudy(),
        new RuntimesStudy(),
        new StampedeStudy(),
        new ThreadPoolBurstStudy(),
        new MemoryLimitStudy(),
        new LoadCpuCostStudy(),
        new Http2AgreementStudy(),
        new LoadMemoryStudy(),
        new LoadPacingStudy(),
        new ClaimsCommand(),
        new DashboardCheck(),
        new DrillStudy(),
        new GenerateCommand(),
    ];
}
