using Studies.Checks;
using Studies.Claims.Catalog;
using Studies.Commands;
using Studies.Essays;
using Studies.Studies;
using Studies.Studies.Chattiness;
using Studies.Studies.Clients;
using Studies.Studies.Containers;
using Studies.Studies.HeapCurve;
using Studies.Studies.Incidents;
using Studies.Studies.LoadGenerator;
using Studies.Studies.LoadShedding;
using Studies.Studies.Profile;
using Studies.Studies.Runtimes;
using Studies.Studies.Stampede;
using Studies.Talk;

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
        new PrecisionStudy(),
        new AllocationCounterStudy(),
        new CancellationStudy(),
        new ChattinessStudy(),
        new CompressionStudy(),
        new ConnectionLifeStudy(),
        new GcSettingsStudy(),
        new HeapCurveStudy(),
        new IngestionStudy(),
        new LoadSheddingStudy(),
        new OverheadProfileStudy(),
        new PayloadStudy(),
        new PortExhaustionStudy(),
        new ProtocolStudy(),
        new RecoveryStudy(),
        new RejectionCostStudy(),
        new ResilienceStudy(),
        new RuntimesStudy(),
        new SoakStudy(),
        new StampedeStudy(),
        new ThreadPoolBurstStudy(),
        new TracingStudy(),
        new DeserializationStudy(),
        new HeldConnectionStudy(),
        new LargeObjectStudy(),
        new UnreadFailureStudy(),
        new MemoryLimitStudy(),
        new ScaleOutStudy(),
        new CapacitySearches(),
        new LoadCpuCostStudy(),
        new Http2AgreementStudy(),
        new EventsCostStudy(),
        new LoadMemoryStudy(),
        new LoadPacingStudy(),
        new ClaimsCommand(),
        new AlertCheck(),
        new DashboardCheck(),
        new DrillStudy(),
        new GenerateCommand(),
    ];
}
