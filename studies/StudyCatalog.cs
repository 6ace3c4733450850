using Studies.Checks;
using Studies.Claims.Catalog;
using Studies.Commands;
using Studies.Studies;
using Studies.Studies.Clients;
using Studies.Studies.Containers;
using Studies.Studies.LoadGenerator;

namespace Studies;

/// <summary>All commands of this program, in the order in which the command list shows them.</summary>
internal static class StudyCatalog
{
    public static IReadOnlyList<StudyCommand> Commands { get; } =
    [
        new StrategyComparison(),
        new Serve(),
        new Overhead(),
        new AaTest(),
        new Cancellation(),
        new GcSettings(),
        new Ingestion(),
        new PortExhaustion(),
        new Recovery(),
        new ThreadPoolBursts(),
        new Deserialization(),
        new HeldConnection(),
        new LargeObjects(),
        new UnreadFailure(),
        new MemoryLimits(),
        new ScaleOut(),
        new CapacitySearches(),
        new LoadCost(),
        new LoadLivePage(),
        new LoadMemory(),
        new LoadPacing(),
        new ClaimsCommand(),
        new AlertCheck(),
        new DashboardCheck(),
    ];
}
