namespace Studies.Claims.Catalog;

/// <summary>Measures a row as its file says (<see cref="ClaimRun"/>).</summary>
internal static class ClaimRunner
{
    // Most responses take less than 10 ms; the file of a row whose responses take longer replaces these options.
    private static readonly IReadOnlyList<(string Name, string Value)> UsualLoad =
        [("--warmup", "4s"), .. LoadCommand.ShortTrials];

    public static Task<Measurement> MeasureAsync(MeasurementContext context, Claim claim) => claim.File.Run! switch
    {
        { Tests: [var project, var classes] } => TestRun.MeasureAsync(context, project, classes),
        { Program: { } program } => ClaimPrograms.MeasureAsync(context, claim, program),
        { Benchmarks: { } benchmarks } run => CompareBenchmarksAsync(context, claim, run.Figure, benchmarks),
        { Burst: not null, Figure: RunFigure.Failed } run => CountFailuresOfBurstAsync(context, run),
        { Burst: not null, Figure: RunFigure.MedianTime } run => CompareOneByOneAsync(
            context, claim, "s", async (variant, start) => await SendBurstAsync(context, run, variant, start)
                is { P50: { } median } ? median / 1000 : throw new StudyException("a burst has no median")),
        { Burst: not null } run => CompareOneByOneAsync(context, claim, "req/s", async (variant, start) =>
            (await SendBurstAsync(context, run, variant, start)).Rps),
        { Connections: { } connections } run => CompareConnectionsAsync(context, claim, run, connections),
        { Figure: RunFigure.Failed } run => CountFailuresAsync(context, run),
        { Figure: RunFigure.FailedShare } run => MeasureFailedShareAsync(context, run),
        { Figure: RunFigure.BurstMedian } run => CompareOneByOneAsync(
            context, claim, "ms at the median", async (variant, start) =>
                ReadBursts(await RunAsync(context, run, variant, $"-start-{start}"))),
        { Figure: RunFigure.P99 } run => CompareOneByOneAsync(context, claim, "ms at p99", async (variant, start) =>
            (await RunAsync(context, run, variant, $"-start-{start}")).Latency.P99
                ?? throw new StudyException("a run has too few responses for p99")),
        { Figure: RunFigure.MemoryAfterStart } run => CompareOneByOneAsync(
            context, claim, "MB", (variant, start) =>
                MeasureMemoryAsync(context, variant, $"{run.Name}-start-{start}-{variant.Name}")),
        { Figure: RunFigure.AbRate } run => CompareWithAbAsync(context, claim, run),
        var run => MeasureTogetherAsync(context, claim, run),
    };

    private static async Task<Measurement> MeasureTogetherAsync(
        MeasurementContext context, Claim claim, ClaimRun run)
    {
        await using var sink = run.Variant!.SendsTelemetry ? new TelemetrySink() : null;
        var starts = await CompareAsync(context, claim, run, run.Name, sink);
        return sink is not null
            && await context.MeasureOnceAsync("traces", () => Task.FromResult(sink.TracesReceived)) is 0
                ? Measurement.NotMeasured("the front-end sent no traces")
                : ComparisonReader.Read([.. starts.Select(start => ComparedPair.Create(start, run))], run.Figure);
    }

    private static Task<IReadOnlyList<Result>> CompareAsync(
        MeasurementContext context, Claim claim, ClaimRun run, string name, TelemetrySink? sink = null) =>
        context.CompareAsync(claim.File.Design!, name, run.Scenario, async start =>
        {
            var services = new ClaimServices(start.Environment, run) { Sink = sink };
            var started = await StartOrder.StartAllAsync(start.Number,
                [.. run.Variants.Select(variant => (Func<Task<StartedVariant>>)(() => services.StartAsync(variant)))]);
            var sharesBackend = started.DistinctBy(variant => variant.Backend).Count() is 1;
            return
            [
                .. run.Scenario is null
                    ? new[] { ("--url", RequestUrls.GetRandomCustomerUrl(started[0].Target)) }
                    : [],
                ("--baseline", run.Variants[0].Name),
                ("--vary", VariantDefinition.Format(started.Select(variant => variant.Define(!sharesBackend)))),
                .. sharesBackend ? new[] { MonitoredProcesses.MonitorBackend(started[0].Backend) } : [],
                .. CreateLoad(run, run.Scenario is null ? UsualLoad : []),
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
                context, claim, run with { Load = load }, $"{run.Name}-{count}-connections");
        }

        return ComparisonReader.ReadByConnections(
            comparisons, int.Parse(run.Load[option], CultureInfo.InvariantCulture));
    }

    private static async Task<Measurement> CompareBenchmarksAsync(
        MeasurementContext context, Claim claim, RunFigure figure, BenchmarkRun run)
    {
        var metrics = new Dictionary<string, Metric>();
        foreach (var (name, ratio) in run.Ratios)
        {
            var parameters = ratio is [_, _, var given] ? given : "";
            metrics[name] = await context.RepeatAsync(claim.File.Design!, async start =>
            {
                var report = await context.RunBenchmarksAsync(run.Class, start, run.Parameters);
                return figure is RunFigure.BenchmarkAllocation
                    ? report.GetAllocationRatio(ratio[0], ratio[1], parameters)
                    : report.GetTimeRatio(ratio[0], ratio[1], parameters);
            });
        }

        return new Measurement
        {
            Metrics = metrics,
            Figures = string.Join(", ", run.Ratios.Values.Select(ratio => $"{ratio[0]} against {ratio[1]}")
                .Distinct()),
        };
    }

    // For what one process shows alone: the two are never loaded at the same time.
    private static async Task<Measurement> CompareOneByOneAsync(
        MeasurementContext context, Claim claim, string unit, Func<RunVariant, int, Task<double>> measureAsync)
    {
        var (run, figures) = (claim.File.Run!, "");
        var ratio = await context.RepeatAsync(claim.File.Design!, async start =>
        {
            var one = await measureAsync(run.Baseline!, start);
            var other = await measureAsync(run.Variant!, start);
            figures = FormatLastStart(run, other, one, unit);
            return other / one;
        });
        return Measurement.FromMetric(LedgerEntry.Ratio, ratio, figures);
    }

    private static string FormatLastStart(ClaimRun run, double variant, double baseline, string unit) =>
        $"in the last start {LedgerNumbers.Format(variant)} {unit} with {run.Variant!.Name}, against "
            + $"{LedgerNumbers.Format(baseline)} {unit} with {run.Baseline!.Name}";

    private static async Task<Measurement> CountFailuresAsync(MeasurementContext context, ClaimRun run)
    {
        var (one, other) = (await RunAsync(context, run, run.Baseline!), await RunAsync(context, run, run.Variant!));
        return new Measurement
        {
            Metrics = new Dictionary<string, Metric>
            {
                ["failed"] = Metric.Exact(other.Errors),
                ["failed_baseline"] = Metric.Exact(one.Errors),
            },
            Figures = $"{other.Errors} of {other.Requests} requests failed with {run.Variant!.Name}, and {one.Errors} "
                + $"of {one.Requests} with {run.Baseline!.Name}",
        };
    }

    private static async Task<Measurement> CountFailuresOfBurstAsync(MeasurementContext context, ClaimRun run)
    {
        var burst = await SendBurstAsync(context, run, run.Variant!, start: 1);
        return Measurement.FromMetric("failed", Metric.Exact(burst.Errors),
            $"{burst.Errors} of {burst.Requests} requests failed, {LedgerNumbers.Format(burst.Rps)} req/s");
    }

    private static async Task<Measurement> MeasureFailedShareAsync(MeasurementContext context, ClaimRun run)
    {
        var result = await context.RunWithFailuresAsync(run.Name, run.Scenario, async start =>
        {
            var started = await new ClaimServices(start.Environment, run).StartAsync(run.Variant!);
            return
            [
                ("--url", RequestUrls.FormatBaseUrl(started.Target)),
                MonitoredProcesses.MonitorBackend(started.Backend), .. CreateLoad(run, []),
            ];
        });
        var variant = result.SingleVariant;
        return Measurement.FromMetric(
            "failed_share", Metric.Exact((double)variant.Errors / variant.Requests),
            $"{variant.Errors} of {variant.Requests} requests failed, and {variant.Target.ConnectionsOpened:0} "
                + "connections were opened");
    }

    // The first half of the bursts makes the compiler run, and fills the pool of connections.
    private static double ReadBursts(VariantResult run) => run.Bursts is { Count: > 1 } bursts
        ? Math.Exp(bursts.Skip(bursts.Count / 2).Average(burst => Math.Log(burst.P50 ?? double.NaN)))
        : throw new StudyException("a run has no bursts");

    private static async Task<BurstResult> SendBurstAsync(
        MeasurementContext context, ClaimRun run, RunVariant variant, int start)
    {
        var (size, of2014) = (run.Burst!.Value, run.ClientOf2014 is true);
        var name = $"{variant.Name}-{size}";
        var burst = await context.SendBurstAsync(of2014 ? $"2014-{name}" : name, start, async (services, folder) =>
        {
            var started = await new ClaimServices(services, run).StartAsync(variant);
            if (of2014)
            {
                return await ClientOf2014.SendFromNewProcessAsync(
                    new(started.Url), size, Path.Combine(folder, name), services.StopToken);
            }

            var sent = await context.LoadRunner.RunWithoutDisplayAsync(new LoadCommand("run", folder)
            {
                Options =
                    [("--url", started.Url), ("--burst", $"cold:{size}"), ("--name", name), .. CreateLoad(run, [])],
            });
            return sent.HasResult && !services.GetProcess(started.Target).HasExited
                ? ClientOf2014.ReadBurst(sent.Path!)
                : throw new StudyException($"The burst {name} failed: the load tool exited with {sent.ToolExitCode}.");
        });
        return burst.Rps > 0 ? burst : throw new StudyException("no request of a burst succeeded");
    }

    // As published, ab loads one after the other, and they share the back-end.
    private static async Task<Measurement> CompareWithAbAsync(MeasurementContext context, Claim claim, ClaimRun run)
    {
        var figures = "";
        var ratio = await context.RepeatAsync(claim.File.Design!, async start =>
        {
            await using var environment = new TestbedEnvironment(context.Environment.StopToken);
            var services = new ClaimServices(environment, run);
            var one = await RunAbAsync(context, services, run.Baseline!, start);
            var other = await RunAbAsync(context, services, run.Variant!, start);
            figures = FormatLastStart(run, other, one, "req/s");
            return other / one;
        });
        return Measurement.FromMetric(LedgerEntry.Ratio, ratio, figures);
    }

    private static async Task<double> RunAbAsync(
        MeasurementContext context, ClaimServices services, RunVariant variant, int start) =>
        ApacheBench.ParseRate(await context.MeasureOnceAsync($"ab-{variant.Name}-{start}", async () =>
        {
            if (!ApacheBench.IsInstalled)
                throw new StudyException("ab is not installed here (Debian's apache2-utils)");
            var folder = Directory.CreateDirectory(context.GetFolder("ab")).FullName;
            var target = new Uri((await services.StartAsync(variant)).Url);
            var output = await ProcessRunner.CaptureAsync(
                ApacheBench.CreateStartInfo(target, await ClaimPrograms.WritePayloadAsync(folder)),
                context.Environment.StopToken);
            await File.WriteAllTextAsync(Path.Combine(folder, $"{variant.Name}-{start}.txt"), output.All);
            return output.All;
        }));

    private static async Task<double> MeasureMemoryAsync(MeasurementContext context, RunVariant variant, string name)
    {
        var stop = context.Environment.StopToken;
        var start = await context.MeasureOnceAsync(name, async () =>
        {
            await using var environment = new TestbedEnvironment(stop);
            var program = await ClaimServices.GetProgramAsync(variant, stop);
            return await RuntimeStart.MeasureAsync(program, await environment.StartBackendAsync(), stop);
        });
        return start.MemoryMb ?? throw new StudyException("anonymous memory is read from the Linux kernel");
    }

    private static async Task<VariantResult> RunAsync(
        MeasurementContext context, ClaimRun run, RunVariant variant, string suffix = "")
    {
        ControlGroup? quota = null;
        try
        {
            var result = await context.RunWithFailuresAsync($"{run.Name}-{variant.Name}{suffix}", null, async start =>
            {
                quota = run.Cores is { } cores
                    ? ControlGroup.TryLimitCores(cores) ?? throw new StudyException(ControlGroup.Obstacle.Trim())
                    : null;
                var started = await new ClaimServices(start.Environment, run) { Quota = quota }.StartAsync(variant);
                return [("--url", started.Url), .. CreateLoad(run, [])];
            });
            return result.SingleVariant;
        }
        finally
        {
            quota?.Dispose();
        }
    }

    private static IEnumerable<(string Name, string Value)> CreateLoad(
        ClaimRun run, IReadOnlyList<(string Name, string Value)> usual)
    {
        (string Name, string Value)[] own = [.. run.Load.Select(option => ($"--{option.Key}", option.Value))];
        return usual.ExceptBy(own.Select(option => option.Name), option => option.Name).Concat(own);
    }
}
