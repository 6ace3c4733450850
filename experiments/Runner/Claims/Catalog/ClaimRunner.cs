namespace Experiments.Claims.Catalog;

/// <summary>Measures a row as its file says (<see cref="ClaimRun"/>).</summary>
internal static class ClaimRunner
{
    public static Task<Measurement> MeasureAsync(MeasurementContext context, Claim claim) => claim.File.Run switch
    {
        { Tests: [var project, var classes] } => TestRun.MeasureAsync(context, project, classes),
        { Script: not null } run => ScriptRun.MeasureAsync(context, claim, run),
        { Benchmarks: { } benchmarks } run => CompareBenchmarksAsync(context, claim, run.Figure, benchmarks),
        { Burst: not null, Figure: RunFigure.Failed } => CountFailuresOfBurstsAsync(context, claim),
        { Burst: not null } run => CompareOneByOneAsync(context, claim, "req/s", async (variant, start) =>
            await VariantRun.SendBurstAsync(context, run, variant, start) is { Rps: > 0 and var rate }
                ? rate : throw new StudyException("no request of a burst succeeded")),
        { Connections: { } connections } run => CompareConnectionsAsync(context, claim, run, connections),
        { Figure: RunFigure.Failed } run => CountFailuresAsync(context, run),
        { Figure: RunFigure.FailedShare } run => MeasureFailedShareAsync(context, run),
        { Figure: RunFigure.MemoryAfterStart } run => CompareOneByOneAsync(
            context, claim, "MB", (variant, start) => VariantRun.MeasureMemoryAsync(
                context, variant, $"{run.Experiment}-start-{start}-{variant.Name}")),
        var run => MeasureTogetherAsync(context, claim, run),
    };

    private static async Task<Measurement> MeasureTogetherAsync(MeasurementContext context, Claim claim, ClaimRun run)
    {
        await using var sink = run.Variants.Any(variant => variant.SendsTelemetry) ? new TelemetrySink() : null;
        var starts = await CompareAsync(context, claim, run, run.Experiment, sink);
        return sink is not null && await context.MeasureOnceAsync(
            $"{run.Experiment}-traces", () => Task.FromResult(sink.TracesReceived)) is 0
                ? Measurement.NotMeasured("the front-end sent no traces")
                : ComparisonReader.Read(starts, run);
    }

    private static Task<IReadOnlyList<Result>> CompareAsync(
        MeasurementContext context, Claim claim, ClaimRun run, string name, TelemetrySink? sink = null) =>
        context.CompareAsync(claim.File.Design, name, run.Scenario, async (environment, start) =>
        {
            var services = new ClaimServices(environment, run) { Sink = sink };
            var started = await StartOrder.StartAllAsync(start,
                [.. run.Variants.Select(variant => (Func<Task<StartedVariant>>)(() => services.StartAsync(variant)))]);
            return
            [
                .. StartedVariant.CreateComparison(started, run.Scenario is not null),
                ("--rounds", $"{run.Rounds}"), .. VariantRun.CreateLoad(run),
            ];
        });

    private static async Task<Measurement> CompareConnectionsAsync(
        MeasurementContext context, Claim claim, ClaimRun run, IReadOnlyList<int> connections)
    {
        const string option = "connections";
        var comparisons = new Dictionary<int, IReadOnlyList<Result>>();
        foreach (var count in connections)
        {
            var load = run.Load.ToDictionary();
            load[option] = $"{count}";
            comparisons[count] = await CompareAsync(
                context, claim, run with { Load = load }, $"{run.Experiment}-{count}-connections");
        }

        return ComparisonReader.ReadByConnections(
            comparisons, run, int.Parse(run.Load[option], CultureInfo.InvariantCulture));
    }

    private static async Task<Measurement> CompareBenchmarksAsync(
        MeasurementContext context, Claim claim, RunFigure figure, BenchmarkRun run)
    {
        var metrics = new Dictionary<string, Metric>();
        foreach (var (name, ratio) in run.Ratios)
        {
            var parameters = ratio is [_, _, var given] ? given : "";
            metrics[name] = Metric.FromStarts(await context.RepeatAsync(claim.File.Design, async start =>
                (await context.RunBenchmarksAsync(run.Class, start, run.Parameters))
                    .GetRatio(figure, ratio[0], ratio[1], parameters)));
        }

        return new(
            metrics, string.Join(", ", run.Ratios.Values.Select(ratio => $"{ratio[0]} against {ratio[1]}").Distinct()));
    }

    // For what one process shows alone: the two are never loaded at the same time.
    private static async Task<Measurement> CompareOneByOneAsync(
        MeasurementContext context, Claim claim, string unit, Func<RunVariant, int, Task<double>> measureAsync)
    {
        var run = claim.File.Run;
        var starts = await context.RepeatAsync(claim.File.Design, async start =>
        {
            // The baseline is the first, but the first burst is that to the variant.
            RunVariant[] order = run.Burst is null ? [run.Baseline!, run.Variant!] : [run.Variant!, run.Baseline!];
            var measured = new Dictionary<RunVariant, double>();
            foreach (var variant in order)
                measured[variant] = await measureAsync(variant, start);
            return (Variant: measured[run.Variant!], Baseline: measured[run.Baseline!]);
        });
        return Measurement.FromMetric(
            LedgerEntry.Ratio, Metric.FromStarts(starts.Select(start => start.Variant / start.Baseline)),
            $"in the last start {LedgerNumbers.Format(starts[^1].Variant)} {unit} with {run.Variant!.Name}, against "
                + $"{LedgerNumbers.Format(starts[^1].Baseline)} {unit} with {run.Baseline!.Name}");
    }

    private static async Task<Measurement> CountFailuresAsync(MeasurementContext context, ClaimRun run)
    {
        var one = await VariantRun.RunAsync(context, run, run.Baseline!, $"{run.Experiment}-{run.Baseline!.Name}");
        var other = await VariantRun.RunAsync(context, run, run.Variant!, $"{run.Experiment}-{run.Variant!.Name}");
        return new(
            new() { ["failed"] = Metric.Exact(other.Errors), ["failed_baseline"] = Metric.Exact(one.Errors) },
            $"{other.Errors} of {other.Requests} requests failed with {run.Variant!.Name}, and {one.Errors} "
                + $"of {one.Requests} with {run.Baseline!.Name}");
    }

    private static async Task<Measurement> CountFailuresOfBurstsAsync(MeasurementContext context, Claim claim)
    {
        var run = claim.File.Run;
        var bursts = await context.RepeatAsync(
            claim.File.Design, start => VariantRun.SendBurstAsync(context, run, run.Variant!, start));
        var failed = string.Join(", ", bursts.Select(burst => burst.Errors));
        return Measurement.FromMetric("failed", Metric.Exact(bursts.Sum(burst => burst.Errors)), bursts is [var only]
            ? $"{failed} of {only.Requests} requests failed, {LedgerNumbers.Format(only.Rps)} req/s"
            : $"of {bursts[0].Requests} requests each, {failed} failed in the {bursts.Count} bursts");
    }

    private static async Task<Measurement> MeasureFailedShareAsync(MeasurementContext context, ClaimRun run)
    {
        var variant = await VariantRun.RunAsync(context, run, run.Variant!, run.Experiment);
        return Measurement.FromMetric(
            "failed_share", Metric.Exact((double)variant.Errors / variant.Requests),
            $"{variant.Errors} of {variant.Requests} requests failed, and {variant.Target.ConnectionsOpened:0} "
                + "connections were opened");
    }
}
