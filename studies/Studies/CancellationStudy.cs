using System.CommandLine;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Claim A9 of Byterot, 2014: measures how many connections each kind of client opens when a fifth of the calls time
/// out. Over HTTP/1.1 a call can only be cancelled by closing its connection. No call is repeated, because a WebClient
/// has no handler that could do so.
/// </summary>
internal sealed class CancellationStudy : StudyCommand
{
    private const string LateShare = "0.2";
    private const int RunSeconds = 10;
    private static readonly string[] Strategies = ["get-from-json", "webclient-sync", "webclient-async"];

    public CancellationStudy()
        : base("cancellation",
            "Measures how many connections cancelled calls cost. A fifth of the calls time out.",
            new(1, "The number of times that each strategy is measured with each back-end.", 1)) =>
        PassUnknownOptionsTo("load run");

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(5 + (rounds * Strategies.Length * 2 * (RunSeconds + 8)));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var prompt = await context.Environment.StartBackendAsync();
        var late = await context.Environment.StartBackendAsync(
            "--Faults:Active:LatencyMs=1000", $"--Faults:Active:LatencyShare={LateShare}");
        var table =
            new TextTable(2, "strategy", "back-end", "req/s", "calls/s", "timeouts/s", "connections/s", "TCP segments");
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
            "\n  A call is cancelled if it takes longer than 100 ms, and is not repeated. The back-end\n"
            + $"  \"late\" delays a share of {LateShare} of its responses by 1 s. The back-end\n"
            + "  \"prompt\" delays none.\n");
        Console.WriteLine(table);
        Console.WriteLine($"  results    {context.ResultsFolder}");
        return ExitCode.Success;
    }

    /// <returns>The cells of a table row; null if the load tool could not send requests.</returns>
    private static async Task<string[]?> MeasureAsync(StudyContext context, string strategy, string name, Uri backend)
    {
        var frontend = await context.Environment.StartFrontendAsync(
            backend, settings: ["--Backend:Timeout=00:00:00.100", "--Runtime:MinThreads=64"]);
        await using var capture = new PacketCapture(backend.Port);
        var run = await context.SendAsync(null,
            ("--url", RequestUrls.GetRandomCustomerUrl(frontend, $"?resilience=none&strategy={strategy}")),
            ("--rate", "100/s"), ("--duration", $"{RunSeconds}s"), ("--connections", "64"),
            ("--name", $"{strategy}-{name}"));
        var segments = await capture.StopAsync();
        // The load tool may mark the run INVALID, because a request fails if one of its calls times out. The result is
        // used nevertheless, because the study measures such failures.
        var row =
            run.HasResult ? await CreateRowAsync(context, frontend, run.ReadResult().SingleVariant, segments) : null;
        await context.Environment.StopAsync(frontend);
        return row is null ? null : [strategy, name, .. row];
    }

    private static async Task<string[]> CreateRowAsync(
        StudyContext context, Uri frontend, VariantResult run, TcpSegmentCount? segments)
    {
        // The metrics of the front-end cover all calls since its start, including the warm-up. The warm-up does not
        // change the share of calls that time out.
        var metrics = await context.Environment.ReadMetricsAsync(frontend);
        var calls = metrics.Sum("backend_call_duration_seconds_count");
        var timeouts = metrics.Sum("backend_call_duration_seconds_count", "outcome=\"timeout\"") / calls;
        var callsPerRequest = calls / metrics.Sum("http_server_request_duration_seconds_count");
        var rate = run.Requests / run.MeasuredS;
        return
        [
            TableNumbers.Format(rate), TableNumbers.Format(rate * callsPerRequest),
            TableNumbers.Format(rate * callsPerRequest * timeouts),
            TableNumbers.Format(run.Target.ConnectionsOpened / run.MeasuredS),
            segments?.ToString() ?? "not captured: needs Linux, tcpdump, and permission",
        ];
    }
}
