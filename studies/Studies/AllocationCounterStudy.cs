using System.CommandLine;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Shows that the measured allocation per request is right or not known when the adaptive Server GC (DATAS) gives up a
/// heap, after which the runtime's count of allocated bytes stands still: docs/allocation-counter.md.
/// </summary>
internal sealed class AllocationCounterStudy : StudyCommand
{
    private const string Counter = "dotnet_gc_heap_total_allocated_bytes_total";
    private const double Tolerance = 0.1;

    public AllocationCounterStudy()
        : base(
            "allocation-counter",
            "Checks the allocation per request after the adaptive GC has given up a heap.",
            new(14)) =>
        PassUnknownOptionsTo("load compare");

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(30 + (rounds * 7.5));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await context.Environment.StartBackendAsync();
        var adaptive = await StartFrontendAsync("1");
        var fixedHeaps = await StartFrontendAsync("0");

        // Under heavy load, the adaptive GC uses several heaps. Under the light load that follows, it uses one.
        await context.LoadRunner.RunAsync(new LoadCommand("run", context.ResultsFolder)
        {
            Options =
            [
                ("--url", RequestUrls.GetRandomCustomerUrl(adaptive, "")), ("--connections", "20"),
                ("--warmup", "0s"), ("--duration", "12s"), ("--name", "heavy"),
            ],
        });
        var run = await context.CompareAsync(null,
            ("--url", RequestUrls.GetRandomCustomerUrl(adaptive, "")),
            ("--vary", VariantDefinition.Format(
            [
                new VariantDefinition("adaptive", RequestUrls.FormatBaseUrl(adaptive)),
                new VariantDefinition("fixed", RequestUrls.FormatBaseUrl(fixedHeaps)),
            ])),
            ("--baseline", "adaptive"), ("--rate", "200/s"), ("--slice", "2s"), ("--warmup", "1s"), ("--name", Name));
        if (!run.HasResult)
            return run.ToolExitCode;

        var result = run.ReadResult();
        var actual = result.GetVariant("adaptive").Target.AllocKb;
        var expected = result.GetVariant("fixed").Target.AllocKb;
        var isCounting = (await context.Environment.ReadMetricsAsync(adaptive)).Contains(Counter);
        Console.WriteLine($"  The adaptive front-end {(isCounting ? "counts" : "no longer counts")} its allocations at the end.");
        var isRight = new CheckReporter().Add(
            expected > 0 && (actual is null || Math.Abs((actual.Value / expected.Value) - 1) <= Tolerance),
            $"Allocated per request: {(actual is null ? "not known" : $"{TableNumbers.Format(actual)} kB")} with the "
            + $"adaptive GC, {TableNumbers.Format(expected)} kB with a fixed number of heaps");
        return isRight ? ExitCode.Success : ExitCode.ExpectationNotMet;

        Task<Uri> StartFrontendAsync(string adaptation) => context.Environment.StartFrontendAsync(
            backend,
            new Dictionary<string, string>
            {
                ["DOTNET_gcServer"] = "1",
                ["DOTNET_GCDynamicAdaptationMode"] = adaptation,
            });
    }
}
