#:sdk Microsoft.NET.Sdk.Web
#:property ManagePackageVersionsCentrally=false
#:property RestorePackagesWithLockFile=false
#:property PublishAot=false
// Q33: repeated calls without a cache, with copies that the server confirms (304), and with copies that are fresh.
using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;

const int Size = 100_000;
const int CountedCalls = 100;
const string Tag = "\"1\"";
var isShort = Environment.GetEnvironmentVariable("SHORT") is "1";
var (warmup, measured) = (TimeSpan.FromSeconds(isShort ? 0.1 : 1), TimeSpan.FromSeconds(isShort ? 0.2 : 3));
int[] waits = [0, 20];
CacheMode[] modes = [CacheMode.None, CacheMode.Confirmed, CacheMode.Fresh];
var start = args is ["--start", var number] ? int.Parse(number, CultureInfo.InvariantCulture) : 1;
var (body, served, servedBytes) = (new byte[Size], 0, 0L);

var builder = WebApplication.CreateBuilder();
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(server => server.Listen(IPAddress.Loopback, 0));
await using var app = builder.Build();
app.MapGet("/{wait}", async (int wait, HttpRequest request) =>
{
    if (wait > 0)
        await Task.Delay(wait);
    served++;
    var isKnown = request.Headers.IfNoneMatch == Tag;
    servedBytes += isKnown ? 0 : Size;
    return isKnown
        ? Results.StatusCode(StatusCodes.Status304NotModified)
        : Results.Bytes(body, entityTag: new Microsoft.Net.Http.Headers.EntityTagHeaderValue(Tag));
});
await app.StartAsync();

var times = new Dictionary<(CacheMode Mode, int Wait), double>();
var counts = new Dictionary<string, long>();
for (var i = 0; i < modes.Length * waits.Length; i++)
{
    var (mode, wait) = (modes[(start + i) % modes.Length], waits[i / modes.Length]);
    using var client = new HttpClient(new CacheHandler(mode)) { BaseAddress = new Uri(app.Urls.Single()) };
    await CallForAsync(client, wait, warmup);
    times[(mode, wait)] = await CallForAsync(client, wait, measured);
    if (wait > 0)
        continue;
    (served, servedBytes) = (0, 0);
    for (var call = 0; call < CountedCalls; call++)
        await client.GetByteArrayAsync("/0");
    counts[$"served_{Name(mode)}"] = served;
    counts[$"bytes_{Name(mode)}"] = servedBytes;
}

Console.WriteLine(JsonSerializer.Serialize(new
{
    values = new
    {
        ratio = Divide(CacheMode.Fresh, 20),
        ratio_304 = Divide(CacheMode.Confirmed, 20),
        ratio_loopback = Divide(CacheMode.Fresh, 0),
        ratio_304_loopback = Divide(CacheMode.Confirmed, 0),
    },
    counts,
    figures = $"a call of 20 ms for {Size / 1000} kB takes {Show(CacheMode.None, 20)} without a cache, "
        + $"{Show(CacheMode.Confirmed, 20)} with a 304 and {Show(CacheMode.Fresh, 20)} with a fresh copy; over loopback "
        + $"{Show(CacheMode.None, 0)}, {Show(CacheMode.Confirmed, 0)} and {Show(CacheMode.Fresh, 0)}",
}));

async Task<double> CallForAsync(HttpClient client, int wait, TimeSpan time)
{
    var (began, calls) = (Stopwatch.GetTimestamp(), 0);
    for (; Stopwatch.GetElapsedTime(began) < time; calls++)
    {
        if ((await client.GetByteArrayAsync($"/{wait}")).Length != Size)
            throw new InvalidDataException("A body is not complete.");
    }

    return Stopwatch.GetElapsedTime(began).TotalMicroseconds / calls;
}

double Divide(CacheMode mode, int wait) => times[(CacheMode.None, wait)] / times[(mode, wait)];
string Show(CacheMode mode, int wait) => $"{times[(mode, wait)]:0.0} µs";
static string Name(CacheMode mode) => mode switch
{
    CacheMode.None => "without",
    CacheMode.Confirmed => "304",
    _ => "fresh",
};

internal enum CacheMode
{
    None,
    Confirmed,
    Fresh,
}

/// <summary>Keeps a copy of each answer. Fresh: max-age has not passed. Confirmed: it has, always.</summary>
internal sealed class CacheHandler(CacheMode mode) : DelegatingHandler(new SocketsHttpHandler { UseProxy = false })
{
    private readonly Dictionary<Uri, (byte[] Body, EntityTagHeaderValue Tag)> _copies = [];

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken stop)
    {
        if (mode is CacheMode.None)
            return await base.SendAsync(request, stop);
        if (!_copies.TryGetValue(request.RequestUri!, out var copy))
        {
            var first = await base.SendAsync(request, stop);
            _copies[request.RequestUri!] = (await first.Content.ReadAsByteArrayAsync(stop), first.Headers.ETag!);
            return first;
        }

        if (mode is CacheMode.Confirmed)
        {
            request.Headers.IfNoneMatch.Add(copy.Tag);
            using var answer = await base.SendAsync(request, stop);
            if (answer.StatusCode is not HttpStatusCode.NotModified)
                throw new InvalidDataException("The server did not confirm the copy.");
        }

        return new HttpResponseMessage(HttpStatusCode.OK) { Content = new ByteArrayContent(copy.Body) };
    }
}
