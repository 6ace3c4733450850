namespace Studies.Studies.LoadGenerator;

/// <summary>
/// Measures the CPU cost of a request in the load tool: requests per second of CPU time of the whole process, including
/// its start and JIT compilation. Compares plain GET requests of the load tool with those of hey and wrk (the Debian
/// packages), and with those of the load tool with every feature turned on. The back-end counts the requests.
/// </summary>
internal sealed class LoadCpuCostStudy : SeparateCoresStudy
{
    private const string HeyProgram = "hey";
    private const string WrkProgram = "wrk";
    private const string LoadWithoutFeatures = "load";
    private const string AllFeatures = "load, all features";
    private const double LeastRatioToHey = 1.5;
    private const double HighestFeatureCost = 1.25;
    private static readonly int[] Connections = [10, 50, 256];

    private readonly Option<int> _seconds =
        StudyOptions.CreateNumber("--seconds", "The length of a run in seconds.", 15, 1, 3_600);

    public LoadCpuCostStudy()
        : base("load-cost",
            "Compares the load tool with hey and wrk, other load tools. The measure is the CPU time per request.",
            new(5, "The number of runs of each tool. Checks use the median.", 1), HeyProgram, WrkProgram) =>
        Add(_seconds);

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        10 + (rounds * Connections.Length * 4 * (2 + arguments.GetRequiredValue(_seconds))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await StartBackendAsync(context);
        var options = await SimilarCustomers.CreateFeatureOptionsAsync(
            context.Environment, backend, context.ResultsFolder);
        var results = new List<CpuCostResult>();
        foreach (var connections in Connections)
        {
            for (var round = 1; round <= context.Rounds; round++)
            {
                results.Add(await MeasureAsync(context, backend, HeyProgram, connections, round,
                    () => RunOtherAsync(context, HeyProgram, "-z", connections, backend)));
                results.Add(await MeasureAsync(context, backend, WrkProgram, connections, round,
                    () => RunOtherAsync(context, WrkProgram, "-t1 -d", connections, backend)));
                results.Add(await MeasureAsync(context, backend, LoadWithoutFeatures, connections, round,
                    () => RunLoadAsync(context, connections, [("--url", $"{new Uri(backend, "/api/customer/1")}")])));
                results.Add(await MeasureAsync(context, backend, AllFeatures, connections, round,
                    () => RunLoadAsync(context, connections, options)));
            }
        }

        var table = new TextTable(1, "", "connections", "round", "requests per CPU-second");
        foreach (var result in results)
        {
            table.Add(
                result.Tool, $"{result.Connections}", $"{result.Round}",
                TableNumbers.Format(result.RequestsPerCpuSecond, "0"));
        }

        StudyFiles.Write(context.ResultsFolder, Name, results, table);
        return Check(results) ? ExitCode.Success : ExitCode.ExpectationNotMet;
    }

    private static async Task<CpuCostResult> MeasureAsync(
        StudyContext context, Uri backend, string tool, int connections, int round, Func<Task> run)
    {
        var (requests, cpu) = (await CountAsync(), ChildCpuTime.Read());
        await run();
        var seconds = (ChildCpuTime.Read() - cpu).TotalSeconds;
        return new CpuCostResult(tool, connections, round, (await CountAsync() - requests) / seconds);

        async Task<double> CountAsync() => (await context.Environment.ReadMetricsAsync(backend))
            .Total("http_server_request_duration_seconds_count", "http_route=\"/api/customer/");
    }

    private async Task RunOtherAsync(
        StudyContext context, string program, string durationOption, int connections, Uri backend)
    {
        var other = new ProcessStartInfo(program,
        [
            .. durationOption.Split(' '), $"{context.Get(_seconds)}s", "-c", $"{connections}",
            $"{new Uri(backend, "/api/customer/1")}",
        ]);
        var output = await ProcessRunner.CaptureAsync(
            CpuAffinity.PinToCore(other, ToolCore), context.Environment.StopToken);
        if (output.ExitCode is not 0)
            throw new StudyException($"{program} exited with code {output.ExitCode}: {output.Errors}");
    }

    private Task<VariantResult> RunLoadAsync(
        StudyContext context, int connections, IReadOnlyList<(string, string)> options) =>
        RunToolAsync(context,
        [
            .. options, ("--warmup", "0s"), ("--connections", $"{connections}"),
            ("--duration", $"{context.Get(_seconds)}s"), ("--name", "cost"),
        ]);

    private static bool Check(List<CpuCostResult> results)
    {
        var checks = new CheckReporter();
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

        return !checks.HasFailure;
    }

    private sealed record CpuCostResult(string Tool, int Connections, int Round, double RequestsPerCpuSecond);
}
