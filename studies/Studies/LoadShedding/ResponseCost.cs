using Studies.Commands;
using Studies.LoadTool;

namespace Studies.Studies.LoadShedding;

/// <summary>The CPU time that a kind of response takes.</summary>
internal sealed record ResponseCost(
    string Response, double? CpuUs, RatioEstimate? OfAggregate, IReadOnlyList<double?> Rounds)
{
    public static ResponseCost Create(
        string response, IReadOnlyList<VariantResult> rounds, IReadOnlyList<VariantResult> aggregates)
    {
        double?[] cpu = [.. rounds.Select(GetCpuUs)];
        var measured = cpu.OfType<double>().ToArray();
        return new(
            response, measured.Length == cpu.Length ? TableNumbers.Median(measured) : null,
            RatioEstimate.FromRounds(cpu.Zip(aggregates.Select(GetCpuUs))), cpu);
    }

    public string[] Format() => [Response, TableNumbers.Format(CpuUs), $"{OfAggregate}"];

    private static double? GetCpuUs(VariantResult result)
    {
        var backend = result.Processes.ContainsKey(VariantResult.BackendProcess) ? result.Backend.CpuMs : 0;
        return 1000 * (result.Target.CpuMs + backend);
    }
}
