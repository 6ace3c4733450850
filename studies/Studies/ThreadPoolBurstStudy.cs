namespace Studies.Studies;

/// <summary>
/// Claims D of Sedlaczek, 2014: sends bursts of requests to an operation of 2 s that either blocks a thread or is
/// asynchronous.
/// </summary>
internal sealed class ThreadPoolBurstStudy : StudyCommand
{
    private const double HighestBlockingShare = 0.2;
    private const int LargestBurst = 10_000;

    private readonly Option<bool> _sendsEveryBurst =
        new("--full") { Description = "Send bursts of every size in every series, which takes longer." };

    private readonly Argument<int[]> _sizes = new("SIZES")
    {
        Description = "The burst sizes to send in every series, such as 10 100. By default, the study selects them.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    // The option --client-of-2014 is passed only to a copy of this program, which sends one burst. Its thread pool is
    // then as new as that of the published program.
    private readonly Option<string?> _clientOf2014 = new("--client-of-2014") { Hidden = true };

    public ThreadPoolBurstStudy()
        : base("thread-pool-bursts",
            "Sends bursts of requests to a slow operation. The operation either blocks a thread or is asynchronous.",
            new(1, "The number of times that each burst is sent. Tables show the median.", 1))
    {
        AddLiveOption();
        Add(_sendsEveryBurst);
        Add(_sizes);
        Add(_clientOf2014);
        _sizes.Validators.Add(result =>
        {
            if (result.Tokens.Any(token => !int.TryParse(token.Value, out var size) || size is < 1 or > LargestBurst))
                result.AddError($"Each of the SIZES must be a number from 1 to {LargestBurst}. Example: 10 100");
        });
    }

    public static async Task<BurstResult> RunClientOf2014Async(Uri url, int size, string folder, CancellationToken stop)
    {
        var study = new ThreadPoolBurstStudy();
        var client = ProgramLocator.CreateStartInfo("Studies",
            [study.Name, $"{size}", study._clientOf2014.Name, $"{url}", "--out", folder]);
        var output = await ProcessRunner.CaptureAsync(client, stop);
        return output.ExitCode is ExitCode.Success
            ? JsonSerializer.Deserialize<BurstResult>(await File.ReadAllTextAsync(GetResultPath(folder), stop))!
            : throw new StudyException($"The client of 2014 exited with code {output.ExitCode}: {output.All}");
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds)
    {
        if (arguments.GetValue(_clientOf2014) is not null)
            return null;
        var bursts =
            BurstSeries.All.SelectMany(series => GetSizes(arguments, series).Select(size => Estimate(series, size)));
        return TimeSpan.FromSeconds((rounds * bursts.Sum()) + 30);

        // While the thread pool adds threads, a blocking burst gets 4 to 6 responses per second, for at most 100 s.
        static double Estimate(BurstSeries series, int size) =>
            7 + (series.Name is "sync-capped" or "sync-default" ? Math.Min(100, size / 5.0) : 0);
    }

    protected override async Task<int> RunAsync(StudyContext context)
    {
        if (context.Arguments.GetValue(_clientOf2014) is { } url)
        {
            var burst = await ClientOf2014.SendAsync(new Uri(url), context.Arguments.GetRequiredValue(_sizes)[0]);
            Directory.CreateDirectory(context.ResultsFolder);
            await File.WriteAllTextAsync(GetResultPath(context.ResultsFolder), JsonSerializer.Serialize(burst));
            return ExitCode.Success;
        }

        Console.WriteLine($"  The slow operation takes 2 s. A request times out after {BurstSeries.Timeout}.");
        var results = new Dictionary<BurstSeries, IReadOnlyList<BurstResult>>();
        foreach (var series in BurstSeries.All)
            results[series] = await MeasureAsync(context, series);

        var report = new ThreadPoolBurstReport(results);
        Console.WriteLine($"\n{report.Format()}");
        var hasOwnSizes = context.Arguments.GetValue(_sizes) is { Length: > 0 };
        var isAsExpected = report.Check(hasOwnSizes ? null : HighestBlockingShare);
        var memory = await ThreadMemory.MeasureAsync(context.Environment, context.LoadRunner, context.ResultsFolder);
        Console.WriteLine($"  {memory?.ToString() ?? "not measured: the memory of threads is read on Linux only"}");
        Console.WriteLine($"\n  results    {context.ResultsFolder}");
        return isAsExpected ? ExitCode.Success : ExitCode.ExpectationNotMet;
    }

    private static string GetResultPath(string folder) => Path.Combine(folder, "client-of-2014.json");

    private async Task<IReadOnlyList<BurstResult>> MeasureAsync(StudyContext context, BurstSeries series)
    {
        var folder = Path.Combine(context.ResultsFolder, "bursts");
        var bursts = new List<BurstResult>();
        foreach (var size in GetSizes(context.Arguments, series))
        {
            for (var round = 0; round < context.Rounds; round++)
            {
                if (await series.SendAsync(context.Environment, context.LoadRunner, size, folder) is { } file)
                    bursts.Add(BurstSeries.ReadBurst(file));
            }
        }

        return bursts;
    }

    private IEnumerable<int> GetSizes(ParseResult arguments, BurstSeries series) =>
        arguments.GetValue(_sizes) is { Length: > 0 } given ? given
        : BurstSeries.Sizes.Where(size => arguments.GetValue(_sendsEveryBurst) || series.IsShort(size));
}
