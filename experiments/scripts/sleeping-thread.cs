#:sdk Microsoft.NET.Sdk.Web
#:property ManagePackageVersionsCentrally=false
#:property RestorePackagesWithLockFile=false
#:property PublishAot=false
// What sleeping threads of the thread pool cost a service (row Q24):
//   dotnet run -c Release experiments/scripts/sleeping-thread.cs
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Runtime;
using System.Security.Cryptography;
using System.Text.Json;

const int Connections = 32;
if (args is ["--serve", var sleepers, var more])
{
    await ServeAsync(int.Parse(sleepers), int.Parse(more));
    return;
}

var isShort = Environment.GetEnvironmentVariable("SHORT") is "1";
Service[] services = [new(0, 0), new(1, 0), new(2, 0), new(4, 0), new(1, 1), new(4, 4)];
Array.ForEach(services, service => service.Start());
Array.ForEach(services, service => service.Connect(Connections));
Array.ForEach(services, service => WarmUp(service, isShort ? 1 : 4));
for (var round = 0; round < (isShort ? 1 : 6); round++)
{
    Random.Shared.Shuffle(services);
    Array.ForEach(services, service => service.Rates.Add(Load(service, 0.5)));
}

Array.ForEach(services, service => service.Stop());
double[] none = [.. Find(0, 0).Rates];
var values = new Dictionary<string, double>
{
    ["ratio"] = Compare(1, 0),
    ["two"] = Compare(2, 0),
    ["four"] = Compare(4, 0),
    ["one_more"] = Compare(1, 1),
    ["four_more"] = Compare(4, 4),
};
Console.WriteLine(JsonSerializer.Serialize(new
{
    values,
    counts = new Dictionary<string, int>(),
    figures = $"on {Environment.ProcessorCount} cores, {none.Average():0} requests per second without sleepers, "
        + $"{Find(1, 0).Rates.Average():0} with one, {Find(2, 0).Rates.Average():0} with two and "
        + $"{Find(4, 0).Rates.Average():0} with four; {Find(4, 4).Rates.Average():0} with four and four more threads",
}));

Service Find(int sleeping, int raised) => services.Single(one => (one.Sleepers, one.More) == (sleeping, raised));

double Compare(int sleeping, int raised) => Find(sleeping, raised).Rates.Average() / none.Average();

// Until a second goes by in which the runtime compiles nothing.
static void WarmUp(Service service, int longest)
{
    var compiled = -1L;
    for (var second = 0; second < longest && (second < 2 || service.CountCompiled() != compiled); second++)
    {
        compiled = service.CountCompiled();
        Load(service, 1);
    }
}

static double Load(Service service, double seconds)
{
    var (watch, calls) = (Stopwatch.StartNew(), 0);
    Thread[] threads =
    [
        .. service.Sockets.Select(socket => new Thread(() =>
        {
            while (watch.Elapsed.TotalSeconds < seconds)
            {
                Service.Call(socket, "/");
                Interlocked.Increment(ref calls);
            }
        })),
    ];
    Array.ForEach(threads, thread => thread.Start());
    Array.ForEach(threads, thread => thread.Join());
    return calls / watch.Elapsed.TotalSeconds;
}

static async Task ServeAsync(int sleepers, int more)
{
    ThreadPool.GetMinThreads(out var workers, out var ports);
    ThreadPool.SetMinThreads(workers + more, ports);
    for (var i = 0; i < sleepers; i++)
        ThreadPool.QueueUserWorkItem(_ => Thread.Sleep(Timeout.Infinite));
    var builder = WebApplication.CreateSlimBuilder();
    builder.Logging.ClearProviders();
    builder.WebHost.ConfigureKestrel(server => server.Listen(IPAddress.Loopback, 0));
    await using var app = builder.Build();
    var block = new byte[128 * 1024];
    app.MapGet("/", () => Results.Text(Convert.ToHexString(SHA256.HashData(block))));
    app.MapGet("/compiled", () => Results.Text($"{JitInfo.GetCompiledMethodCount():D64}"));
    await app.StartAsync();
    Console.WriteLine(new Uri(app.Urls.Single()).Port);
    Console.In.ReadLine(); // until the program that measures stops it, or ends
}

internal sealed record Service(int Sleepers, int More)
{
    private Process? _process;
    public List<double> Rates { get; } = [];
    public Socket[] Sockets { get; private set; } = [];

    public void Start()
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!, ["--serve", $"{Sleepers}", $"{More}"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        _process = Process.Start(start)!;
    }

    public void Connect(int connections)
    {
        var port = int.Parse(_process!.StandardOutput.ReadLine() ?? throw new IOException("A service did not start."));
        Sockets = [.. Enumerable.Range(0, connections).Select(_ => new Socket(SocketType.Stream, ProtocolType.Tcp))];
        foreach (var socket in Sockets)
        {
            (socket.NoDelay, socket.ReceiveTimeout) = (true, 10_000);
            socket.Connect(IPAddress.Loopback, port);
        }
    }

    public void Stop() => _process!.StandardInput.Close();

    public long CountCompiled() => long.Parse(Call(Sockets[0], "/compiled")[^64..]);

    // Every answer has a body of 64 characters, and ends with it.
    public static string Call(Socket socket, string path)
    {
        socket.Send(System.Text.Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        var buffer = new byte[1024];
        for (var (text, length) = ("", 0); ;)
        {
            length += socket.Receive(buffer, length, buffer.Length - length, SocketFlags.None) is > 0 and var read
                ? read : throw new IOException("A service closed a connection.");
            text = System.Text.Encoding.ASCII.GetString(buffer, 0, length);
            if (text.IndexOf("\r\n\r\n", StringComparison.Ordinal) is > 0 and var head && text.Length == head + 68)
                return text;
        }
    }
}
