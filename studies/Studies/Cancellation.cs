using System.Globalization;
using System.Text.Json;

namespace Studies.Studies;

/// <summary>
/// What it costs in connections when a fifth of the calls are given up and made again, with each kind of client: HTTP/1.1 has
/// no other way to end a call than to end its connection. Byterot, 2014 (A9).
/// </summary>
internal static class Cancellation
{
    private const int Failed = 1;
    private const string Late = "0.2";
    private static readonly string[] Strategies = ["get-from-json", "webclient-sync", "webclient-async"];

    public static async Task<int> RunAsync(Tiers tiers, string[] options)
    {
        var prompt = await tiers.StartBackendAsync();
        var late = await tiers.StartBackendAsync(["--Drip:BeforeHeaders=00:00:01", $"--Drip:Share={Late}"]);
        var folder = Results.NewFolder("cancellation");
        var rows = new List<string>();
        foreach (var strategy in Strategies)
        {
            foreach (var (name, backend) in new[] { ("prompt", prompt), ("late", late) })
            {
                if (await RowAsync(tiers, strategy, name, backend, folder, options) is not { } row)
                    return Failed;
                rows.Add(row);
            }
        }

        Console.WriteLine($"\n  a call is given up after 100 ms and made again; late: {Late} of them would take 1 s\n");
        Console.WriteLine("  strategy          back-end    req/s   calls/s  given up/s  connections/s   segments on the wire");
        Console.WriteLine(string.Join('\n', rows));
        Console.WriteLine($"\n  results    {folder}");
        return 0;
    }

    /// <returns>Null where the load tool could not send.</returns>
    private static async Task<string?> RowAsync(
        Tiers tiers, string strategy, string name, Uri backend, string folder, string[] options)
    {
        var frontend = await tiers.StartFrontendAsync(backend, settings:
        [
            "--Backend:Timeout=00:00:00.100", "--Resilience:Retries=10", "--Resilience:RetryDelay=00:00:00", "--Resilience:FailureRatio=1",
            "--Runtime:MinThreads=64",
        ]);
        await using var capture = new PacketCapture(backend.Port);
        var exit = await tiers.LoadQuietlyAsync(["run", "-u", Requests.AnyCustomer(frontend, $"?resilience=standard&strategy={strategy}"),
            "--rate", "100/s", "--duration", "10s", "-c", "64", "--name", $"{strategy}-{name}", "--out", folder, .. options]);
        var segments = await capture.EndAsync();
        // Calls that are given up too often end as failures, and then the figures are about just that.
        var row = exit is 0 or Tiers.LoadInvalid ? await RowOfAsync(tiers, frontend, strategy, name, folder, segments) : null;
        await tiers.StopAsync(frontend);
        return row;
    }

    private static async Task<string> RowOfAsync(
        Tiers tiers, Uri frontend, string strategy, string name, string folder, string segments)
    {
        var run = Results.Variants(Directory.GetFiles(folder, $"*-{strategy}-{name}.json").Single()).Single();
        var seconds = run.GetProperty("measured_s").GetDouble();
        // Of all since its start, the warm-up's too: the shares are the same.
        var metrics = await tiers.GetAsync(new(frontend, "/metrics"));
        var calls = MetricsText.Sum(metrics, "backend_call_duration_seconds_count");
        var share = MetricsText.Sum(metrics, "backend_call_duration_seconds_count", "outcome=\"timeout\"") / calls;
        var perRequest = calls / MetricsText.Sum(metrics, "http_server_request_duration_seconds_count");
        var rate = run.GetProperty("requests").GetInt64() / seconds;
        var opened = run.GetProperty("tiers").GetProperty("front-end").GetProperty("connections_opened");
        return string.Create(CultureInfo.InvariantCulture,
            $"  {strategy,-18}{name,-8}{rate,9:0.0}{rate * perRequest,10:0.0}{rate * perRequest * share,12:0.0}{Number(opened) / seconds,15:0.0}   {segments}");
    }

    private static double Number(JsonElement value) => value.ValueKind is JsonValueKind.Number ? value.GetDouble() : double.NaN;
}
