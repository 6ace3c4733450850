namespace Studies.Claims.Catalog;

/// <summary>Measures the open questions of issue trackers.</summary>
internal static class OpenQuestions
{
    private const string Baseline = "baseline";

    public static IReadOnlyDictionary<string, MeasureClaim> Methods { get; } = new Dictionary<string, MeasureClaim>
    {
        ["Q1"] = CompareProtocols("2"),
        ["Q1b"] = CompareProtocols("2-multi"),
        ["Q2"] = CompareFlags("resilience-standard", "resilience=none", "resilience=standard"),
        ["Q2b"] = CompareFlags("resilience-hedging", "resilience=none", "resilience=hedging"),
        ["Q3"] = CompareBuilds("net10-runtime-async", "net10", ComparisonReader.ReadCpu),
        ["Q4"] = CompareBuilds("net9-aot", "net9", ComparisonReader.ReadThroughput),
        ["Q5"] = (context, claim) => CompareMemoryAsync(context, claim, "net9-aot", "net9"),
        ["Q6"] = (context, claim) => CompareMemoryAsync(context, claim, "net9", "net8"),
        ["Q6b"] = CompareEnvironments(
            "dynamic-adaptation", "DOTNET_GCDynamicAdaptationMode", ComparisonReader.ReadThroughput),
        ["Q7"] = MeasureTracingAsync,
        ["Q8"] = (context, _) => TestRun.MeasureAsync(context, "EndToEnd.Tests", "*ConnectionLifetimeTests"),
        ["Q9"] = CompareBuilds("net9", "net8", ComparisonReader.ReadCpu),
        ["Q10"] = CompareEnvironments(
            "inline-completions", "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS", ComparisonReader.ReadThroughput),
        ["Q11"] = CompareFlags("generated-parser", "strategy=get-from-json-reflection", "strategy=get-from-json"),
        ["Q12"] = CompareEnvironments("server-collector", "DOTNET_gcServer", starts =>
            ComparisonReader.ReadPeakResource(starts, variant => variant.Target.AnonymousMb, "MB")),
        ["Q12b"] = CompareEnvironments("server-collector", "DOTNET_gcServer", ComparisonReader.ReadThroughput),
    };

    private static MeasureClaim CompareProtocols(string version) => async (context, claim) =>
        ComparisonReader.ReadThroughput(
            await context.CompareAsync(claim.File.Design!, $"http-{version}", null, async start =>
            {
                var (backend, frontends) = await ProtocolStudy.StartAsync(
                    start.Environment, start.Number, [ProtocolStudy.Versions[0], version]);
                return ProtocolStudy.CreateOptions(backend, frontends);
            }));

    private static MeasureClaim CompareFlags(string name, string baseline, string other) => async (context, claim) =>
        ComparisonReader.ReadCpu(await CompareAsync(
            context, claim, name, new Frontend($"client=shared&{baseline}"), new Frontend($"client=shared&{other}")));

    // A front-end with an environment variable of 0, the baseline, and one with 1.
    private static MeasureClaim CompareEnvironments(
        string name, string variable, Func<IReadOnlyList<Result>, Measurement> read) => async (context, claim) =>
        read(await CompareAsync(
            context, claim, name,
            new Frontend { Variables = new Dictionary<string, string> { [variable] = "0" } },
            new Frontend { Variables = new Dictionary<string, string> { [variable] = "1" } }));

    private static async Task<Measurement> MeasureTracingAsync(MeasurementContext context, Claim claim)
    {
        await using var sink = new TelemetrySink();
        var starts = await CompareAsync(
            context, claim, "tracing", new Frontend(), new Frontend { Settings = sink.Settings });
        return await context.MeasureOnceAsync("traces", () => Task.FromResult(sink.TracesReceived)) > 0
            ? ComparisonReader.ReadThroughput(starts)
            : Measurement.NotMeasured("the front-end sent no traces");
    }

    private static Task<IReadOnlyList<Result>> CompareAsync(
        MeasurementContext context, Claim claim, string name, Frontend baseline, Frontend other) =>
        context.CompareAsync(claim.File.Design!, name, null, async start =>
        {
            var backend = await start.GetBackendAsync();
            return CreateOptions(backend, await StartOrder.StartAllAsync(
                start.Number, () => StartAsync(Baseline, baseline), () => StartAsync(name, other)));

            async Task<VariantDefinition> StartAsync(string variant, Frontend frontend) => new(
                variant,
                RequestUrls.FormatBaseUrl(await start.Environment.StartFrontendAsync(
                    backend, frontend.Variables, frontend.Settings)),
                frontend.Query);
        });

    private static MeasureClaim CompareBuilds(
        string name, string baseline, Func<IReadOnlyList<Result>, Measurement> read) => async (context, claim) =>
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
            $"in the last start {LedgerNumbers.Format(last[1])} MB with {name}, against "
            + $"{LedgerNumbers.Format(last[0])} MB with {baseline}");
    }

    // The first variant is the baseline.
    private static (string Name, string Value)[] CreateOptions(Uri backend, params VariantDefinition[] variants) =>
    [
        ("--url", RequestUrls.GetRandomCustomerUrl(new Uri(variants[0].Url))),
        ("--vary", VariantDefinition.Format(variants)), ("--baseline", variants[0].Name),
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
            programs.Add(program.Reason is null
                ? program
                : throw new StudyException($"{name} cannot be built here: {program.Reason}"));
        }

        return programs;
    }

    private sealed record Frontend(string Query = "client=shared")
    {
        public IReadOnlyDictionary<string, string> Variables { get; init; } = new Dictionary<string, string>();
        public IReadOnlyList<string> Settings { get; init; } = [];
    }
}
