using Studies.LoadTool;
using Studies.Studies.LoadShedding;

namespace Studies.Tests.Studies;

public sealed class ResponseCostTests
{
    [Fact]
    public void Create_BothServicesMeasured_AddsTheirCpuTimeAndDividesRoundByRound()
    {
        VariantResult[] rejections = [Result(0.02), Result(0.03)];
        VariantResult[] aggregates = [Result(0.06, backendMs: 0.04), Result(0.1, backendMs: 0.05)];

        var cost = ResponseCost.Create("503", rejections, aggregates);

        cost.Rounds.Select(us => us!.Value).ShouldBe([20, 30], 1e-9);
        cost.OfAggregate!.Value.ShouldBe(0.2, 1e-9);
        var whole = ResponseCost.Create("200", aggregates, aggregates);
        whole.Rounds.Select(us => us!.Value).ShouldBe([100, 150], 1e-9);
        whole.OfAggregate!.Value.ShouldBe(1);
    }

    [Fact]
    public void Create_BackendNotMeasured_HasNoCost()
    {
        VariantResult[] rounds = [Result(0.06, backendMs: null, hasBackend: true)];

        var cost = ResponseCost.Create("200", rounds, rounds);

        cost.CpuUs.ShouldBeNull();
        cost.OfAggregate.ShouldBeNull();
    }

    private static VariantResult Result(double targetMs, double? backendMs = null, bool hasBackend = false)
    {
        var processes = new Dictionary<string, ProcessUsage?>
        {
            [VariantResult.TargetProcess] = new() { CpuMs = targetMs },
        };
        if (hasBackend || backendMs is not null)
            processes[VariantResult.BackendProcess] = new() { CpuMs = backendMs };
        return new VariantResult
        {
            Name = "run",
            Url = "",
            Requests = 5_000,
            Errors = 0,
            MeasuredS = 5,
            Processes = processes,
            Throughput = new(1_000, null, null),
            Latency = new(null, null, null, null, null),
        };
    }
}
