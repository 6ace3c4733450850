namespace Studies.Claims.Catalog;

/// <summary>Measures the open questions of issue trackers.</summary>
internal static class OpenQuestions
{
    private const string Baseline = "baseline";

    public static IReadOnlyDictionary<string, MeasureClaim> Methods { get; } = new Dictionary<string, MeasureClaim>
    {
        ["Q1"] = (context, claim) => CompareProtocolsAsync(context, claim, "2"),
        ["Q1b"] = (context, claim) => CompareProtocolsAsync(context, claim, "2-multi"),
        ["Q2"] = (context, claim) => MeasureResilienceAsync(context, claim, "standard"),
        ["Q2b"] = (context, claim) => MeasureResilienceAsync(context, claim, "hedging"),
        ["Q3"] = (context, claim) =>
            CompareBuildsAsync(context, claim, "net10-runtime-async", "net10", ComparisonReader.ReadCpu),
        ["Q4"] = (context, claim) =>
            CompareBuildsAsync(context, claim, "net9-aot", "net9", ComparisonReader.ReadThroughput),
        ["Q5"] = (context, claim) => CompareMemoryAsync(context, claim, "net9-aot", "net9"),
        ["Q6"] = (context, claim) => CompareMemoryAsync(context, claim, "net9", "net8"),
        ["Q6b"] = async (context, claim) => ComparisonReader.ReadThroughput(await CompareEnvironmentsAsync(
            context, claim, "dynamic-adaptation", "DOTNET_GCDynamicAdaptationMode")),
        ["Q7"] = MeasureTracingAsync,
        ["Q8"] = (context, _) => TestRun.MeasureAsync(context, "EndToEnd.Tests", "*ConnectionLifetimeTests"),
        ["Q9"] = (context, claim) => CompareBuildsAsync(context, claim, "net9", "net8", ComparisonReader.ReadCpu),
        ["Q10"] = async (context, claim) => ComparisonReader.ReadThroughput(await CompareEnvironmentsAsync(
            context, claim, "inline-completions", "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS")),
        ["Q11"] = async (context, claim) => ComparisonReader.ReadCpu(await CompareFlagsAsync(
            context, claim, "generated-parser", "strategy=get-from-json-reflection", "strategy=get-from-json")),
        ["Q12"] = async (context, claim) => ComparisonReader.ReadPeakResource(
            await CompareCollectorsAsync(context, claim), variant => variant.Target.AnonymousMb, "MB"),
        ["Q12b"] = async (context, claim) =>
            ComparisonReader.ReadThroughput(await CompareCollectorsAsync(context, claim)),
    };

    private static async Task<Measurement> CompareProtocolsAsync(
        MeasurementContext context, Claim claim, string version) => ComparisonReader.ReadThroughput(
        await context.CompareAsync(claim.File.Design!, $"http-{version}", null, async start =>
        {
            var (backend, frontends) = await ProtocolStudy.StartAsync(
                start.Environment, start.Number, [ProtocolStudy.Versions[0], version]);
            return ProtocolStudy.CreateOptions(backend, frontends);
        }));

    private static async Task<Measurement> MeasureResilienceAsync(
        MeasurementContext context, Claim claim, string mode) => ComparisonReader.ReadCpu(await CompareFlagsAsync(
            context, claim, $"resilience-{mode}", "resilience=none", $"resilience={mode}"));

    // A front-end for each of two query flags.
    private static Task<IReadOnlyList<Result>> CompareFlagsAsync(
        MeasurementContext context, Claim claim, string name, string baseline, string other) =>
        context.CompareAsync(claim.File.Design!, name, null, async start =>
        {
            var backend = await start.GetBackendAsync();
            var frontends = await StartOrder.StartAllAsync(start.Number, StartAsync, StartAsync);
            return CreateOptions(
                backend,
                new VariantDefinition(Baseline, frontends[0], $"client=shared&{baseline}"),
                new VariantDefinition(name, frontends[1], $"client=shared&{other}"));

            async Task<string> StartAsync() =>
                RequestUrls.FormatBaseUrl(await start.Environment.StartFrontendAsync(backend));
        });

    private static Task<IReadOnlyList<Result>> CompareCollectorsAsync(MeasurementContext context, Claim claim) =>
        CompareEnvironmentsAsync(context, claim, "server-collector", "DOTNET_gcServer");

    // A front-end with an environment variable of 0, the baseline, and one with 1.
    private static Task<IReadOnlyList<Result>> CompareEnvironmentsAsync(
        MeasurementContext context, Claim claim, string name, string variable) =>
        context.CompareAsync(claim.File.Design!, name, null, async start =>
        {
            var backend = await start.GetBackendAsync();
            var frontends = await StartOrder.StartAllAsync(
                start.Number, () => StartAsync("0"), () => StartAsync("1"));
            return CreateOptions(
                backend,
                new VariantDefinition(Baseline, frontends[0], "client=shared"),
                new VariantDefinition(name, frontends[1], "client=shared"));

            async Task<string> StartAsync(string value) => RequestUrls.FormatBaseUrl(
                await start.Environment.StartFrontendAsync(
                    backend, new Dictionary<string, string> { [variable] = value }));
        });

    private static async Task<Measurement> MeasureTracingAsync(MeasurementContext context, Claim claim)
    {
        await using var sink = new TelemetrySink();
        var starts = await context.CompareAsync(claim.File.Design!, "tracing", null, async start =>
        {
            var backend = await start.GetBackendAsync();
            var frontends = await StartOrder.StartAllAsync(
                start.Number,
                () => start.Environment.StartFrontendAsync(backend),
                () => start.Environment.StartFrontendAsync(backend, settings: sink.Settings));
            return CreateOptions(
                backend,
                new VariantDefinition(Baseline, RequestUrls.FormatBaseUrl(frontends[0]), "client=shared"),
                new VariantDefinition("traced", RequestUrls.FormatBaseUrl(frontends[1]), "client=shared"));
        });
        return await context.MeasureOnceAsync("traces", () => Task.FromResult(sink.TracesReceived)) > 0
            ? ComparisonReader.ReadThroughput(starts)
            : Measurement.NotMeasured("the front-end sent no traces");
    }

    private static async Task<Measurement> CompareBuildsAsync(
        MeasurementContext context,
        Claim claim,
        string name,
        string baseline,
        Func<IReadOnlyList<Result>, Measurement> read) =>
        read(await context.CompareAsync(claim.File.Design!, $"{name}-against-{baseline}", null, async start =>
        {
            var programs = await GetProgramsAsync(context, baseline, name);
            var backend = await start.GetBackendAsync();
            return CreateOptions(backend, await StartOrder.StartAllAsync(
                start.Number,
                [.. programs.Select(program => (Func<Task<VariantDefinition>>)(async () =>
                {
                    var address = await start.Environment.StartProgramAsync(
                        "aggregator", program.Build.Name, program.CreateStartInfo(backend));
                    return new VariantDefinition(program.Build.Name, RequestUrls.FormatBaseUrl(address));
                }))]));
        }));

    private static async Task<Measurement> CompareMemoryAsync(
        MeasurementContext context, Claim claim, string name, string baseline)
    {
        var stop = context.Environment.StopToken;
        await using var environment = new TestbedEnvironment(stop);
        Uri? backend = null;
        var last = new double[2];
        var ratio = await context.RepeatAsync(claim.File.Design!, async start =>
        {
            for (var i = 0; i < last.Length; i++)
            {
                var build = i is 0 ? baseline : name;
                var one = await context.MeasureOnceAsync(
                    $"memory-{name}-against-{baseline}-start-{start}-{build}", async () =>
                    {
                        var program = (await GetProgramsAsync(context, build))[0];
                        backend ??= await environment.StartBackendAsync();
                        return await RuntimeStart.MeasureAsync(program, backend, stop);
                    });
                last[i] = one.MemoryMb
                    ?? throw new StudyException("anonymous memory is read from the Linux kernel");
            }

            return last[1] / last[0];
        });
        return Measurement.FromMetric(LedgerEntry.Ratio, ratio,
            $"in the last start {SignificantDigits.Format(last[1])} MB with {name}, against "
            + $"{SignificantDigits.Format(last[0])} MB with {baseline}");
    }

    // The first variant is the baseline.
    private static (string Name, string Value)[] CreateOptions(Uri backend, params VariantDefinition[] variants) =>
    [
        ("--url", RequestUrls.GetRandomCustomerUrl(new Uri(variants[0].Url))),
        ("--variants", VariantDefinition.Format(variants)), ("--baseline", variants[0].Name),
        MonitoredProcesses.MonitorBackend(backend),
    ];

    private static async Task<IReadOnlyList<RuntimeProgram>> GetProgramsAsync(
        MeasurementContext context, params string[] names)
    {
        var programs = new List<RuntimeProgram>();
        foreach (var name in names)
        {
            var program = await RuntimeCache.Default.GetAsync(
                RuntimeBuild.All.Single(build => build.Name == name), context.Environment.StopToken);
            if (program.Reason is { } reason)
                throw new StudyException($"{name} cannot be built here: {reason}");
            programs.Add(program);
        }

        return programs;
    }
}
