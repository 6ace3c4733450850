using System.CommandLine;
using System.Globalization;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies.LoadGenerator;

/// <summary>
/// Measures the CPU cost of the load tool's events: the CPU time of the load tool and of the back-end as shares of a
/// core, without events, with events that nobody reads, and with one reader. The reader draws nothing, so it costs less
/// than a page.
/// </summary>
internal sealed class EventsCostStudy : SeparateCoresStudy
{
    private const double MaxCpuCost = 0.03;
    private const string WithoutEvents = "without --events";
    private const string Unread = "with --events, no reader";
    private const string Read = "with --events, one reader";
    private static readonly TimeSpan RetryDelay = TimeSpan.FromMilliseconds(100);

    private readonly Option<int> _seconds =
        CreateNumberOption("--seconds", "The length of a run in seconds.", 20, 1, 3_600);
    private readonly Option<int> _rate = CreateNumberOption("--rate", "The requests per second.", 1000, 1, 100_000);

    public EventsCostStudy()
        : base("load-events", "Measures what the load tool's events cost.",
            new(5, "The number of runs with and without events. Checks use the median.", 1))
    {
        Add(_seconds);
        Add(_rate);
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(4 + (rounds * 3 * (2 + arguments.GetRequiredValue(_seconds))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await StartBackendAsync(context);
        var results = new List<EventsCostResult>();
        for (var round = 0; round < context.Rounds; round++)
        {
            foreach (var kind in new[] { WithoutEvents, Unread, Read })
                results.Add(await MeasureAsync(context, backend, kind));
        }

        var table = new TextTable(1, "CPU use, % of a core", "load tool", "back-end");
        foreach (var result in results)
            table.Add(result.Kind, FormatShare(result.Tool), FormatShare(result.Backend));
        StudyFiles.Write(context.ResultsFolder, Name, results, table);
        var cost = Median(results, Unread) - Median(results, WithoutEvents);
        var isLow = new CheckReporter().Add(cost < MaxCpuCost,
            $"events without a reader cost {FormatShare(cost)} of a core (less than {FormatShare(MaxCpuCost)} required)");
        return isLow ? ExitCode.Success : ExitCode.ExpectationNotMet;
    }

    private async Task<EventsCostResult> MeasureAsync(StudyContext context, Uri backend, string kind)
    {
        var seconds = context.Get(_seconds);
        var server = context.Environment.GetProcess(backend);
        var address = FreePort.FindAddress();
        List<(string, string)> options =
        [
            ("--url", $"{new Uri(backend, "/api/customer/1")}"), ("--rate", $"{context.Get(_rate)}/s"),
            ("--duration", $"{seconds}s"), ("--connections", "10"), ("--warmup", "0s"), ("--name", "events"),
        ];
        if (kind is not WithoutEvents)
            options.Add(("--events", RequestUrls.FormatBaseUrl(address)));
        server.Refresh();
        var (backendBefore, toolBefore) = (server.TotalProcessorTime, ChildCpuTime.Read());
        using var end = CancellationTokenSource.CreateLinkedTokenSource(context.Environment.StopToken);
        var reader = kind is Read
            ? ReadEventsAsync(context.Environment.Http, new(address, "/events"), end.Token)
            : Task.CompletedTask;
        await RunToolAsync(context, options);
        await end.CancelAsync();
        await reader.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        server.Refresh();
        return new EventsCostResult(kind, (ChildCpuTime.Read() - toolBefore).TotalSeconds / seconds,
            (server.TotalProcessorTime - backendBefore).TotalSeconds / seconds);
    }

    private static async Task ReadEventsAsync(HttpClient http, Uri events, CancellationToken end)
    {
        while (true)
        {
            try
            {
                await using var stream = await http.GetStreamAsync(events, end);
                await stream.CopyToAsync(Stream.Null, end);
                return;
            }
            catch (HttpRequestException)
            {
                // The request failed because the load tool is still starting and does not listen yet.
                await Task.Delay(RetryDelay, end);
            }
        }
    }

    private static double Median(List<EventsCostResult> results, string kind) =>
        TableNumbers.Median(
            results.Where(result => result.Kind == kind).Select(result => result.Tool + result.Backend));

    private static string FormatShare(double share) => share.ToString("0.0 %", CultureInfo.InvariantCulture);

    private sealed record EventsCostResult(string Kind, double Tool, double Backend);
}
