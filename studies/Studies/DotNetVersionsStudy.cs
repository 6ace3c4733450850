namespace Studies.Studies;

/// <summary>
/// Compares both services on two versions of .NET, which are published with them: from the start of the processes to
/// the first answer, the first requests, and warm requests by several strategies, on HTTP/1.1 and HTTP/2.
/// </summary>
internal sealed class DotNetVersionsStudy : StudyCommand
{
    private const int FirstRequests = 2000;
    private const int RoundsOfStart = 10;
    private const string WarmUp = "10s";

    private static readonly string[] Queries =
    [
        "strategy=get-from-json", "strategy=string-jsonconvert", "strategy=webclient-async",
        "strategy=get-from-json&http=2",
    ];

    private readonly Option<string?> _publish = StudyOptions.CreatePublish("dotnet-versions");

    public DotNetVersionsStudy()
        : base(
            "dotnet-versions",
            "Compares both services on .NET 10 and 11. The runtime is published with them.",
            new(20, "How often to start the services and measure."))
    {
        Add(_publish);
        PassUnknownOptionsTo("load");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(60 + (rounds * 60));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        List<Tier> tiers = [];
        foreach (var build in (RuntimeBuild[])[RuntimeBuild.Usual, RuntimeBuild.Newest])
        {
            tiers.Add(new Tier(
                await GetAsync(RuntimeCache.OfService("BackendApi", "backend-api")),
                await GetAsync(RuntimeCache.OfService("FrontendApi", "frontend-api"))));

            async Task<RuntimeProgram> GetAsync(RuntimeCache cache)
            {
                var program = await cache.GetAsync(build, context.Environment.StopToken);
                return program.Reason is null
                    ? program
                    : throw new StudyException($"{build.Name} cannot be built here: {program.Reason}");
            }
        }

        var code = ExitCode.Success;
        for (var start = 1; start <= context.Rounds; start++)
        {
            var addresses = await StartOrder.StartAllAsync<Uri>(
                start, [.. tiers.Select(tier => (Func<Task<Uri>>)(() => tier.StartAsync(context)))]);
            var run = await CompareAsync(context, tiers, addresses, start);
            code = run.ToolExitCode is ExitCode.Success ? code : run.ToolExitCode;
            foreach (var tier in tiers)
                await tier.StopAsync(context.Environment);
            Console.WriteLine($"  start {start} of {context.Rounds}");
        }

        var (old, next) = (tiers[0].Values, tiers[1].Values);
        Row[] rows = [.. old.Keys.Select(what => new Row(what, old[what].Average(), next[what].Average(),
            StudyRatio.FromRounds(next[what].Zip(old[what]))))];
        StudyFiles.Write(
            context.GetFolder(_publish, "dotnet-versions"), Name, rows, 1, context.Arguments.GetValue(_publish),
            ("what", row => row.What), (".NET 10", row => row.Old), (".NET 11", row => row.New),
            (".NET 11 ÷ .NET 10", row => row.Ratio));
        return code;
    }

    /// <summary>Sends warm requests to both versions, in shuffled rounds.</summary>
    private async Task<LoadRun> CompareAsync(
        StudyContext context, List<Tier> tiers, Uri[] addresses, int start)
    {
        var variants = tiers.Zip(addresses).SelectMany(_ => Queries, (one, query) => new VariantDefinition(
            $"{one.First.Name} {query}", RequestUrls.FormatBaseUrl(one.Second), query)).ToArray();
        var run = await (context with { Rounds = RoundsOfStart, Starts = context.Rounds, StartNumber = start })
            .CompareAsync(null,
            [
                ("--url", RequestUrls.GetRandomCustomerUrl(addresses[0])),
                ("--vary", VariantDefinition.Format(variants)), ("--baseline", variants[0].Name),
                ("--connections", "4"), ("--warmup", WarmUp), ("--slice", "0.5s"), ("--slice-warmup", "0.2s"),
                ("--name", $"{Name}-{start}"),
            ]);
        foreach (var (tier, address) in tiers.Zip(addresses))
        {
            foreach (var query in Queries)
                tier.Add(run.ReadResult().GetVariant($"{tier.Name} {query}"), query);
            tier.Add("memory of the front-end afterwards, MB",
                ProcessStatus.Read(context.Environment.GetProcess(address))?.WithoutFiles / 1e6);
        }

        return run;
    }

    private sealed record Row(string What, double? Old, double? New, StudyRatio? Ratio);

    /// <summary>Both services of one version, and what was measured in each start.</summary>
    private sealed class Tier(RuntimeProgram backend, RuntimeProgram frontend)
    {
        private Uri[] _addresses = [];

        public string Name => frontend.Build.Name;
        public Dictionary<string, List<double?>> Values { get; } = [];

        /// <summary>Starts both services, and sends the first requests.</summary>
        /// <returns>The address of the front-end.</returns>
        public async Task<Uri> StartAsync(StudyContext context)
        {
            var http2 = FreePort.FindAddress();
            var backendUrl = await context.Environment.StartProgramAsync(
                "back-end", Name, backend.CreateStartInfo($"--Http2:Port={http2.Port}"));
            var started = Stopwatch.GetTimestamp();
            var url = await context.Environment.StartProgramAsync("front-end", Name, frontend.CreateStartInfo(
                $"--Backend:BaseAddress={backendUrl}", $"--Backend:Http2Address={http2}"));
            Add("front-end ready after its start, ms", Stopwatch.GetElapsedTime(started).TotalMilliseconds);
            _addresses = [url, backendUrl];
            var run = await context.InFolder(Path.Combine(context.ResultsFolder, "first")).SendAsync(null,
                ("--url", RequestUrls.GetRandomCustomerUrl(url)), ("--count", $"{FirstRequests}"),
                ("--connections", "4"), ("--warmup", "0s"), ("--limit", "errors=0.1%"));
            Add(run.ReadResult().Variants[0], $"first {FirstRequests} requests");
            return url;
        }

        public async Task StopAsync(TestbedEnvironment environment)
        {
            foreach (var address in _addresses)
                await environment.StopAsync(address);
        }

        public void Add(VariantResult load, string requests)
        {
            Add($"{requests}: req/s", load.Throughput.Rate);
            Add($"{requests}: CPU ms", load.Target.CpuMs);
            Add($"{requests}: allocated kB", load.Target.AllocKb);
        }

        public void Add(string what, double? value)
        {
            if (!Values.TryGetValue(what, out var starts))
                Values[what] = starts = [];
            starts.Add(value);
        }
    }
}
