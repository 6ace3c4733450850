#:sdk Microsoft.NET.Sdk.Web
#:package Microsoft.Extensions.Http.Resilience@10.11.0
#:property ManagePackageVersionsCentrally=false
#:property RestorePackagesWithLockFile=false
#:property PublishAot=false
// What retries bring and cost while a back-end fails (rows Q25, Q25b):
//   dotnet run -c Release experiments/scripts/retries-under-load.cs -- [--faults overload] --start 1
using System.Diagnostics;
using System.Net;
using System.Text.Json;
using Microsoft.Extensions.Http.Resilience;
using Polly;

const int PerSecond = 100;
const int Most = 52 * PerSecond;
var isShort = Environment.GetEnvironmentVariable("SHORT") is "1";
// The requests before those that count: until the last retries of the first ones.
var lead = (isShort ? 1 : 20) * PerSecond;
var total = (isShort ? 1 : 6) * PerSecond;
// The last one decides the ratio.
string[] kinds = args is ["--faults", var named, ..] ? [named] : ["independent", "outages"];
var outages = Enumerable.Range(0, 60).Select(second => second + Random.Shared.NextDouble() * 0.8).ToArray();
var watch = new Stopwatch();

Case[] cases = [.. kinds.SelectMany(kind => Enumerable.Range(0, 4).Select(retries => new Case(kind, retries, Most)))];
var builder = WebApplication.CreateBuilder();
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(server => server.Listen(IPAddress.Loopback, 0));
foreach (var one in cases)
{
    var client = builder.Services.AddHttpClient(one.Name);
    if (one.Retries > 0)
    {
        client.AddResilienceHandler("retries", pipeline =>
            pipeline.AddRetry(new HttpRetryStrategyOptions { MaxRetryAttempts = one.Retries }));
    }
}

await using var app = builder.Build();
app.MapGet("/{name}/{id:int}", (string name, int id) =>
{
    var one = cases.Single(one => one.Name == name);
    Interlocked.Increment(ref one.Calls[id]);
    return Results.StatusCode(Fails(one) ? 503 : 200);
});
await app.StartAsync();
var factory = app.Services.GetRequiredService<IHttpClientFactory>();
var clients = cases.ToDictionary(one => one, one => factory.CreateClient(one.Name));
List<Task> counted = [];
watch.Start();
for (var id = 0; id < Most && (id < lead + total || !counted.TrueForAll(call => call.IsCompleted)); id++)
{
    if (id / (double)PerSecond - watch.Elapsed.TotalSeconds is > 0 and var early)
        await Task.Delay(TimeSpan.FromSeconds(early));
    foreach (var one in cases)
    {
        var call = SendAsync(one, id);
        if (IsCounted(id))
            counted.Add(call);
    }
}

await Task.WhenAll(counted).WaitAsync(TimeSpan.FromSeconds(5));
var (values, sums) = (new Dictionary<string, double>(), new Dictionary<string, int> { ["requests"] = total });
foreach (var group in cases.GroupBy(one => one.Kind))
{
    var prefix = group.Key == kinds[^1] ? "" : $"{group.Key}_";
    values[$"{prefix}ratio"] = CountCalls(group.Last()) / (double)CountCalls(group.First());
    foreach (var one in group)
        (sums[$"{prefix}good_{one.Retries}"], sums[$"{prefix}calls_{one.Retries}"]) = (one.Good, CountCalls(one));
}

var figures = string.Join("; ", cases.GroupBy(one => one.Kind).Select(group => $"{group.Key}: " + string.Join(", ",
    group.Select(one => $"{one.Good} answered well with {CountCalls(one)} calls and {one.Retries} retries"))));
Console.WriteLine(JsonSerializer.Serialize(
    new { values, counts = sums, figures = $"of {total} requests each, {figures}" }));

bool IsCounted(int id) => id >= lead && id < lead + total;

int CountCalls(Case one) => one.Calls[lead..(lead + total)].Sum();

async Task SendAsync(Case one, int id)
{
    using var answer = await clients[one].GetAsync($"{app.Urls.Single()}/{one.Name}/{id}");
    if (answer.IsSuccessStatusCode && IsCounted(id))
        Interlocked.Increment(ref one.Good);
}

bool Fails(Case one)
{
    var now = watch.Elapsed.TotalSeconds;
    lock (one)
    {
        return one.Kind switch
        {
            "independent" => Random.Shared.NextDouble() < 0.2,
            "outages" => now - outages[Math.Min((int)now, outages.Length - 1)] is >= 0 and < 0.2,
            _ => !one.TryTake(now),
        };
    }
}

internal sealed class Case(string kind, int retries, int requests)
{
    private const double Limit = 80;
    private const double Burst = 8;
    private double _free = Burst;
    private double _last;
    public int Good;
    public string Kind => kind;
    public int Retries => retries;
    public string Name => $"{kind}-{retries}";
    public int[] Calls { get; } = new int[requests];

    // The back-end takes 80 calls per second, and no more than 8 at once.
    public bool TryTake(double now)
    {
        (_free, _last) = (Math.Min(Burst, _free + (now - _last) * Limit), now);
        var isTaken = _free >= 1;
        _free -= isTaken ? 1 : 0;
        return isTaken;
    }
}
