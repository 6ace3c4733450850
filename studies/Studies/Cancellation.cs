using System.CommandLine;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Byterot, 2014 (A9): how many connections it costs when a fifth of the calls time out and are made again, with each
/// kind of client. Over HTTP/1.1 a call can only be cancelled by closing its connection.
/// </summary>
internal sealed class Cancellation : StudyCommand
{
    private const string LateShare = "0.2";
    private const int Seconds = 10;
    private static readonly string[] Strategies = ["get-from-json", "webclient-sync", "webclient-async"];

    public Cancellation()
        : base("cancellation", "Measures how many connections it costs when a fifth of the calls time out.",
            new(1, "The number of times that each strategy is measured with each back-end.", 1)) =>
        PassOptionsOnTo("load run");

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(5 + (rounds * Strategies.Length * 2 * (Seconds + 8)));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var prompt = await context.Environment.StartBackendAsync();
        var late = await context.Environment.StartBackendAsync(
            ["--SlowResponses:BeforeHeaders=00:00:01", $"--SlowResponses:Share={LateShare}"]);
        var table =
            new TextTable(2, "strategy", "back-end", "req/s", "calls/s", "timeouts/s", "connections/s", "segments");
        for (var round = 0; round < context.Rounds; round++)
        {
            foreach (var strategy in Strategies)
            {
                foreach (var (name, backend) in new[] { ("prompt", prompt), ("late", late) })
                {
                    if (await MeasureAsync(context, strategy, name, backend) is not { } row)
                        return ExitCode.Failed;
                    table.Add(row);
                }
            }
        }

        Console.WriteLine(
            "\n  A call is cancelled after 100 ms and made again. "
            + $"Late: a share of {LateShare} of the calls would take 1 s.\n");
        Console.WriteLine(table);
        Console.WriteLine($"  results    {context.Folder}");
        return ExitCode.Success;
    }

    /// <returns>A row of the table; null where the load tool could not send.</returns>
    private static async Task<string[]?> MeasureAsync(StudyContext context, string strategy, string name, Uri backend)
    {
        var frontend = await context.Environment.StartFrontendAsync(backend, settings:
        [
            "--Backend:Timeout=00:00:00.100", "--Resilience:Retries=10", "--Resilience:RetryDelay=00:00:00",
            "--Resilience:FailureRatio=1", "--Runtime:MinThreads=64",
        ]);
        await using var capture = new PacketCapture(backend.Port);
        var run = await context.SendAsync(null,
            ("--url", RequestUrls.AnyCustomer(frontend, $"?resilience=standard&strategy={strategy}")),
            ("--rate", "100/s"), ("--duration", $"{Seconds}s"), ("--connections", "64"),
            ("--name", $"{strategy}-{name}"));
        var segments = await capture.StopAsync();
        // A call that times out too often ends as a failure, so that figures that must not be quoted are still the
        // topic.
        var row = run.HasFigures ? await CreateRowAsync(context, frontend, run.ReadResult().Run, segments) : null;
        await context.Environment.StopAsync(frontend);
        return row is null ? null : [strategy, name, .. row];
    }

    private static async Task<string[]> CreateRowAsync(
        StudyContext context, Uri frontend, VariantResult run, TcpSegmentCount? segments)
    {
        // All calls since the start, those of the warm-up included: the shares are the same.
        var metrics = await context.Environment.ReadMetricsAsync(frontend);
        var calls = metrics.Sum("backend_call_duration_seconds_count");
        var timeouts = metrics.Sum("backend_call_duration_seconds_count", "outcome=\"timeout\"") / calls;
        var callsPerRequest = calls / metrics.Sum("http_server_request_duration_seconds_count");
        var rate = run.Requests / run.MeasuredS;
        return
        [
            Figures.Format(rate), Figures.Format(rate * callsPerRequest),
            Figures.Format(rate * callsPerRequest * timeouts),
            Figures.Format(run.Target.ConnectionsOpened / run.MeasuredS),
            segments?.ToString() ?? "not captured: needs tcpdump, and the right to use it",
        ];
    }
}
