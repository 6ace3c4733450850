namespace Studies.Studies.LoadGenerator;

/// <summary>
/// Tests whether the load tool finds a known capacity. The target is a server that works on 4 requests at a time for 20
/// ms each, so that its capacity is 200 requests per second. Nine of ten searches must be within 5 % of the capacity.
/// </summary>
internal sealed class CapacitySearches : StudyCommand
{
    private const int ParallelRequestLimit = 4;
    private const double MaxDeviation = 0.05;
    private const double MinShareOfGoodSearches = 0.9;
    private const string ServiceLevelObjectives = "p99 < 200ms, errors < 0.1%";
    private static readonly TimeSpan ServiceTime = TimeSpan.FromMilliseconds(20);

    private readonly Option<int> _seconds = StudyOptions.CreateNumber(
        "--seconds", "The time limit of a search in seconds.", 180, 1, 3_600);

    public CapacitySearches()
        : base("capacity", "Searches the known capacity of a server, ten times.",
            new(10, "The number of searches.", 1))
    {
        Add(_seconds);
        PassUnknownOptionsTo("load capacity");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(rounds * (4 + arguments.GetRequiredValue(_seconds)));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        await using var server = new KnownCapacityServer(FreePort.FindAddress(), ParallelRequestLimit, ServiceTime);
        var results = new List<CapacitySearchResult>();
        var table = new TextTable(0, "search", "requests/s", "from", "to", "off by", "trials");
        for (var round = 1; round <= context.Rounds; round++)
        {
            var result = await SearchAsync(context, server, round);
            results.Add(result);
            table.Add(
                $"{round}", TableNumbers.Format(result.Rate), TableNumbers.Format(result.Low), TableNumbers.Format(result.High),
                result.Deviation is { } deviation ? TableNumbers.Format(deviation, "0.0 %") : TableNumbers.NotMeasured,
                $"{result.Trials}");
        }

        StudyFiles.Write(context.ResultsFolder, Name, results, table);
        var found = results.Count(result => Math.Abs(result.Deviation ?? 1) <= MaxDeviation);
        var isEnough = new CheckReporter().Add(found >= MinShareOfGoodSearches * results.Count,
            $"{found} of {results.Count} searches found {TableNumbers.Format(server.Capacity)} requests/s within 5 %; "
            + $"{TableNumbers.Format(Math.Ceiling(MinShareOfGoodSearches * results.Count), "0")} wanted");
        return isEnough ? ExitCode.Success : ExitCode.ExpectationNotMet;
    }

    // The option --max-other-cpu accepts any CPU use of other programs, because other programs only make a search
    // harder. The CPU use of this program does not count as such, because the tested server listens in it.
    private async Task<CapacitySearchResult> SearchAsync(StudyContext context, KnownCapacityServer server, int round)
    {
        var run = await context.LoadRunner.RunWithoutDisplayAsync(new LoadCommand("capacity", context.ResultsFolder)
        {
            Options =
            [
                ("--url", RequestUrls.FormatBaseUrl(server.Address) + "/"), ("--slo", ServiceLevelObjectives),
                ("--within", $"{context.Get(_seconds)}s"), ("--max-lateness", "20ms"), ("--max-other-cpu", "100%"),
                ("--name", $"capacity-{round}"), ("--repeat-command", context.RepeatCommand),
            ],
            UserOptions = context.UserOptions,
        });
        var capacity = run.HasResult
            ? run.ReadResult().SingleVariant.Capacity
            : throw new StudyException($"The load tool exited with {run.ToolExitCode}.");
        return new CapacitySearchResult(
            capacity?.RatePerS, capacity?.LoPerS, capacity?.HiPerS, capacity?.RatePerS / server.Capacity - 1,
            capacity?.Trials.Count ?? 0);
    }

    private sealed record CapacitySearchResult(double? Rate, double? Low, double? High, double? Deviation, int Trials);
}
