using System.CommandLine;
using System.Globalization;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Offers a front-end a half, one, two and three times as many requests as it can serve, with and without a limit of
/// concurrent requests; twice as many from many connections too. Each caller gives up after a second.
/// </summary>
internal sealed class LoadSheddingStudy : StudyCommand
{
    private const double RequiredGoodputShare = 0.9;
    private const double RequiredCrowdShare = 0.5;
    private const double AllowedLatencyFactor = 5;
    private const int RunSeconds = 8;
    private const int WarmupSeconds = 6;

    /// <summary>
    /// The number of requests that may wait: enough for the arrivals of about 30 ms, so that chance rejects none.
    /// </summary>
    private const int QueuedRequests = 128;

    /// <summary>The offered load as a multiple of the capacity, and the number of connections.</summary>
    private static readonly (double Load, int Connections)[] Offers =
        [(0.5, 1000), (1, 1000), (2, 1000), (3, 1000), (2, 8000)];

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
        TimeSpan.FromSeconds(20 + (2 * Offers.Length * (WarmupSeconds + RunSeconds + 7)));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var capacity = await MeasureCapacityAsync(context);
        var table = new TextTable(
            1, "limit", "load", "connections", "offered/s", "good/s", "rejected %", "failed %", "p99 ms");
        var rows = new List<LoadSheddingRow>();
        string[] limits =
            [$"--Limits:ConcurrentRequests={context.Get(_limit)}", $"--Limits:QueuedRequests={QueuedRequests}"];
        foreach (string[] settings in (string[][])[[], limits])
        {
            foreach (var (load, connections) in Offers)
            {
                var result = await MeasureAsync(context, settings, load * capacity, connections);
                var row = LoadSheddingRow.Create(
                    settings is [] ? null : context.Get(_limit), load, connections, load * capacity, result);
                rows.Add(row);
                table.Add(row.Format());
            }
        }

        var checks = new CheckReporter();
        AddChecks(checks, [.. rows.Where(row => row.Limit is not null)]);
        Console.WriteLine($"\n  The front-end can serve {TableNumbers.Format(capacity)} requests per second.");
        StudyFiles.Write(context.ResultsFolder, Name, rows, table);
        return checks.HasFailure ? ExitCode.ExpectationNotMet : ExitCode.Success;
    }

    private static void AddChecks(CheckReporter checks, IReadOnlyList<LoadSheddingRow> rows)
    {
        var (half, twice, crowd) = (rows[0], rows[2], rows[^1]);
        var peak = rows.Max(row => row.GoodPerS);
        checks.Add(twice.GoodPerS >= RequiredGoodputShare * peak,
            $"at twice the capacity, the goodput is {TableNumbers.Format(twice.GoodPerS / peak)} of the peak "
            + $"(required: {TableNumbers.Format(RequiredGoodputShare)})");
        var factor = twice.P99Ms / half.P99Ms;
        checks.Add(factor < AllowedLatencyFactor,
            $"p99 is {TableNumbers.Format(factor)} times that at half the capacity (required: less than 5)");
        checks.Add(crowd.GoodPerS >= RequiredCrowdShare * peak,
            $"over {crowd.Connections} connections, the goodput is {TableNumbers.Format(crowd.GoodPerS / peak)} of the "
            + $"peak (required: {TableNumbers.Format(RequiredCrowdShare)})");
    }

    private static async Task<double> MeasureCapacityAsync(StudyContext context)
    {
        var (backend, frontend) = await StartAsync(context, []);
        var run = await context.SendAsync(null,
            ("--url", RequestUrls.GetRandomCustomerUrl(frontend)), ("--connections", "32"), ("--warmup", "5s"),
            ("--duration", $"{RunSeconds}s"), ("--name", "capacity"));
        await context.Environment.StopAsync(frontend);
        await context.Environment.StopAsync(backend);
        return LoadSheddingRow.GetGoodput(run.ReadResult().SingleVariant);
    }

    private static async Task<VariantResult> MeasureAsync(
        StudyContext context, string[] settings, double ratePerS, int connections)
    {
        var (backend, frontend) = await StartAsync(context, settings);
        // A service that has just started compiles its code, and serves a fraction of what it can serve later. A closed
        // loop does not overload it meanwhile.
        await context.SendAsync(null,
            ("--url", RequestUrls.GetRandomCustomerUrl(frontend)), ("--connections", "32"), ("--warmup", "0s"),
            ("--duration", $"{WarmupSeconds}s"), ("--name", "warm-up"));
        var rate = ratePerS.ToString("0", CultureInfo.InvariantCulture);
        var run = await context.SendAsync(null,
            ("--url", RequestUrls.GetRandomCustomerUrl(frontend)), ("--rate", $"{rate}/s"),
            ("--connections", $"{connections}"), ("--timeout", "1s"), ("--warmup", "3s"),
            ("--duration", $"{RunSeconds}s"),
            ("--name", $"{(settings is [] ? "unlimited" : "limited")}-{rate}-{connections}"));
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

/// <summary>A row of the study's table.</summary>
/// <param name="Limit">The limit of concurrent requests; null for none.</param>
/// <param name="Load">The offered requests, divided by the capacity.</param>
/// <param name="Connections">The number of connections.</param>
/// <param name="OfferedPerS">The requests per second that were due.</param>
/// <param name="GoodPerS">The successful responses per second.</param>
/// <param name="RejectedPercent">The share of the requests that were answered with 503.</param>
/// <param name="FailedPercent">The share of the requests that failed in another way, such as a timeout.</param>
/// <param name="P99Ms">The 99th percentile of the latency of the successful responses.</param>
internal sealed record LoadSheddingRow(
    int? Limit, double Load, int Connections, double OfferedPerS, double GoodPerS, double RejectedPercent,
    double FailedPercent, double? P99Ms)
{
    public static LoadSheddingRow Create(
        int? limit, double load, int connections, double offeredPerS, VariantResult result)
    {
        var rejected = result.Statuses.GetValueOrDefault("503");
        return new(limit, load, connections, offeredPerS, GetGoodput(result), 100.0 * rejected / result.Requests,
            100.0 * (result.Errors - rejected) / result.Requests, result.Latency.P99);
    }

    public static double GetGoodput(VariantResult result) =>
        (result.Requests - result.Errors) / result.MeasuredS!.Value;

    public string[] Format() =>
    [
        Limit is { } limit ? $"{limit}" : "none", TableNumbers.Format(Load, "0.0"), $"{Connections}",
        TableNumbers.Format(OfferedPerS), TableNumbers.Format(GoodPerS), TableNumbers.Format(RejectedPercent),
        TableNumbers.Format(FailedPercent), TableNumbers.Format(P99Ms),
    ];
}
