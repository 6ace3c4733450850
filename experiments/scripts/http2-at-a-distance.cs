#:sdk Microsoft.NET.Sdk.Web
#:property ManagePackageVersionsCentrally=false
#:property RestorePackagesWithLockFile=false
#:property PublishAot=false
// Q29: the first and the tenth call of a connection over HTTP/1.1 and HTTP/2, at a distance of 50 ms there and back,
// and over HTTP/2 with a window for responses that holds the largest body from the start, or with small reads.
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Microsoft.AspNetCore.Server.Kestrel.Core;

const int Calls = 10;
const int OneWayMs = 25;
var isShort = Environment.GetEnvironmentVariable("SHORT") is "1";
var (connections, warmups) = isShort ? (1, 0) : (3, 1);
var start = args is ["--start", var number] ? int.Parse(number) : 1;
int[] sizes = isShort ? [60_000] : [60_000, 250_000, 1_000_000];
Kind[] kinds = [Kind.Http1, Kind.Http2, Kind.LargeWindow, Kind.SmallReads];

var builder = WebApplication.CreateBuilder();
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(server =>
{
    server.Listen(IPAddress.Loopback, 0, endpoint => endpoint.Protocols = HttpProtocols.Http1);
    server.Listen(IPAddress.Loopback, 0, endpoint => endpoint.Protocols = HttpProtocols.Http2);
});
await using var app = builder.Build();
app.MapGet("/{size}", (int size) => Results.Bytes(new byte[size]));
await app.StartAsync();
using var relay1 = Relay(new Uri(app.Urls.First()).Port);
using var relay2 = Relay(new Uri(app.Urls.Last()).Port);

var times = kinds.SelectMany(kind => sizes, (kind, size) => (kind, size))
    .ToDictionary(cell => cell, _ => new List<double[]>());
for (var turn = -warmups; turn < connections; turn++)
{
    foreach (var size in sizes)
    {
        foreach (var kind in (start + turn) % 2 == 0 ? kinds : kinds.Reverse())
        {
            var measured = await CallAsync(kind, size);
            if (turn >= 0)
                times[(kind, size)].Add(measured);
        }
    }
}

var (first, tenth, largest) = (Divide(Kind.Http2, 0), Divide(Kind.Http2, Calls - 1), sizes[^1]);
Console.WriteLine(JsonSerializer.Serialize(new
{
    values = new
    {
        ratio = Mean(tenth),
        first = Mean(first),
        ratio_1mb = tenth[^1],
        first_1mb = first[^1],
        large_window = Mean(Divide(Kind.LargeWindow, Calls - 1)),
        small_reads = Mean(Divide(Kind.SmallReads, Calls - 1)),
    },
    counts = new Dictionary<string, int>(),
    figures = $"at 50 ms a body of {largest / 1000} kB takes {Show(Kind.Http2, 0)} ms over HTTP/2 in the first call of a "
        + $"connection and {Show(Kind.Http2, Calls - 1)} ms in the tenth, over HTTP/1.1 {Show(Kind.Http1, 0)} and "
        + $"{Show(Kind.Http1, Calls - 1)} ms, and over HTTP/2 with a window of 1 MB {Show(Kind.LargeWindow, 0)} and "
        + $"{Show(Kind.LargeWindow, Calls - 1)} ms; read by 4 kB, the tenth takes {Show(Kind.SmallReads, Calls - 1)} ms",
}));

async Task<double[]> CallAsync(Kind kind, int size)
{
    var handler = new SocketsHttpHandler { UseProxy = false };
    if (kind is Kind.LargeWindow)
        handler.InitialHttp2StreamWindowSize = 1 << 20;
    using var client = new HttpClient(handler)
    {
        DefaultRequestVersion = kind is Kind.Http1 ? HttpVersion.Version11 : HttpVersion.Version20,
        DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact,
    };
    var url = $"http://{(kind is Kind.Http1 ? relay1 : relay2).LocalEndpoint}/{size}";
    var measured = new double[Calls];
    for (var call = 0; call < Calls; call++)
    {
        var sent = Stopwatch.GetTimestamp();
        var length = kind is Kind.SmallReads
            ? await CountBytesAsync(client, url) : (await client.GetByteArrayAsync(url)).Length;
        if (length != size)
            throw new InvalidDataException("A body is not complete.");
        measured[call] = Stopwatch.GetElapsedTime(sent).TotalMilliseconds;
    }

    return measured;
}

// HttpClient decides once a read whether its window for the response grows: many small reads let it grow sooner.
static async Task<int> CountBytesAsync(HttpClient client, string url)
{
    await using var body = await client.GetStreamAsync(url);
    var (buffer, count, read) = (new byte[4096], 0, 1);
    while (read > 0)
        count += read = await body.ReadAsync(buffer);
    return count;
}

double[] Divide(Kind kind, int call) => [.. sizes.Select(size => Get(kind, size, call) / Get(Kind.Http1, size, call))];
double Get(Kind kind, int size, int call) => Mean(times[(kind, size)].Select(one => one[call]));
string Show(Kind kind, int call) => $"{Get(kind, largest, call):0}";
double Mean(IEnumerable<double> values) => Math.Exp(values.Average(Math.Log));

// What a relay reads, it delivers a one-way time later, without a limit of the bandwidth. A connection is open a round
// trip after the client asked for it, although the kernel of this machine says so at once.
static TcpListener Relay(int port)
{
    var listener = new TcpListener(IPAddress.Loopback, 0);
    listener.Start();
    _ = AcceptAsync();
    return listener;

    async Task AcceptAsync()
    {
        while (true)
            _ = JoinAsync(await listener.AcceptTcpClientAsync());
    }

    async Task JoinAsync(TcpClient client)
    {
        using (client)
        using (var server = new TcpClient("127.0.0.1", port) { NoDelay = client.NoDelay = true })
        {
            await Task.Delay(2 * OneWayMs);
            var (outer, inner) = (client.GetStream(), server.GetStream());
            await Task.WhenAny(CopyAsync(outer, inner), CopyAsync(inner, outer));
        }
    }
}

static async Task CopyAsync(NetworkStream from, NetworkStream to)
{
    var (buffer, read, delivery) = (new byte[65_536], 1, Task.CompletedTask);
    while (read > 0 && !delivery.IsFaulted)
    {
        read = await from.ReadAsync(buffer);
        delivery = DeliverAsync(delivery, Task.Delay(OneWayMs), buffer[..read]);
    }

    await delivery;

    async Task DeliverAsync(Task before, Task delay, byte[] bytes)
    {
        await before;
        await delay;
        await to.WriteAsync(bytes);
    }
}

internal enum Kind
{
    Http1,
    Http2,
    LargeWindow,
    SmallReads,
}
