using System.CommandLine;
using System.Globalization;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Offers a front-end a half, one, two and three times as many requests as it can serve, with and without a limit of
/// concurrent requests.
/// </summary>
internal sealed class LoadSheddingStudy : StudyCommand
{
    private const double RequiredGoodputShare = 0.9;
    private const double AllowedLatencyFactor = 5;
    private const int RunSeconds = 8;

    /// <summary>
    /// The number of requests that may wait: enough for the arrivals of about 30 ms, so that chance rejects none.
    /// </summary>
    private const int QueuedRequests = 128;

    private static readonly double[] Loads = [0.5, 1, 2, 3];

    private readonly Option<int> _limit = new("--limit")
    {
        Description = "The number of concurrent requests that the front-end processes.",
        DefaultValueFactory = _ => 32,
    };

    public LoadSheddingStudy()
        : base("load-shedding",
            "Offers a front-end more requests than it can serve, with and without a limit of concurrent requests.",
            rounds: null)
    {
        Add(_limit);
        AddLiveOption();
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(20 + (2 * Loads.Length * (RunSeconds + 12)));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var capacity = await MeasureCapacityAsync(context);
        var table = new TextTable(1, "limit", "load", "offered/s", "good/s", "rejected %", "failed %", "p99 ms");
        var checks = new CheckReporter();
        string[] limits =
            [$"--Limits:ConcurrentRequests={context.Get(_limit)}", $"--Limits:QueuedRequests={QueuedRequests}"];
        foreach (string[] settings in (string[][])[[], limits])
        {
            var results = new List<VariantResult>();
            foreach (var load in Loads)
            {
                var result = await MeasureAsync(context, settings, load, capacity);
                results.Add(result);
                var rejected = result.Statuses.GetValueOrDefault("503");
                table.Add(
                    settings is [] ? "none" : $"{context.Get(_limit)}", TableNumbers.Format(load, "0.0"),
                    TableNumbers.Format(load * capacity), TableNumbers.Format(GetGoodput(result)),
                    FormatPercent(rejected, result), FormatPercent(result.Errors - rejected, result),
                    TableNumbers.Format(result.Latency.P99));
            }

            if (settings is not [])
                AddChecks(checks, results);
        }

        Console.WriteLine($"\n  The front-end can serve {TableNumbers.Format(capacity)} requests per second.\n");
        Console.WriteLine(table);
        Console.WriteLine($"  results    {context.ResultsFolder}");
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private static void AddChecks(CheckReporter checks, List<VariantResult> results)
    {
        var (half, twice) = (results[0], results[2]);
        var share = GetGoodput(twice) / results.Max(GetGoodput);
        checks.Add(share >= RequiredGoodputShare,
            $"at twice the capacity, the goodput is {TableNumbers.Format(share)} of the peak "
            + $"(required: {TableNumbers.Format(RequiredGoodputShare)})");
        var factor = twice.Latency.P99 / half.Latency.P99;
        checks.Add(factor < AllowedLatencyFactor,
            $"p99 is {TableNumbers.Format(factor)} times that at half the capacity (required: less than 5)");
    }

    private static double GetGoodput(VariantResult result) =>
        (result.Requests - result.Errors) / result.MeasuredS!.Value;

    private static string FormatPercent(long count, VariantResult result) =>
        TableNumbers.Format(100.0 * count / result.Requests);

    private static async Task<double> MeasureCapacityAsync(StudyContext context)
    {
        var (backend, frontend) = await StartAsync(context, []);
        var run = await context.SendAsync(null,
            ("--url", RequestUrls.GetRandomCustomerUrl(frontend)), ("--connections", "32"), ("--warmup", "5s"),
            ("--duration", $"{RunSeconds}s"), ("--name", "capacity"));
        await context.Environment.StopAsync(frontend);
        await context.Environment.StopAsync(backend);
        return GetGoodput(run.ReadResult().SingleVariant);
    }

    private static async Task<VariantResult> MeasureAsync(
        StudyContext context, string[] settings, double load, double capacity)
    {
        var (backend, frontend) = await StartAsync(context, settings);
        var rate = (load * capacity).ToString("0", CultureInfo.InvariantCulture);
        var run = await context.SendAsync(null,
            ("--url", RequestUrls.GetRandomCustomerUrl(frontend)), ("--rate", $"{rate}/s"), ("--connections", "1000"),
            ("--timeout", "1s"), ("--warmup", "3s"), ("--duration", $"{RunSeconds}s"),
            ("--name", $"{(settings is [] ? "unlimited" : "limited")}-{load}"));
        await context.Environment.StopAsync(frontend);
        await context.Environment.StopAsync(backend);
        return run.ReadResult().SingleVariant;
    }

    private static async Task<(Uri Backend, Uri Frontend)> StartAsync(StudyContext context, string[] settings)
    {
        var backend = await context.Environment.StartBackendAsync();
        return (backend, await context.Environment.StartFrontendAsync(backend, settings: settings));
    }
}
