namespace Studies.Studies.LoadGenerator;

/// <summary>
/// Compares the load tool with others. One table has the CPU cost of a request: requests per second of CPU time of the
/// whole process, including its start and JIT compilation, of plain GET requests with hey and wrk (the Debian packages)
/// and with the load tool, and of the load tool with every feature turned on. The back-end counts the requests. The
/// other table has the throughput with HTTP/2, of the load tool and of h2load, in turns.
/// </summary>
internal sealed class LoadCostStudy : SeparateCoresStudy
{
    private const string HeyProgram = "hey";
    private const string WrkProgram = "wrk";
    private const string LoadWithoutFeatures = "load";
    private const string AllFeatures = "load, all features";
    private const double LeastRatioToHey = 1.5;
    private const double HighestFeatureCost = 1.25;
    private static readonly int[] Connections = [10, 50, 256];

    /// <summary>The wait before each answer over HTTP/2, so that it and no tool decides the throughput.</summary>
    private const int Http2LatencyMs = 20;
    private static readonly TimeSpan Http2WarmUp = TimeSpan.FromSeconds(2);

    private readonly Option<int> _seconds =
        StudyOptions.CreateNumber("--seconds", "The length of a run in seconds.", 15, 1, 3_600);

    public LoadCostStudy()
        : base("load-cost",
            "Compares the load tool with hey, wrk and h2load. The measures are the CPU time of a request, and HTTP/2.",
            new(5, "The number of runs of each tool.", 1), HeyProgram, WrkProgram, Http2Agreement.Program) =>
        Add(_seconds);

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        10 + (rounds * ((Connections.Length * 4) + (Http2Agreement.Loads.Count * 2))
            * (2 + arguments.GetRequiredValue(_seconds))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var checks = new CheckReporter();
        Check(checks, await MeasureCostsAsync(context));
        Http2Agreement.Check(checks, await MeasureHttp2Async(context));
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private async Task<List<CpuCost>> MeasureCostsAsync(StudyContext context)
    {
        var backend = await StartBackendAsync(context);
        var options = await CreateFeatureOptionsAsync(context, backend);
        var url = $"{new Uri(backend, "/api/customer/1")}";
        var results = new List<CpuCost>();
        foreach (var connections in Connections)
        {
            string[] others = ["-c", $"{connections}", url];
            for (var round = 1; round <= context.Rounds; round++)
            {
                var duration = $"{context.Get(_seconds)}s";
                await AddAsync(HeyProgram, () => CaptureAsync(context, new(HeyProgram, ["-z", duration, .. others])));
                await AddAsync(
                    WrkProgram, () => CaptureAsync(context, new(WrkProgram, ["-t1", "-d", duration, .. others])));
                await AddAsync(LoadWithoutFeatures, () => RunLoadAsync(
                    context, TimeSpan.Zero, [("--url", url), ("--connections", $"{connections}")]));
                await AddAsync(AllFeatures, () => RunLoadAsync(
                    context, TimeSpan.Zero, [.. options, ("--connections", $"{connections}")]));

                async Task AddAsync(string tool, Func<Task> runAsync)
                {
                    var (requests, cpu) = (await CountAsync(), ChildCpuTime.Read());
                    await runAsync();
                    var seconds = (ChildCpuTime.Read() - cpu).TotalSeconds;
                    results.Add(new(tool, connections, round, (await CountAsync() - requests) / seconds));
                }
            }
        }

        StudyFiles.Write(context.ResultsFolder, Name, results, 1,
            ("", result => result.Tool), ("connections", result => result.Connections),
            ("round", result => result.Round),
            ("requests per CPU-second", result => result.RequestsPerCpuSecond));
        return results;

        async Task<double> CountAsync() => (await context.Environment.ReadMetricsAsync(backend))
            .Total("http_server_request_duration_seconds_count", "http_route=\"/api/customer/");
    }

    /// <summary>
    /// Creates the options that turn on every feature of the load tool: a URL with a column of a CSV file and a random
    /// value, a log of every request, and checks of the status and of the JSON body. The document is the same one.
    /// </summary>
    private static async Task<IReadOnlyList<(string, string)>> CreateFeatureOptionsAsync(
        StudyContext context, Uri backend)
    {
        var customer = JsonElement.Parse(await context.Environment.GetAsync(new(backend, "/api/customer/1")));
        var folder = Directory.CreateDirectory(context.ResultsFolder).FullName;
        var csv = Path.Combine(folder, "customers.csv");
        await File.WriteAllLinesAsync(csv, ["id", .. Enumerable.Repeat("1", 20)], context.Environment.StopToken);
        return
        [
            ("--url",
                $"{new Uri(backend, "/api/customer/")}{{{{{{id}}}}}}?page={{{{{{page:RAND_INTEGER:[1:1000000]}}}}}}"),
            ("--file", csv), ("--log", Path.Combine(folder, "requests.tsv")), ("--expect", "200"),
            ("--expect", $"$.orderIds[*]={customer.GetProperty("orderIds").GetArrayLength()}"),
        ];
    }

    private async Task<List<Http2Agreement>> MeasureHttp2Async(StudyContext context)
    {
        var address = FreePort.FindAddress();
        await StartBackendAsync(context, $"--Http2:Port={address.Port}", $"--Faults:Active:LatencyMs={Http2LatencyMs}");
        var url = new Uri(address, "/api/customer/1");
        var results = new List<Http2Agreement>();
        for (var round = 1; round <= context.Rounds; round++)
        {
            foreach (var (connections, streams) in Http2Agreement.Loads)
            {
                var rates = await StartOrder.StartAllAsync(
                    round,
                    async () => (await RunLoadAsync(
                        context, Http2WarmUp,
                        [("--url", $"{url}"), ("--connections", $"{connections}"), ("--http2", $"{streams}")]))
                        .Throughput.Rate,
                    async () => Http2Agreement.ParseRate(await CaptureAsync(context, Http2Agreement.CreateStartInfo(
                        url, connections, streams, Http2WarmUp, TimeSpan.FromSeconds(context.Get(_seconds))))));
                results.Add(new(connections, streams, round, rates[0], rates[1]));
            }
        }

        StudyFiles.Write(context.ResultsFolder, $"{Name}-http2", results, 0,
            ("connections", result => result.Connections), ("streams each", result => result.Streams),
            ("round", result => result.Round), ("load, req/s", result => result.Load),
            ("h2load, req/s", result => result.H2Load));
        return results;
    }

    private static async Task<string> CaptureAsync(StudyContext context, ProcessStartInfo other)
    {
        var output = await ProcessRunner.CaptureAsync(
            ProcessRunner.PinToCore(other, ToolCore), context.Environment.StopToken);
        return output.ExitCode is 0
            ? output.Output
            : throw new StudyException($"{other.FileName} exited with code {output.ExitCode}: {output.All}");
    }

    private Task<VariantResult> RunLoadAsync(
        StudyContext context, TimeSpan warmUp, IReadOnlyList<(string, string)> options) => RunToolAsync(context,
        [
            .. options, ("--warmup", $"{warmUp.TotalSeconds}s"), ("--duration", $"{context.Get(_seconds)}s"),
            ("--name", "cost"),
        ]);

    private static void Check(CheckReporter checks, List<CpuCost> results)
    {
        foreach (var connections in Connections)
        {
            checks.AddAtLeast(Compare(LoadWithoutFeatures, HeyProgram), LeastRatioToHey,
                ratio => $"{connections} connections: {ratio} × the requests of hey per CPU second\n   ");
            Console.WriteLine(
                $"  – {connections} connections: {Compare(LoadWithoutFeatures, WrkProgram)} × the requests of wrk "
                + "per CPU second (published, not judged)");
            checks.AddAtMost(Compare(LoadWithoutFeatures, AllFeatures), HighestFeatureCost,
                ratio => $"{connections} connections: {ratio} × the CPU time with all features on\n   ");

            StudyRatio? Compare(string tool, string other) =>
                StudyRatio.FromRounds(GetRounds(tool).Zip(GetRounds(other)));

            IEnumerable<double?> GetRounds(string tool) => results
                .Where(result => result.Tool == tool && result.Connections == connections)
                .OrderBy(result => result.Round)
                .Select(result => (double?)result.RequestsPerCpuSecond);
        }
    }

    private sealed record CpuCost(string Tool, int Connections, int Round, double RequestsPerCpuSecond);
}
