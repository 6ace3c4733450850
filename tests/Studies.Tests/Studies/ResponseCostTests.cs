using Studies.Studies.LoadShedding;

namespace Studies.Tests.Studies;

public sealed class ResponseCostTests
{
    [Fact]
    public void Create_BothServicesMeasured_AddsTheirCpuTimeAndDividesRoundByRound()
    {
        VariantResult[] rejections = [Result(new() { CpuMs = 0.02 }), Result(new() { CpuMs = 0.03 })];
        VariantResult[] aggregates =
        [
            Result(new() { CpuMs = 0.06 }, new() { CpuMs = 0.04 }),
            Result(new() { CpuMs = 0.1 }, new() { CpuMs = 0.05 }),
        ];

        var cost = ResponseCost.Create("503", rejections, aggregates);

        cost.Rounds.Select(us => us!.Value).ShouldBe([20, 30], 1e-9);
        cost.OfAggregate!.Value.ShouldBe(0.2, 1e-9);
        ResponseCost.Create("200", aggregates, aggregates).Rounds.Select(us => us!.Value).ShouldBe([100, 150], 1e-9);
        VariantResult[] unmeasured = [Result(new() { CpuMs = 0.06 }, new())];
        ResponseCost.Create("200", unmeasured, unmeasured).CpuUs.ShouldBeNull();
    }

    private static VariantResult Result(ProcessUsage target, ProcessUsage? backend = null)
    {
        var processes = new Dictionary<string, ProcessUsage?> { [VariantResult.TargetProcess] = target };
        if (backend is not null)
            processes[VariantResult.BackendProcess] = backend;
        return OverheadTests.CreateVariant(cpu: null, processes);
    }
}
