#:project ../../load/core/Load.Core.csproj
#:property StartsServices=true
#:property PublishAot=false
// Who is answered of a burst of requests that wait, in the ways that people write (docs/blocking.md), and when:
//   dotnet run -c Release experiments/scripts/blocking.cs -- --start 1
// Each burst has a process of its own, because a burst changes the thread pool, and some stop a process for good.
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

const int PatienceS = 30; // of a caller
const int LimitS = 100; // the default of HttpClient.Timeout
const int WarmUpBurst = 10; // so few that it does not stop the process: 300 requests can, even without a wait
const int ParallelBursts = 4; // most of the time, their requests only wait
var (requests, waitMs) = Testbed.IsShort ? (4, 200) : (300, 2000);
// The threads that the pool creates without delay, and its maximum: 200 is the limit of Sedlaczek, 2014, and 32,767 the
// default of .NET.
string[] pools = Testbed.IsShort ? ["20-200"] : ["2-200", "12-200", "200-200", "200-32767"];
Kind[] kinds =
[
    // Operations of experiments/programs/blocking-operations.
    new("await", waitMs, Operation: "await"),
    new("Thread.Sleep", waitMs, Operation: "sleep"),
    new(".Result", waitMs, Operation: "result"),
    // Strategies of the front-end, whose back-end answers late, or at once.
    new("get-from-json, 2 s", waitMs, Strategy: "get-from-json"),
    new("webclient-sync, 2 s", waitMs, Strategy: "webclient-sync"),
    new("result-blocking, 0 s", 0, Strategy: "result-blocking"),
];
Testbed.ReportErrors();
if (OperatingSystem.IsWindows())
    throw new PlatformNotSupportedException("This sends SIGTERM, which Windows does not have.");

var measured = Testbed.IsShort ? [kinds[0], kinds[^1]] : kinds;
var cells = measured.SelectMany(_ => pools, (kind, pool) => (Kind: kind, Pool: pool)).ToArray();
var rows = new Dictionary<string, object?>[cells.Length];
await Parallel.ForEachAsync(
    cells.Index().Shuffle(), new ParallelOptions { MaxDegreeOfParallelism = ParallelBursts }, async (cell, _) =>
    {
        rows[cell.Index] = await MeasureAsync(cell.Item.Kind, cell.Item.Pool);
        Console.WriteLine(JsonSerializer.Serialize(rows[cell.Index]));
    });
Testbed.Write(rows);

async Task<Dictionary<string, object?>> MeasureAsync(Kind kind, string pool)
{
    var (min, max) = (pool.Split('-')[0], pool.Split('-')[1]);
    await using var backend = kind.Strategy is null ? null : await Testbed.StartAsync(
        "BackendApi", Testbed.FaultsSetting, "--Data:Customers=1", "--Data:OrdersPerCustomer=1");
    await using var service = backend is null
        ? await Testbed.StartAsync("BlockingOperations", $"--MinThreads={min}", $"--MaxThreads={max}")
        : await Testbed.StartAsync("FrontendApi", $"--Backend:BaseAddress={backend.Address}",
            $"--Runtime:MinThreads={min}", $"--Runtime:MaxThreads={max}");
    var (quick, slow) = backend is null
        ? ($"{service.Address}{kind.Operation}?ms=0", $"{service.Address}{kind.Operation}?ms={kind.Ms}")
        : ($"{service.Address}api/customer/1?strategy={kind.Strategy}", null);
    // Each process answers as many requests before, without any wait and few at a time, so that its code is compiled.
    for (var sent = 0; sent < requests; sent += WarmUpBurst)
        await SendAsync(quick, WarmUpBurst, CancellationToken.None);
    if (backend is not null)
        await Testbed.SetFaultsAsync(backend.Address, new { latencyMs = kind.Ms });

    using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(LimitS));
    var burst = SendAsync(slow ?? quick, requests, limit.Token);
    var threads = ReadThreads(service.Process);
    while (await Task.WhenAny(burst, Task.Delay(100)) != burst)
        threads = ReadThreads(service.Process) is { } now ? Math.Max(threads ?? 0, now) : threads;
    double[] answered = [.. (await burst).OfType<double>().Order()];
    var asked = Stopwatch.GetTimestamp();
    // Sends SIGTERM, and SIGKILL after the limit.
    await service.DisposeAsync();
    return new()
    {
        ["kind"] = kind.Name,
        ["pool"] = pool,
        ["first answer s"] = answered is [] ? null : answered[0],
        ["last answer s"] = answered.Length == requests ? answered[^1] : null,
        [$"% in {PatienceS} s"] = 100.0 * answered.Count(seconds => seconds <= PatienceS) / requests,
        ["% answered"] = 100.0 * answered.Length / requests,
        ["threads"] = threads,
        ["ended by SIGTERM"] = Stopwatch.GetElapsedTime(asked) < Testbed.EndLimit ? 1 : 0,
    };
}

// The seconds until each answer with a status of success; null for the other requests.
static async Task<double?[]> SendAsync(string url, int count, CancellationToken stop)
{
    var sent = Stopwatch.GetTimestamp();
    return await Task.WhenAll(Enumerable.Range(0, count).Select(async _ =>
    {
        try
        {
            using var response = await Testbed.Http.GetAsync(url, stop);
            return response.IsSuccessStatusCode ? Stopwatch.GetElapsedTime(sent).TotalSeconds : (double?)null;
        }
        catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
        {
            return null;
        }
    }));
}

static int? ReadThreads(Process process)
{
    try
    {
        var line = File.ReadLines($"/proc/{process.Id}/status").First(line => line.StartsWith("Threads:"));
        return int.Parse(line.Split(':')[1], CultureInfo.InvariantCulture);
    }
    catch (Exception e) when (e is IOException or InvalidOperationException)
    {
        return null; // not Linux, or the process has ended
    }
}

internal sealed record Kind(string Name, int Ms, string? Operation = null, string? Strategy = null);
