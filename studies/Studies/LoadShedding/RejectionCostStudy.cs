using System.CommandLine;
using System.Diagnostics;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies.LoadShedding;

/// <summary>
/// Measures the CPU time of a rejection beside that of an aggregate, and of the smallest response that the front-end
/// has. It says how much goodput a limit of concurrent requests can save at best: at twice the capacity, more than half
/// of the requests have to be rejected.
/// </summary>
internal sealed class RejectionCostStudy : SeparateCoresStudy
{
    private const string Rejection = "503, rejected by the limit";
    private const string Smallest = "200 of /health/live";
    private const string Aggregate = "200 of an aggregate";

    /// <summary>As in the load-shedding study: its overload, and its closed loop.</summary>
    private const int Many = 1000, Few = 16;

    /// <summary>
    /// The delay of the back-end's responses, which keeps a request in the front-end for longer than a run: its calls
    /// for the customer and for an order follow one another.
    /// </summary>
    private const int HeldMs = 60_000;
    private const int MostSeconds = 60;

    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan PermitTimeout = TimeSpan.FromSeconds(10);

    private readonly Option<int> _seconds =
        CreateNumberOption("--seconds", "The length of a run in seconds.", 5, 1, MostSeconds);

    private readonly Option<int> _warmup = CreateNumberOption(
        "--warm-up", "The seconds of load for each response before the first round.", 45, 1, MostSeconds);

    public RejectionCostStudy()
        : base("rejection-cost",
            "Measures the CPU time of a rejection, of an aggregate and of the smallest response.",
            new RoundsDefinition(7))
    {
        Add(_seconds);
        Add(_warmup);
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) => TimeSpan.FromSeconds(
        10 + (3 * arguments.GetRequiredValue(_warmup)) + (rounds * 3 * (arguments.GetRequiredValue(_seconds) + 3)));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await StartBackendAsync(context);
        var silent = await StartBackendAsync(context, FaultControl.Settings);
        await new FaultControl(context.Environment, silent).SetAsync(new { latencyMs = HeldMs });
        var frontend = await StartFrontendAsync(context, backend);
        var busy = await StartFrontendAsync(context, silent,
            "--Limits:ConcurrentRequests=1", "--Backend:Timeout=00:10:00");

        var responses = new Dictionary<string, Func<int, Task<VariantResult>>>
        {
            [Rejection] = seconds => RejectAsync(context, busy, seconds),
            [Smallest] = seconds => SendAsync(context, $"{new Uri(frontend, "/health/live")}", Many, seconds),
            [Aggregate] = seconds => SendAsync(context, RequestUrls.GetRandomCustomerUrl(frontend), Few,
                seconds, VariantResult.MonitorBackend(backend)),
        };
        foreach (var send in responses.Values)
            await send(context.Get(_warmup));

        var rounds = responses.Keys.ToDictionary(response => response, _ => new List<VariantResult>());
        for (var round = 1; round <= context.Rounds; round++)
        {
            Console.WriteLine($"  round {round} of {context.Rounds}");
            string[] order = [.. responses.Keys];
            Random.Shared.Shuffle(order);
            foreach (var response in order)
                rounds[response].Add(await responses[response](context.Get(_seconds)));
        }

        ResponseCost[] costs =
            [.. rounds.Select(response => ResponseCost.Create(response.Key, response.Value, rounds[Aggregate]))];
        var table = new TextTable(1, "response", "CPU µs", "of an aggregate [99 %]");
        foreach (var cost in costs)
            table.Add(cost.Format());
        StudyFiles.Write(Path.Combine(context.ResultsFolder, "table"), Name, costs, table);
        return ExitCode.Success;
    }

    /// <summary>Sends requests that a front-end rejects, because an earlier one holds its only permit.</summary>
    private static async Task<VariantResult> RejectAsync(StudyContext context, Uri busy, int seconds)
    {
        await WaitForPermitsAsync(context, busy, 0);
        using var release = CancellationTokenSource.CreateLinkedTokenSource(context.Environment.StopToken);
        var held = context.Environment.Http.GetAsync(new Uri(busy, "/api/customer/1"), release.Token);
        try
        {
            await WaitForPermitsAsync(context, busy, 1);
            return await SendAsync(
                context, RequestUrls.GetRandomCustomerUrl(busy), Many, seconds, ("--expect", "503"));
        }
        finally
        {
            await release.CancelAsync();
            await ((Task)held).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Waits until a number of requests have a permit of the front-end's limit.</summary>
    private static async Task WaitForPermitsAsync(StudyContext context, Uri frontend, int count)
    {
        var started = Stopwatch.GetTimestamp();
        while ((await context.Environment.ReadMetricsAsync(frontend))
            .Sum("aspnetcore_rate_limiting_active_request_leases") != count)
        {
            if (Stopwatch.GetElapsedTime(started) > PermitTimeout)
                throw new StudyException($"After {PermitTimeout.TotalSeconds} s, not {count} requests have a permit.");
            await context.Environment.DelayAsync(PollInterval);
        }
    }

    private static async Task<VariantResult> SendAsync(
        StudyContext context, string url, int connections, int seconds, params IEnumerable<(string, string)> options)
    {
        var result = await RunToolAsync(context,
        [
            ("--url", url), ("--connections", $"{connections}"), ("--warmup", "2s"), ("--duration", $"{seconds}s"),
            ("--name", "cost"), .. options,
        ]);
        return result.Errors is 0
            ? result
            : throw new StudyException($"{result.Errors} of {result.Requests} requests had other responses.");
    }
}
