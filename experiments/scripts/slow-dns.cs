#:property ManagePackageVersionsCentrally=false
#:property RestorePackagesWithLockFile=false
#:property PublishAot=false
// Whether calls to other names are late while the DNS is slow for one (rows Q28, Q28b):
//   dotnet run -c Release experiments/scripts/slow-dns.cs -- [--minimum 200] --start 1
// It needs Linux with user namespaces, unshare and mount (util-linux) and ip (iproute2): a network with a resolver.
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;

const int Late = 500; // ms
const int Slowness = 5000; // ms
if (args is ["--inside", var threads])
    await MeasureAsync(int.Parse(threads));

var folder = Directory.CreateTempSubdirectory("slow-dns-");
string[] files = [Path.Combine(folder.FullName, "resolv.conf"), Path.Combine(folder.FullName, "nsswitch.conf")];
File.WriteAllText(files[0], "nameserver 127.0.0.1\noptions timeout:15 attempts:1\n");
File.WriteAllText(files[1], "hosts: files dns\n");
const string Script = """
    ip link set lo up && mount --bind "$1" /etc/resolv.conf &&
    { [ ! -e /etc/nsswitch.conf ] || mount --bind "$2" /etc/nsswitch.conf; } && exec "$3" --inside "$4"
    """;
string[] options = ["--map-root-user", "--mount", "--net", "sh", "-c", Script, "sh", .. files];
try
{
    var minimum = args is ["--minimum", var given, ..] ? given : "0";
    using var inside = Process.Start("unshare", [.. options, Environment.ProcessPath!, minimum]);
    await inside.WaitForExitAsync();
    if (inside.ExitCode is 0)
        return 0;
}
catch (System.ComponentModel.Win32Exception e)
{
    Console.Error.WriteLine(e.Message);
}
finally
{
    folder.Delete(recursive: true);
}

Console.Error.WriteLine("This needs Linux that lets everybody make a user namespace, with unshare, mount and ip.");
return 1;

// Resolver and server have threads of their own: the thread pool is the client's.
static async Task MeasureAsync(int minimum)
{
    // With calls to the slow name, after seven without them, and three that warm up.
    var seconds = Environment.GetEnvironmentVariable("SHORT") is "1" ? 1 : 15;
    ThreadPool.GetMinThreads(out var workers, out var ports);
    ThreadPool.SetMinThreads(Math.Max(workers, minimum), ports);
    var resolver = new UdpClient(new IPEndPoint(IPAddress.Loopback, 53));
    var server = new TcpListener(IPAddress.Loopback, 0);
    server.Start();
    StartThread(() => Resolve(resolver));
    StartThread(() => Serve(server));
    using var handler = new SocketsHttpHandler { UseProxy = false, PooledConnectionLifetime = TimeSpan.Zero };
    using var client = new HttpClient(handler) { Timeout = TimeSpan.FromSeconds(2) };
    var port = ((IPEndPoint)server.LocalEndpoint).Port;
    List<Task<double?>> before = [], others = [], slow = [];
    StartThread(() =>
    {
        var watch = Stopwatch.StartNew();
        for (var i = -1000; i < seconds * 100; i++) // hundredths of a second
        {
            if ((i + 1000) * 10 - watch.ElapsedMilliseconds is > 0 and var early)
                Thread.Sleep((int)early);
            if (i % 2 is 0)
                (i < -700 ? [] : i < 0 ? before : others).Add(CallAsync($"other{(i + 1000) / 2 % 50}"));
            if (i % 5 is 0 && i >= 0)
                slow.Add(CallAsync("slow"));
        }
    }).Join();
    double?[][] times = [await Task.WhenAll(before), await Task.WhenAll(others), await Task.WhenAll(slow)];
    var late = times.Select(group => group.Count(one => one is not <= Late)).ToArray();
    Console.WriteLine(JsonSerializer.Serialize(new
    {
        values = new Dictionary<string, double>(),
        counts = new Dictionary<string, int>
        {
            ["calls"] = times[1].Length,
            ["late"] = late[1],
            ["calls_without"] = times[0].Length,
            ["late_without"] = late[0],
        },
        figures = $"while a name took {Slowness / 1000} s, {late[1]} of {times[1].Length} calls to other names took "
            + $"longer than {Late} ms, and {late[0]} of {times[0].Length} before; the pool grew to "
            + $"{ThreadPool.ThreadCount} threads",
    }));
    Environment.Exit(0); // whatever still waits for the resolver

    async Task<double?> CallAsync(string name)
    {
        var watch = Stopwatch.StartNew();
        try
        {
            using var answer = await client.GetAsync($"http://{name}.test:{port}");
            return watch.Elapsed.TotalMilliseconds;
        }
        catch (Exception e) when (e is HttpRequestException or OperationCanceledException)
        {
            return null;
        }
    }
}

static void Serve(TcpListener server)
{
    while (server.AcceptSocket() is var socket)
    {
        StartThread(() =>
        {
            using var _ = socket;
            socket.Receive(new byte[4096], SocketFlags.None, out var _); // an error: the client reached its time limit
            var answer = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"u8;
            socket.Send(answer, SocketFlags.None, out var _);
        });
    }
}

static void Resolve(UdpClient resolver)
{
    var from = new IPEndPoint(IPAddress.Any, 0);
    while (resolver.Receive(ref from) is var query)
    {
        var (to, delay) = (from, Encoding.ASCII.GetString(query, 13, 4) is "slow" ? Slowness : 0);
        StartThread(() => Answer(resolver, query, to, delay));
    }
}

// The address 127.0.0.1 for A (type 1), and none for AAAA.
static void Answer(UdpClient resolver, byte[] query, IPEndPoint to, int delay)
{
    Thread.Sleep(delay);
    var end = Array.IndexOf(query, (byte)0, 12) + 5;
    byte count = query[end - 3] is 1 ? (byte)1 : (byte)0;
    byte[] answer = [query[0], query[1], 0x81, 0x80, 0, 1, 0, count, 0, 0, 0, 0, .. query[12..end]];
    byte[] address = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1];
    resolver.Send(count is 1 ? [.. answer, .. address] : answer, to);
}

static Thread StartThread(ThreadStart action)
{
    var thread = new Thread(action) { IsBackground = true };
    thread.Start();
    return thread;
}
