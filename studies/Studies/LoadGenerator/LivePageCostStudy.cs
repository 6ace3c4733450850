using System.CommandLine;
using System.Globalization;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies.LoadGenerator;

/// <summary>
/// Measures the CPU cost of the load tool's live page: the CPU time of the load tool and of the back-end as shares of a
/// core, without the page, with a page that nobody watches, and with one viewer. The viewer only reads the events and
/// draws nothing, so it costs less than a browser.
/// </summary>
internal sealed class LivePageCostStudy : SeparateCoresStudy
{
    private const double MaxCpuCost = 0.03;
    private const string WithoutLivePage = "without --serve";
    private const string UnwatchedPage = "with --serve, no viewer";
    private const string WatchedPage = "with --serve, one viewer";
    private static readonly TimeSpan ViewerDelay = TimeSpan.FromMilliseconds(100);

    private readonly Option<int> _seconds =
        CreateNumberOption("--seconds", "The length of a run in seconds.", 20, 1, 3_600);
    private readonly Option<int> _rate = CreateNumberOption("--rate", "The requests per second.", 1000, 1, 100_000);

    public LivePageCostStudy()
        : base("load-live-page", "Measures what the load tool's live page costs.",
            new(5, "The number of runs with and without the page. Checks use the median.", 1))
    {
        Add(_seconds);
        Add(_rate);
    }

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        TimeSpan.FromSeconds(4 + (rounds * 3 * (2 + arguments.GetRequiredValue(_seconds))));

    protected override async Task<int> RunAsync(StudyContext context)
    {
        var backend = await StartBackendAsync(context);
        var results = new List<LivePageCostResult>();
        for (var round = 0; round < context.Rounds; round++)
        {
            foreach (var kind in new[] { WithoutLivePage, UnwatchedPage, WatchedPage })
                results.Add(await MeasureAsync(context, backend, kind));
        }

        var table = new TextTable(1, "CPU use, % of a core", "load tool", "back-end");
        foreach (var result in results)
            table.Add(result.Page, FormatShare(result.Tool), FormatShare(result.Backend));
        StudyFiles.Write(context.ResultsFolder, Name, results, table);
        var cost = Median(results, UnwatchedPage) - Median(results, WithoutLivePage);
        var isLow = new CheckReporter().Add(cost < MaxCpuCost,
            $"a live page without a viewer costs {FormatShare(cost)} of a core (less than {FormatShare(MaxCpuCost)} required)");
        return isLow ? ExitCode.Success : ExitCode.ExpectationNotMet;
    }

    private async Task<LivePageCostResult> MeasureAsync(StudyContext context, Uri backend, string page)
    {
        var seconds = context.Get(_seconds);
        var server = context.Environment.GetProcess(backend);
        var address = FreePort.FindAddress();
        List<(string, string)> options =
        [
            ("--url", $"{new Uri(backend, "/api/customer/1")}"), ("--rate", $"{context.Get(_rate)}/s"),
            ("--duration", $"{seconds}s"), ("--connections", "10"), ("--warmup", "0s"), ("--name", "live-page"),
        ];
        if (page is not WithoutLivePage)
            options.Add(("--serve", RequestUrls.FormatBaseUrl(address)));
        server.Refresh();
        var (backendBefore, toolBefore) = (server.TotalProcessorTime, ChildCpuTime.Read());
        using var end = CancellationTokenSource.CreateLinkedTokenSource(context.Environment.StopToken);
        var viewer = page is WatchedPage
            ? WatchPageAsync(context.Environment.Http, new(address, "/events"), end.Token)
            : Task.CompletedTask;
        await RunToolAsync(context, options);
        await end.CancelAsync();
        await viewer.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        server.Refresh();
        return new LivePageCostResult(page, (ChildCpuTime.Read() - toolBefore).TotalSeconds / seconds,
            (server.TotalProcessorTime - backendBefore).TotalSeconds / seconds);
    }

    private static async Task WatchPageAsync(HttpClient http, Uri events, CancellationToken end)
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
                await Task.Delay(ViewerDelay, end);
            }
        }
    }

    private static double Median(List<LivePageCostResult> results, string page) =>
        TableNumbers.Median(
            results.Where(result => result.Page == page).Select(result => result.Tool + result.Backend));

    private static string FormatShare(double share) => share.ToString("0.0 %", CultureInfo.InvariantCulture);

    private sealed record LivePageCostResult(string Page, double Tool, double Backend);
}
