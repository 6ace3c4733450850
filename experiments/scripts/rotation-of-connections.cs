#:sdk Microsoft.NET.Sdk.Web
#:property ManagePackageVersionsCentrally=false
#:property RestorePackagesWithLockFile=false
#:property PublishAot=false
// Q30: the longest response while handlers or connections are replaced every 2 s, over TLS, against connections that
// are kept. All clients send at the same time, so that what delays one delays the others, too.
using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;

const int Rate = 200;
const double WindowS = 2.5;
var isShort = Environment.GetEnvironmentVariable("SHORT") is "1";
var (warmup, windows) = (isShort ? 0 : 2, isShort ? 2 : 12);
var lifetime = TimeSpan.FromSeconds(2);
string[] kinds = ["factory", "pooled", "kept"];
var handshakes = kinds.ToDictionary(kind => kind, _ => new StrongBox());

using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256);
using var certificate = request.CreateSelfSigned(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(200));
var builder = WebApplication.CreateBuilder();
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(server =>
    server.Listen(IPAddress.Loopback, 0, endpoint => endpoint.UseHttps(certificate)));
foreach (var kind in kinds)
{
    builder.Services.AddHttpClient(kind)
        .UseSocketsHttpHandler((handler, _) =>
        {
            (handler.UseProxy, handler.MaxConnectionsPerServer) = (false, 20);
            handler.SslOptions.RemoteCertificateValidationCallback = (_, _, _, _) =>
                Interlocked.Increment(ref handshakes[kind].Value) > 0;
            if (kind is not "factory")
                handler.PooledConnectionLifetime = kind is "pooled" ? lifetime : Timeout.InfiniteTimeSpan;
        })
        .SetHandlerLifetime(kind is "factory" ? lifetime : Timeout.InfiniteTimeSpan);
}

await using var app = builder.Build();
app.MapGet("/", () => "a short answer");
await app.StartAsync();
var (url, factory) = (app.Urls.Single(), app.Services.GetRequiredService<IHttpClientFactory>());
var longest = kinds.ToDictionary(kind => kind, _ => new double[warmup + windows]);
var failures = new ConcurrentBag<string>();
var (began, length) = (Stopwatch.GetTimestamp(), (warmup + windows) * WindowS);
var running = new List<Task>();
using var timer = new PeriodicTimer(TimeSpan.FromSeconds(1.0 / Rate));
while (Stopwatch.GetElapsedTime(began).TotalSeconds < length && await timer.WaitForNextTickAsync())
    running.AddRange(kinds.Select(SendAsync));
await Task.WhenAll(running);
if (failures.TryPeek(out var failure))
{
    Console.Error.WriteLine($"{failures.Count} of {running.Count} calls failed: {failure}");
    return 1;
}

var medians = kinds.ToDictionary(kind => kind, kind => Median(longest[kind][warmup..]));
Console.WriteLine(JsonSerializer.Serialize(new
{
    values = new
    {
        ratio = medians["factory"] / medians["kept"],
        pooled = medians["pooled"] / medians["kept"],
        against_pooled = medians["factory"] / medians["pooled"],
    },
    counts = new
    {
        connections_factory = handshakes["factory"].Value,
        connections_pooled = handshakes["pooled"].Value,
        connections_kept = handshakes["kept"].Value,
    },
    figures = $"the longest response of {WindowS} s took {medians["factory"]:0.0} ms with HandlerLifetime, "
        + $"{medians["pooled"]:0.0} ms with PooledConnectionLifetime and {medians["kept"]:0.0} ms with kept connections",
}));
return 0;

async Task SendAsync(string kind)
{
    var sent = Stopwatch.GetTimestamp();
    try
    {
        await factory.CreateClient(kind).GetStringAsync(url);
    }
    catch (HttpRequestException e)
    {
        failures.Add(e.GetBaseException().Message);
    }

    var window = (int)(Stopwatch.GetElapsedTime(began, sent).TotalSeconds / WindowS);
    var took = Stopwatch.GetElapsedTime(sent).TotalMilliseconds;
    lock (longest)
    {
        if (window < warmup + windows)
            longest[kind][window] = Math.Max(longest[kind][window], took);
    }
}

static double Median(double[] values)
{
    Array.Sort(values);
    return (values[(values.Length - 1) / 2] + values[values.Length / 2]) / 2;
}

internal sealed class StrongBox
{
    public int Value;
}
