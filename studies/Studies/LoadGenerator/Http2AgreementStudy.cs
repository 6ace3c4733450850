namespace Studies.Studies.LoadGenerator;

/// <summary>
/// Compares the throughput that the load tool reports for HTTP/2 with the throughput of h2load, in turns, with the same
/// numbers of connections and streams. The back-end waits before each answer, so that its speed and not that of a tool
/// decides the throughput.
/// </summary>
internal sealed class Http2AgreementStudy : SeparateCoresStudy
{
    private const double LowestRatio = 0.9;
    private const double HighestRatio = 1.1;
    private static readonly (int Connections, int Streams)[] Loads = [(1, 50), (10, 5)];
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);

    private readonly Option<int> _seconds =
        StudyOptions.CreateNumber("--seconds", "The length of a run in seconds.", 5, 1, 3_600);

    private readonly Option<int> _latency = StudyOptions.CreateNumber("--latency",
        "The milliseconds that the back-end waits before each answer. With 0, the CPU time of the tools decides.",
        20, 0, 60_000);

    public Http2AgreementStudy()
        : base("load-http2",
            "Compares the load tool with h2load, another load tool. The measure is the throughput with HTTP/2.",
            new(9, "The number of runs of each tool.", 1), H2Load.Program)
    {
        Add(_seconds);
        Add(_latency);
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        10 + (rounds * Loads.Length * 2 * (1 + WarmUp.TotalSeconds + arguments.GetRequiredValue(_seconds))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var address = FreePort.FindAddress();
        await StartBackendAsync(
            context, $"--Http2:Port={address.Port}", $"--Faults:Active:LatencyMs={context.Get(_latency)}");
        var url = new Uri(address, "/api/customer/1");
        var results = new List<AgreementResult>();
        for (var round = 1; round <= context.Rounds; round++)
        {
            foreach (var (connections, streams) in Loads)
            {
                var rates = await StartOrder.StartAllAsync(
                    round, () => RunLoadAsync(context, url, connections, streams),
                    () => RunH2LoadAsync(context, url, connections, streams));
                results.Add(new AgreementResult(connections, streams, round, rates[0], rates[1]));
            }
        }

        var table = new TextTable(0, "connections", "streams each", "round", "load, req/s", "h2load, req/s");
        foreach (var result in results)
        {
            table.Add($"{result.Connections}", $"{result.Streams}", $"{result.Round}",
                TableNumbers.Format(result.Load, "0"), TableNumbers.Format(result.H2Load, "0"));
        }

        StudyFiles.Write(context.ResultsFolder, Name, results, table);
        return Check(results) ? ExitCode.Success : ExitCode.ExpectationNotMet;
    }

    /// <summary>Checks that the tools agree for each load. It fails if the interval is not within the limits.</summary>
    internal static bool Check(IEnumerable<AgreementResult> results)
    {
        var checks = new CheckReporter();
        foreach (var load in results.GroupBy(result => (result.Connections, result.Streams)))
        {
            var ratio = StudyRatio.FromRounds(load.Select(result => ((double?)result.Load, (double?)result.H2Load)));
            checks.Add(
                (ratio?.Low ?? ratio?.Value) >= LowestRatio && (ratio?.High ?? ratio?.Value) <= HighestRatio,
                $"{load.Key.Connections} connections with {load.Key.Streams} streams each: {ratio} × the throughput "
                + $"of h2load\n    (all of it from {LowestRatio} to {HighestRatio} required)");
        }

        return !checks.HasFailure;
    }

    private async Task<double> RunLoadAsync(StudyContext context, Uri url, int connections, int streams) =>
        (await RunToolAsync(context,
        [
            ("--url", $"{url}"), ("--connections", $"{connections}"),
            ("--http2", $"{streams}"), ("--warmup", $"{WarmUp.TotalSeconds}s"),
            ("--duration", $"{context.Get(_seconds)}s"), ("--name", "http2"),
        ])).Throughput.Median;

    private async Task<double> RunH2LoadAsync(StudyContext context, Uri url, int connections, int streams)
    {
        var program = H2Load.CreateStartInfo(
            url, connections, streams, WarmUp, TimeSpan.FromSeconds(context.Get(_seconds)));
        var output = await ProcessRunner.CaptureAsync(
            CpuAffinity.PinToCore(program, ToolCore), context.Environment.StopToken);
        return output.ExitCode is 0
            ? H2Load.ParseRate(output.Output)
            : throw new StudyException($"h2load exited with code {output.ExitCode}: {output.All}");
    }
}

/// <summary>The throughput of both tools in one round, in successful requests per second.</summary>
internal sealed record AgreementResult(int Connections, int Streams, int Round, double Load, double H2Load);
