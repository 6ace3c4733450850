#:sdk Microsoft.NET.Sdk.Web
#:property ManagePackageVersionsCentrally=false
#:property RestorePackagesWithLockFile=false
#:property PublishAot=false
// Q31: calls to a host with two addresses, the first of which does not answer: a listener on ::1 whose queue is full,
// so that the kernel ignores new connections. The second, 127.0.0.1, works.
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;

const int Calls = 5;
var isShort = Environment.GetEnvironmentVariable("SHORT") is "1";
var limit = TimeSpan.FromSeconds(isShort ? 5 : 40);
IPAddress[] addresses = [IPAddress.IPv6Loopback, IPAddress.Loopback];

using var dead = new TcpListener(addresses[0], 0);
dead.Start(0);
var port = ((IPEndPoint)dead.LocalEndpoint).Port;
var inQueue = new List<Socket>();
do
{
    inQueue.Add(new Socket(AddressFamily.InterNetworkV6, SocketType.Stream, ProtocolType.Tcp));
}
while (inQueue.Count < 100 && await IsAnsweredAsync(inQueue[^1]));
if (inQueue.Count is 100)
{
    Console.Error.WriteLine("The queue of a listener did not become full, so no address is dead.");
    return 1;
}

var builder = WebApplication.CreateBuilder();
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(server => server.Listen(addresses[1], port));
await using var app = builder.Build();
app.MapGet("/", () => "a short answer");
await app.StartAsync();
using (var direct = new HttpClient())
    await direct.GetStringAsync($"http://127.0.0.1:{port}/");

var results = await Task.WhenAll(
    CallAllAsync(OpenInTurnAsync, Timeout.InfiniteTimeSpan),
    CallAllAsync(OpenInTurnAsync, TimeSpan.FromSeconds(2)),
    CallAllAsync(OpenSoonAsync, Timeout.InfiniteTimeSpan));
inQueue.ForEach(socket => socket.Dispose());
Console.WriteLine(JsonSerializer.Serialize(new
{
    values = new { seconds_own = results[2].Seconds, seconds_timeout = results[1].Seconds },
    counts = new
    {
        answered_default = results[0].Answered,
        answered_timeout = results[1].Answered,
        answered_own = results[2].Answered,
    },
    figures = $"{Show(0)} with the defaults, {Show(1)} with ConnectTimeout=2 s, {Show(2)} with a ConnectCallback that "
        + "tries the next address after 250 ms",
}));
return 0;

async Task<bool> IsAnsweredAsync(Socket socket)
{
    using var stop = new CancellationTokenSource(TimeSpan.FromMilliseconds(300));
    try
    {
        await socket.ConnectAsync(addresses[0], port, stop.Token);
        return true;
    }
    catch (OperationCanceledException)
    {
        return false;
    }
}

async Task<(int Answered, double Seconds)> CallAllAsync(
    Func<CancellationToken, Task<Stream>> open, TimeSpan connectTimeout)
{
    var calls = await Task.WhenAll(Enumerable.Range(0, Calls).Select(_ => CallAsync(open, connectTimeout)));
    return (calls.Count(call => call.IsAnswered), Math.Exp(calls.Average(call => Math.Log(call.Seconds))));
}

async Task<(bool IsAnswered, double Seconds)> CallAsync(
    Func<CancellationToken, Task<Stream>> open, TimeSpan connectTimeout)
{
    using var client = new HttpClient(new SocketsHttpHandler
    {
        UseProxy = false,
        ConnectTimeout = connectTimeout,
        ConnectCallback = async (_, stop) => await open(stop),
    });
    using var stop = new CancellationTokenSource(limit);
    var sent = Stopwatch.GetTimestamp();
    var answer = client.GetStringAsync($"http://service.example:{port}/", stop.Token);
    await ((Task)answer).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    return (answer.IsCompletedSuccessfully, Stopwatch.GetElapsedTime(sent).TotalSeconds);
}

// As HttpClient does for a name that has several addresses.
Task<Stream> OpenInTurnAsync(CancellationToken stop) => OpenAsync(addresses, stop);

// Tries the next address if the one before has not answered within 250 ms, and takes the first that answers.
async Task<Stream> OpenSoonAsync(CancellationToken stop)
{
    using var ended = CancellationTokenSource.CreateLinkedTokenSource(stop);
    var attempts = new List<Task<Stream>>();
    foreach (var address in addresses)
    {
        attempts.Add(OpenAsync([address], ended.Token));
        await Task.WhenAny(attempts[^1], Task.Delay(TimeSpan.FromMilliseconds(250), ended.Token));
        if (attempts.Find(attempt => attempt.IsCompletedSuccessfully) is { } first)
        {
            await ended.CancelAsync();
            return await first;
        }
    }

    return await await Task.WhenAny(attempts);
}

async Task<Stream> OpenAsync(IPAddress[] to, CancellationToken stop)
{
    var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    try
    {
        await socket.ConnectAsync(to, port, stop);
        return new NetworkStream(socket, ownsSocket: true);
    }
    catch
    {
        socket.Dispose();
        throw;
    }
}

string Show(int of) => $"{results[of].Answered} of {Calls} calls were answered in {results[of].Seconds:0.00} s";
