namespace Studies.Studies;

/// <summary>
/// Compares the front-end with aggregators in other languages and on raw sockets (docs/peers.md): the CPU time, the
/// memory and the latency at one arrival rate, and the throughput of each relative to that of the back-end alone.
/// </summary>
internal sealed class PeersStudy : StudyCommand
{
    private const string Flags = "strategy=get-from-json&client=shared&fanout=sequential";
    private const int RoundsByStart = 7;
    private const int SampleSize = 50;

    // The arrival rate is the highest of these that is at most a quarter of the least throughput of the first start. It
    // was half at first, at which the load tool could not keep its schedule. The margin of PeerRow stayed.
    private const double LoadShare = 0.25;
    private const double AllowedInvalidShare = 0.1;
    private static readonly int[] Rates = [100, 250, 500, 1000, 2000, 4000];

    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(10);
    private static readonly Dictionary<string, string> WorkstationGc = new() { ["DOTNET_gcServer"] = "0" };

    private readonly Option<string?> _publish = new("--publish")
    {
        Description = "Write a valid result for docs/peers.md, with these words on the state of the machine.",
    };

    public PeersStudy()
        : base("peers", "Compares the front-end with aggregators in Go, in Node and on raw sockets.",
            new RoundsDefinition(10, "How often to restart the processes and measure everything.", 1))
    {
        Add(_publish);
        PassUnknownOptionsTo("load compare");
    }

    protected override string? SkipReason => OperatingSystem.IsLinux() ? null : "this study reads CPU times from /proc";

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(280 * rounds);

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var starts = new List<PeerStart>();
        for (var start = 1; start <= context.Rounds; start++)
        {
            var own = context with { Rounds = RoundsByStart, Starts = context.Rounds, StartNumber = start };
            starts.Add(await MeasureAsync(own, starts is [var first, ..] ? first.Rate : null));
            Console.WriteLine($"  start        {start} of {context.Rounds}, at {starts[0].Rate} requests per second");
        }

        var invalid = starts.Count(start => start.IsInvalid);
        var note = $"{starts.Count} starts ({invalid} INVALID), {starts[0].Rate} requests per second";
        var isValid = invalid <= AllowedInvalidShare * starts.Count;
        if (isValid && context.Arguments.GetValue(_publish) is { } words)
            PeerRow.Write(ProgramLocator.GetPath("docs/results/peers"), Name, starts, $"{note}; {words}");
        else
            PeerRow.Write(Path.Combine(context.ResultsFolder, "table"), Name, starts, note);
        return isValid ? ExitCode.Success : ExitCode.Invalid;
    }

    private async Task<PeerStart> MeasureAsync(StudyContext context, int? rate)
    {
        var environment = context.Environment;
        await using var metrics = new ProcessTreeMetrics();
        var backend = await environment.StartBackendAsync();
        var programs = await StartAllAsync(environment, backend);
        await RequireEqualAnswersAsync(environment, programs);
        var variants = programs.Select(program => new VariantDefinition(
            program.Key, RequestUrls.FormatBaseUrl(program.Value),
            program.Key.StartsWith(PeerRow.Frontend, StringComparison.Ordinal) ? Flags : null)
        {
            Monitor = new Dictionary<string, string>
            {
                [MonitoredProcesses.TargetProcess] = metrics.GetUrl(environment.GetProcess(program.Value)),
            },
        }).ToArray();

        var alone = new VariantDefinition(PeerRow.Backend, RequestUrls.FormatBaseUrl(backend));
        var (_, maximum) = await CompareAsync(
            "maximum", [.. variants, alone], ("--slice", "0.5s"), ("--warmup", "8s"));
        var slowest = maximum.Min(variant => variant.Throughput.Median);
        var used = rate ?? Rates.LastOrDefault(one => one <= LoadShare * slowest, Rates[0]);
        var (isInvalid, equal) = await CompareAsync(
            "rate", variants, ("--slice", "2s"), ("--warmup", "2s"), ("--rate", $"{used}/s"), ("--connections", "50"));
        var measured = maximum.ToDictionary(variant => variant.Name, variant => PeerMeasurement.Create(
            variant, equal.SingleOrDefault(one => one.Name == variant.Name),
            environment.GetProcess(programs.GetValueOrDefault(variant.Name, backend))));
        foreach (var service in programs.Values.Append(backend))
            await environment.StopAsync(service);
        return new(measured, used, isInvalid);

        async Task<(bool IsInvalid, IReadOnlyList<VariantResult> Variants)> CompareAsync(
            string name, VariantDefinition[] compared, params IReadOnlyList<(string, string)> options)
        {
            var run = await context.CompareAsync(null,
            [
                ("--url", RequestUrls.GetRandomCustomerUrl(programs[PeerRow.Frontend])),
                ("--vary", VariantDefinition.Format(compared)), ("--baseline", PeerRow.Frontend),
                ("--slice-warmup", "0.2s"), ("--name", $"{Name}-{name}-{context.StartNumber}"), .. options,
            ]);
            return (run.ToolExitCode is ExitCode.Invalid, run.ReadResult().Variants);
        }
    }

    private static async Task<Dictionary<string, Uri>> StartAllAsync(TestbedEnvironment environment, Uri backend)
    {
        var programs = new Dictionary<string, Func<Task<Uri>>>
        {
            [PeerRow.Frontend] = () => environment.StartFrontendAsync(backend),
            [$"{PeerRow.Frontend}-workstation"] = () => environment.StartFrontendAsync(backend, WorkstationGc),
            ["minimal"] = () => environment.StartFrontendAsync(backend, "MinimalAggregator"),
        };
        foreach (var peer in AggregatorPeer.All)
        {
            if (peer.IsInstalled)
            {
                programs[peer.Name] = async () => await environment.StartProgramAsync(
                    "aggregator", peer.Name, await peer.CreateStartInfoAsync(backend, Timeout));
            }
            else
            {
                Console.WriteLine($"  {peer.Name} is left out: {peer.Tool} is not installed.");
            }
        }

        var (order, addresses) = (programs.ToArray(), new Dictionary<string, Uri>());
        Random.Shared.Shuffle(order);
        foreach (var (name, startAsync) in order)
            addresses[name] = await startAsync();
        return programs.Keys.ToDictionary(name => name, name => addresses[name]);
    }

    private static async Task RequireEqualAnswersAsync(
        TestbedEnvironment environment, Dictionary<string, Uri> programs)
    {
        for (var id = 1; id <= SampleSize; id++)
        {
            var answers = await Task.WhenAll(programs.Values.Select(
                program => environment.GetAsync(new Uri(program, $"/api/customer/{id}"))));
            if (answers.Distinct().Count() > 1)
                throw new StudyException($"The programs gave different answers for customer {id}.");
        }
    }
}
