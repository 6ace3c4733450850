#:property ManagePackageVersionsCentrally=false
#:property PublishAot=false
// Which calls fail when a server closes idle connections (row Q27):
//   dotnet run -c Release experiments/scripts/idle-limits.cs
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;

const int Clients = 100;
var limit = TimeSpan.FromSeconds(3); // of the server
var distance = TimeSpan.FromMilliseconds(5); // from the server's decision until its end of the connection arrives
var length = TimeSpan.FromSeconds(Environment.GetEnvironmentVariable("SHORT") is "1" ? 7 : 40);
Case[] cases =
[
    new("post", HttpMethod.Post, null), new("get", HttpMethod.Get, null),
    new("post_equal", HttpMethod.Post, 3), new("get_equal", HttpMethod.Get, 3),
    new("post_half", HttpMethod.Post, 1.5), new("get_half", HttpMethod.Get, 1.5),
    new("post_told", HttpMethod.Post, null),
];
using var listener = new Socket(SocketType.Stream, ProtocolType.Tcp);
listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
listener.Listen(1000);
_ = AcceptAsync();
using var end = new CancellationTokenSource(length);
await Task.WhenAll(cases.SelectMany(one => Enumerable.Range(0, Clients).Select(_ => CallAsync(one))));
var counts = new Dictionary<string, int>();
foreach (var one in cases)
    (counts[one.GetMetric("calls")], counts[one.GetMetric("failed")]) = (one.Calls, one.Failed);
var (post, get, half) = (cases[0], cases[1], cases[4]);
Console.WriteLine(JsonSerializer.Serialize(new
{
    values = new Dictionary<string, double>(),
    counts,
    figures = $"with the default idle limit of the client, {post.Failed} of {post.Calls} POST and {get.Failed} of "
        + $"{get.Calls} GET failed; with {cases[2].IdleSeconds} s {cases[2].Failed} POST, with {half.IdleSeconds} s "
        + $"{half.Failed}, and {cases[6].Failed} if the server says its limit",
}));

async Task CallAsync(Case one)
{
    using var handler = new SocketsHttpHandler { UseProxy = false };
    handler.PooledConnectionIdleTimeout = one.IdleLimit ?? handler.PooledConnectionIdleTimeout;
    using var client = new HttpClient(handler);
    await Task.Delay(Random.Shared.Next(3000));
    for (var isFirst = true; !end.IsCancellationRequested; isFirst = false)
    {
        using var request = new HttpRequestMessage(one.Method, $"http://{listener.LocalEndPoint}/{one.Name}");
        request.Content = one.Method == HttpMethod.Post ? new StringContent("payload") : null;
        try
        {
            using var answer = await client.SendAsync(request);
        }
        catch (HttpRequestException e) when (e.HttpRequestError is HttpRequestError.ResponseEnded)
        {
            Interlocked.Increment(ref one.Failed);
        }

        if (!isFirst)
            Interlocked.Increment(ref one.Calls);
        await Task.Delay(Random.Shared.Next(2900, 3100));
    }
}

async Task AcceptAsync()
{
    while (true)
        _ = ServeAsync(await listener.AcceptAsync());
}

async Task ServeAsync(Socket socket)
{
    using var _ = socket;
    var buffer = new byte[1024];
    for (var text = ""; ;)
    {
        using var idle = new CancellationTokenSource();
        var read = socket.ReceiveAsync(buffer);
        if (await Task.WhenAny(read, Task.Delay(limit, idle.Token)) != read)
        {
            await Task.Delay(distance);
            socket.Shutdown(SocketShutdown.Send);
            await Task.WhenAny(read, Task.Delay(1000));
            return;
        }

        await idle.CancelAsync();
        if (await read is not > 0)
            return;
        text += Encoding.ASCII.GetString(buffer, 0, read.Result);
        if (!text.EndsWith(text.StartsWith('P') ? "payload" : "\r\n\r\n", StringComparison.Ordinal))
            continue;
        var header = text.Contains("told") ? "Keep-Alive: timeout=2\r\n" : "";
        await socket.SendAsync(Encoding.ASCII.GetBytes($"HTTP/1.1 200 OK\r\n{header}Content-Length: 2\r\n\r\nok"));
        text = "";
    }
}

internal sealed record Case(string Name, HttpMethod Method, double? IdleSeconds)
{
    public int Calls;
    public int Failed;

    // post_half and calls give post_calls_half.
    public string GetMetric(string quantity) =>
        string.Join('_', Name.Split('_').Take(1).Append(quantity).Concat(Name.Split('_').Skip(1)));

    public TimeSpan? IdleLimit => IdleSeconds is { } seconds ? TimeSpan.FromSeconds(seconds) : null;
}
