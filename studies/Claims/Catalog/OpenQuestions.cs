using System.Collections.ObjectModel;

namespace Studies.Claims.Catalog;

/// <summary>Measures open questions of issue trackers. The file of each says, as data, what is run.</summary>
internal static class OpenQuestions
{
    // Most responses take less than 10 ms; the file of a question whose responses take longer replaces these options.
    private static readonly IReadOnlyList<(string Name, string Value)> UsualLoad =
        [("--warmup", "4s"), .. LoadCommand.ShortTrials];

    /// <summary>The time that the calls of a peer for a request may take.</summary>
    private static readonly TimeSpan CallLimit = TimeSpan.FromSeconds(10);

    public static Task<Measurement> MeasureAsync(MeasurementContext context, Claim claim)
    {
        var run = claim.File.Run!;
        return run.Figure switch
        {
            RunFigure.FailedTests => TestRun.MeasureAsync(context, run.Tests![0], run.Tests[1]),
            RunFigure.Failed => CountFailuresAsync(context, run),
            RunFigure.BurstMedian => CompareOneByOneAsync(context, claim, "ms at the median", async (variant, start) =>
                ReadBursts(await RunAsync(context, run, variant, $"-start-{start}"))),
            RunFigure.P99 => CompareOneByOneAsync(context, claim, "ms at p99", async (variant, start) =>
                (await RunAsync(context, run, variant, $"-start-{start}")).Latency.P99
                    ?? throw new StudyException("a run has too few responses for p99")),
            RunFigure.MemoryAfterStart => CompareOneByOneAsync(context, claim, "MB", (variant, start) =>
                MeasureMemoryAsync(context, variant, $"{run.Name}-start-{start}-{variant.Name}")),
            _ => CompareAsync(context, claim, run),
        };
    }

    private static async Task<Measurement> CompareAsync(MeasurementContext context, Claim claim, QuestionRun run)
    {
        await using var sink = run.Variant!.SendsTelemetry ? new TelemetrySink() : null;
        var starts = await context.CompareAsync(claim.File.Design!, run.Name, null, async start =>
        {
            var backend = await StartBackendAsync(start.Environment, run);
            RunVariant[] variants = [run.Baseline!, run.Variant];
            var addresses = await StartOrder.StartAllAsync(start.Number,
                [.. variants.Select(variant => (Func<Task<Uri>>)(() =>
                    StartAsync(start.Environment, backend, variant, sink, quota: null)))]);
            return
            [
                ("--url", RequestUrls.GetRandomCustomerUrl(addresses[0])), ("--baseline", variants[0].Name),
                ("--vary", VariantDefinition.Format(variants.Zip(addresses, (variant, address) =>
                    new VariantDefinition(
                        variant.Name, RequestUrls.FormatBaseUrl(address) + variant.Path, variant.Query)))),
                MonitoredProcesses.MonitorBackend(backend.Http1), .. CreateLoad(run, UsualLoad),
            ];
        });
        if (sink is not null
            && await context.MeasureOnceAsync("traces", () => Task.FromResult(sink.TracesReceived)) is 0)
        {
            return Measurement.NotMeasured("the front-end sent no traces");
        }

        return run.Figure switch
        {
            RunFigure.Throughput => ComparisonReader.ReadThroughput(starts),
            RunFigure.Cpu => ComparisonReader.ReadCpu(starts),
            RunFigure.MedianTime => ComparisonReader.ReadPeakResource(
                starts, variant => variant.Latency.P50, "ms at the median"),
            RunFigure.Allocation => ComparisonReader.ReadPeakResource(
                starts, variant => variant.Target.AllocKb, "kB allocated per request"),
            _ => ComparisonReader.ReadPeakResource(starts, variant => variant.Target.AnonymousMb, "MB"),
        };
    }

    // For what one process shows alone: the two are never loaded at the same time.
    private static async Task<Measurement> CompareOneByOneAsync(
        MeasurementContext context, Claim claim, string unit, Func<RunVariant, int, Task<double>> measureAsync)
    {
        var (run, one, other) = (claim.File.Run!, 0.0, 0.0);
        var ratio = await context.RepeatAsync(claim.File.Design!, async start =>
        {
            one = await measureAsync(run.Baseline!, start);
            other = await measureAsync(run.Variant!, start);
            return other / one;
        });
        return Measurement.FromMetric(LedgerEntry.Ratio, ratio,
            $"in the last start {LedgerNumbers.Format(other)} {unit} with {run.Variant!.Name}, against "
            + $"{LedgerNumbers.Format(one)} {unit} with {run.Baseline!.Name}");
    }

    private static async Task<Measurement> CountFailuresAsync(MeasurementContext context, QuestionRun run)
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

    // The first half of the bursts makes the compiler run, and fills the pool of connections.
    private static double ReadBursts(VariantResult run) => run.Bursts is { Count: > 1 } bursts
        ? Math.Exp(bursts.Skip(bursts.Count / 2).Average(burst => Math.Log(burst.P50 ?? double.NaN)))
        : throw new StudyException("a run has no bursts");

    private static async Task<double> MeasureMemoryAsync(MeasurementContext context, RunVariant variant, string name)
    {
        var stop = context.Environment.StopToken;
        var start = await context.MeasureOnceAsync(name, async () =>
        {
            await using var environment = new TestbedEnvironment(stop);
            var program = await GetProgramAsync(variant, stop);
            return await RuntimeStart.MeasureAsync(program, await environment.StartBackendAsync(), stop);
        });
        return start.MemoryMb ?? throw new StudyException("anonymous memory is read from the Linux kernel");
    }

    private static async Task<VariantResult> RunAsync(
        MeasurementContext context, QuestionRun run, RunVariant variant, string suffix = "")
    {
        ControlGroup? quota = null;
        try
        {
            var result = await context.RunWithFailuresAsync($"{run.Name}-{variant.Name}{suffix}", null, async start =>
            {
                quota = run.Cores is { } cores
                    ? ControlGroup.TryLimitCores(cores) ?? throw new StudyException(ControlGroup.Obstacle.Trim())
                    : null;
                var backend = await StartBackendAsync(start.Environment, run);
                var address = await StartAsync(start.Environment, backend, variant, null, quota);
                return
                [
                    ("--url", RequestUrls.GetRandomCustomerUrl(address, $"?{variant.Query}")), .. CreateLoad(run, []),
                ];
            });
            return result.SingleVariant;
        }
        finally
        {
            quota?.Dispose();
        }
    }

    private static IEnumerable<(string Name, string Value)> CreateLoad(
        QuestionRun run, IReadOnlyList<(string Name, string Value)> usual)
    {
        (string Name, string Value)[] own = [.. run.Load.Select(option => ($"--{option.Key}", option.Value))];
        return usual.ExceptBy(own.Select(option => option.Name), option => option.Name).Concat(own);
    }

    private static async Task<BackEndAddresses> StartBackendAsync(TestbedEnvironment environment, QuestionRun run)
    {
        if (run.Http2)
        {
            var (http1, http2) = await environment.StartBackendWithHttp2Async(run.BackEnd);
            return new(http1) { Http2 = http2 };
        }

        if (!run.Tls)
            return new(await environment.StartBackendAsync(run.BackEnd));
        var certificate = environment.TrustCertificate();
        // A name and no number: .NET resumes sessions by the name of the server.
        var secure = new Uri($"https://localhost:{FreePort.FindAddress().Port}");
        return new(await environment.StartBackendAsync(
            certificate.Variables, [$"--urls={FreePort.FindAddress()};{secure}", .. run.BackEnd]))
        {
            Secure = secure,
            Variables = certificate.Variables,
        };
    }

    private static async Task<Uri> StartAsync(
        TestbedEnvironment environment, BackEndAddresses backend, RunVariant variant, TelemetrySink? sink,
        ControlGroup? quota)
    {
        if (variant.Program is RunVariant.BackEnd)
            return backend.Http1;
        var program = await CreateStartInfoAsync(environment, backend.Secure ?? backend.Http1, variant);
        IEnumerable<string> settings =
        [
            .. variant.Settings, .. variant.SendsTelemetry ? sink!.Settings : [],
            .. backend.Http2 is { } http2 ? new[] { $"--Backend:Http2Address={http2}" } : [],
        ];
        foreach (var setting in settings)
            program.ArgumentList.Add(setting);
        foreach (var (name, value) in backend.Variables.Concat(variant.Variables))
            program.Environment[name] = value;
        return await environment.StartProgramAsync(
            variant.Program is RunVariant.FrontEnd ? RunVariant.FrontEnd : "aggregator", variant.Name,
            quota?.Contain(program) ?? program);
    }

    private static async Task<ProcessStartInfo> CreateStartInfoAsync(
        TestbedEnvironment environment, Uri backend, RunVariant variant)
    {
        if (variant.Program is RunVariant.FrontEnd)
        {
            return ProgramLocator.CreateStartInfo(
                "FrontendApi", ["--urls", "http://127.0.0.1:0", $"--Backend:BaseAddress={backend}"]);
        }

        return AggregatorPeer.All.SingleOrDefault(peer => peer.Name == variant.Program) is { } peer
            ? await peer.CreateStartInfoAsync(backend, CallLimit)
            : (await GetProgramAsync(variant, environment.StopToken)).CreateStartInfo(backend);
    }

    private static async Task<RuntimeProgram> GetProgramAsync(RunVariant variant, CancellationToken stop)
    {
        var program = await RuntimeCache.Default.GetAsync(
            RuntimeBuild.All.Single(build => build.Name == variant.Program), stop);
        return program.Reason is { } reason
            ? throw new StudyException($"{variant.Program} cannot be built here: {reason}")
            : program;
    }

    private sealed record BackEndAddresses(Uri Http1)
    {
        public Uri? Http2 { get; init; }
        public Uri? Secure { get; init; }

        /// <summary>The environment variables of a program that trusts the back-end's certificate.</summary>
        public IReadOnlyDictionary<string, string> Variables { get; init; } = ReadOnlyDictionary<string, string>.Empty;
    }
}
