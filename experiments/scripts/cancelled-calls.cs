#:property PublishAot=false
// A9: how the connections of calls end that are cancelled while they wait for the response, and how many clients answer
// with a reset when the server sends its response all the same.
using System.Net;
using System.Net.Sockets;
using System.Text.Json;

const int Calls = 20;
using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false });
using var listener = new TcpListener(IPAddress.Loopback, 0);
listener.Start();
var (resets, closes, refused) = (0, 0, 0);
for (var i = 0; i < Calls; i++)
{
    using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(10));
    using var cancel = new CancellationTokenSource();
    var call = client.GetAsync($"http://{listener.LocalEndpoint}/", cancel.Token);
    using var socket = await listener.AcceptSocketAsync(limit.Token);
    if (await socket.ReceiveAsync(new byte[4096], limit.Token) is 0)
    {
        Console.Error.WriteLine("A client closed its connection before the call was cancelled.");
        return 1;
    }

    await cancel.CancelAsync();
    var end = await WaitForEndAsync(socket);
    resets += end is ConnectionEnd.Reset ? 1 : 0;
    closes += end is ConnectionEnd.Close ? 1 : 0;
    refused += end is ConnectionEnd.Reset || (end is ConnectionEnd.Close && await IsRefusedAsync(socket)) ? 1 : 0;
    await ((Task)call).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
}

Console.WriteLine(JsonSerializer.Serialize(new
{
    values = new Dictionary<string, double>(),
    counts = new { resets, closes, refused },
    figures = $"of {Calls} connections, {resets} were reset and {closes} closed in order; {refused} refused what the "
        + "server then sent",
}));
return 0;

static async Task<ConnectionEnd> WaitForEndAsync(Socket socket)
{
    using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(2));
    try
    {
        return await socket.ReceiveAsync(new byte[4096], limit.Token) is 0 ? ConnectionEnd.Close : ConnectionEnd.None;
    }
    catch (SocketException e) when (e.SocketErrorCode is SocketError.ConnectionReset)
    {
        return ConnectionEnd.Reset;
    }
    catch (OperationCanceledException)
    {
        return ConnectionEnd.None;
    }
}

// The kernel of a client that has closed its socket answers with a reset. The next sending then fails.
static async Task<bool> IsRefusedAsync(Socket socket)
{
    for (var attempt = 0; attempt < 100; attempt++)
    {
        try
        {
            await socket.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"u8.ToArray());
        }
        catch (SocketException)
        {
            return true;
        }

        await Task.Delay(10);
    }

    return false;
}

internal enum ConnectionEnd
{
    None,
    Reset,
    Close,
}
