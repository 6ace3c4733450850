#:project ../../load/core/Load.Core.csproj
#:property StartsServices=true
#:property PublishAot=false
// What each mode of resilience saves and costs with each fault of the back-end (docs/resilience.md):
//   dotnet run -c Release experiments/scripts/resilience-matrix.cs -- --start 1
// Each mode has a front-end of its own, which rests while the others are measured, so that circuits are closed again
// and their samples forgotten.
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using TwoTier.Load.Services;
using TwoTier.Load.Target;

const int RequestsBefore = 50; // before a fault begins
const int GoodAfter = 5; // in a row, and the fault is over
const int PerSecond = 100;
var latestSend = TimeSpan.FromMilliseconds(Testbed.IsShort ? 5000 : 250);
var recoveryLimit = TimeSpan.FromSeconds(15);
var rest = TimeSpan.FromSeconds(Testbed.IsShort ? 0 : 30); // the circuit breakers of .NET forget samples after it
// docs/reference.md has the settings. Without, the open HTTP/2 connections to the back-end fall silent.
Fault[] faults = Testbed.IsShort
    ? [new("all slow by 0.3 s", new { latencyMs = 300 }, 0), new("dead HTTP/2", null, Seconds: 0, PatienceS: 1)]
    :
    [
        new("1 % errors", new { errorShare = 0.01 }),
        new("10 % errors", new { errorShare = 0.1 }),
        new("50 % errors", new { errorShare = 0.5 }),
        new("100 % errors", new { errorShare = 1 }),
        new("10 % cut off", new { cutBeforeShare = 0.1 }),
        new("5 % slow by 2 s", new { latencyMs = 2000, latencyShare = 0.05 }),
        new("all slow by 0.3 s", new { latencyMs = 300 }),
        new("silent, patience 1 s", new { latencyMs = 60_000 }, Seconds: 7, PatienceS: 1),
        new("dead HTTP/2", null, Seconds: 11),
    ];
string[] modes = Testbed.IsShort ? ["none", "budget"] : ["none", "budget", "standard", "hedging"];
Testbed.ReportErrors();

var http2 = FreePort.FindAddress();
await using var backend = await Testbed.StartAsync("BackendApi", $"--Http2:Port={http2.Port}", Testbed.FaultsSetting);
var relays = modes.ToDictionary(mode => mode, _ => new Relay(http2));
var frontends = new Dictionary<string, ServiceProcess>();
foreach (var mode in modes.Shuffle())
{
    frontends[mode] = await Testbed.StartAsync("FrontendApi",
        $"--Backend:BaseAddress={backend.Address}", $"--Backend:Http2Address={relays[mode].Address}");
}

await Task.WhenAll(modes.Select(async mode =>
{
    for (var i = 0; i < (Testbed.IsShort ? 20 : 300); i++)
        (await Testbed.Http.GetAsync(GetUrl(mode, i % 2 is 0))).Dispose();
}));
var rows = new Dictionary<(string, string), Dictionary<string, object?>>();
var rests = modes.ToDictionary(mode => mode, _ => Task.Delay(rest));
foreach (var fault in faults.Shuffle())
{
    foreach (var mode in frontends.Keys)
    {
        await rests[mode];
        var row = rows[(fault.Name, mode)] = await MeasureAsync(fault, mode);
        rests[mode] = Task.Delay(rest);
        Console.WriteLine($"{fault.Name}, {mode}: {row["good %"]:0.0} % good");
    }
}

Testbed.Write(faults.SelectMany(_ => modes, (fault, mode) => rows[(fault.Name, mode)]));
await Task.WhenAll(frontends.Values.Select(frontend => frontend.DisposeAsync().AsTask()));

string GetUrl(string mode, bool isHttp2, int id = 1) =>
    $"{frontends[mode].Address}api/customer/{id}?fanout=parallel&resilience={mode}{(isHttp2 ? "&http=2" : "")}";

async Task<Dictionary<string, object?>> MeasureAsync(Fault fault, string mode)
{
    var isDead = fault.Settings is null;
    string GetAnyUrl() => GetUrl(mode, isDead, Random.Shared.Next(1, 1001));
    await SendAsync(RequestsBefore, fault.PatienceS, GetAnyUrl);
    var calls = await CountCallsAsync();
    if (isDead)
        relays[mode].SilenceOpenConnections();
    else
        await Testbed.SetFaultsAsync(backend.Address, fault.Settings!);
    var requests = await SendAsync((PerSecond * fault.Seconds) + RequestsBefore, fault.PatienceS, GetAnyUrl);
    // Time for the back-end to notice the callers that left, and to count their requests.
    await Task.Delay(300);
    calls = await CountCallsAsync() - calls;
    await Testbed.SetFaultsAsync(backend.Address, new { });
    var recovered = isDead ? null : await WaitForRecoveryAsync(GetUrl(mode, isDead));
    var good = requests.Where(one => one.Status is HttpStatusCode.OK).OrderBy(one => one.Ms).ToArray();
    double? GetQuantile(double share) => good is [] ? null : good[(int)Math.Ceiling(share * good.Length) - 1].Ms;
    return new()
    {
        ["fault"] = fault.Name,
        ["mode"] = mode,
        ["good %"] = 100.0 * good.Length / requests.Length,
        ["calls/request"] = calls / requests.Length,
        ["p50 ms"] = GetQuantile(0.5),
        ["p99 ms"] = GetQuantile(0.99),
        ["first 503 after s"] =
            requests.Where(one => one.Status is HttpStatusCode.ServiceUnavailable).Min(one => (double?)one.DueS),
        // Nothing ends the silence of a connection: what counts is when the first good answer comes.
        ["recovered in s"] = isDead ? good.Min(one => (double?)(one.DueS + (one.Ms / 1000))) : recovered,
    };
}

// Sends a hundred requests a second, however long the responses take, and returns when each was due after the first
// one, its status (null if none came in time), and the time from then to its end.
async Task<(double DueS, HttpStatusCode? Status, double Ms)[]> SendAsync(int count, int patienceS, Func<string> getUrl)
{
    var began = Stopwatch.GetTimestamp();
    return await Task.WhenAll(Enumerable.Range(0, count).Select(async index =>
    {
        var due = began + (index * Stopwatch.Frequency / PerSecond);
        if (Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), due) is { Ticks: > 0 } wait)
            await Task.Delay(wait);
        if (Stopwatch.GetElapsedTime(due) > latestSend)
            throw new InvalidOperationException("A request could not be sent in time. Is the machine busy?");
        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(patienceS));
        HttpStatusCode? status = null;
        try
        {
            using var response = await Testbed.Http.GetAsync(getUrl(), patience.Token);
            status = response.StatusCode;
        }
        catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
        {
        }

        return ((double)index / PerSecond, status, Stopwatch.GetElapsedTime(due).TotalMilliseconds);
    }));
}

async Task<double> CountCallsAsync() =>
    PrometheusSamples.Parse(await Testbed.Http.GetStringAsync(new Uri(backend.Address, "/metrics")))
        .GetSeries("http_server_request_duration_seconds_count")
        .Where(series => series.Labels["http_route"].StartsWith("/api", StringComparison.Ordinal))
        .Sum(series => series.Value);

// The seconds until the first of several good answers in a row; null if there were none.
async Task<double?> WaitForRecoveryAsync(string url)
{
    var (ended, good, first) = (Stopwatch.GetTimestamp(), 0, 0.0);
    while (Stopwatch.GetElapsedTime(ended) is var elapsed && elapsed < recoveryLimit)
    {
        using var response = await Testbed.Http.GetAsync(url);
        first = good is 0 ? elapsed.TotalSeconds : first;
        good = response.IsSuccessStatusCode ? good + 1 : 0;
        if (good is GoodAfter)
            return first;
        await Task.Delay(50);
    }

    return null;
}

internal sealed record Fault(string Name, object? Settings, int Seconds = 4, int PatienceS = 5);

// Silenced connections stay open and carry nothing any more, like those to a machine that was unplugged; new ones are
// relayed.
internal sealed class Relay
{
    private volatile int _silences;

    public Relay(Uri service)
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        Address = $"http://{listener.LocalEndpoint}";
        _ = AcceptAsync(listener, service);
    }

    public string Address { get; }

    public void SilenceOpenConnections() => _silences++;

    private async Task AcceptAsync(TcpListener listener, Uri service)
    {
        while (await listener.AcceptTcpClientAsync() is var outer)
        {
            var (inner, before) = (new TcpClient(service.Host, service.Port), _silences);
            outer.NoDelay = inner.NoDelay = true;
            _ = CopyAsync(outer, inner, before);
            _ = CopyAsync(inner, outer, before);
        }
    }

    private async Task CopyAsync(TcpClient from, TcpClient to, int before)
    {
        using (from)
        using (to)
        {
            var buffer = new byte[65_536];
            while (await from.GetStream().ReadAsync(buffer) is > 0 and var read)
            {
                if (before == _silences)
                    await to.GetStream().WriteAsync(buffer.AsMemory(0, read));
            }
        }
    }
}
