#:sdk Microsoft.NET.Sdk.Web
#:property ManagePackageVersionsCentrally=false
#:property PublishAot=false
// D3: the memory of a blocked thread of the thread pool: the growth of a server in a burst of blocking requests, minus
// that in a burst of asynchronous ones, because connections and requests also need memory. Each server is this program,
// with its kind in the environment.
using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text.Json;

const int Burst = 400;
const string ServerVariable = "QUESTION_SERVER";
var (operation, middle) = (TimeSpan.FromSeconds(6), TimeSpan.FromSeconds(4));
if (Environment.GetEnvironmentVariable(ServerVariable) is { } kind)
{
    await ServeAsync(kind is "sync");
    return 0;
}

if (!File.Exists("/proc/self/status"))
{
    Console.Error.WriteLine("The memory of a process is read from /proc, which this system does not have.");
    return 1;
}

var (blocking, other) = (await MeasureGrowthAsync("sync"), await MeasureGrowthAsync("async"));
var threads = blocking.Threads - other.Threads;
var (anonymous, reserved) = (blocking.AnonymousKb - other.AnonymousKb, blocking.ReservedKb - other.ReservedKb);
if (threads < Burst / 2 || anonymous <= 0)
{
    Console.Error.WriteLine($"The burst made {threads} threads and {anonymous} kB, so the memory of one is not known.");
    return 1;
}

Console.WriteLine(JsonSerializer.Serialize(new
{
    values = new { anonymous_kb = anonymous * 1.024 / threads },
    counts = new Dictionary<string, int>(),
    figures = $"{anonymous * 1.024 / threads:0.0} kB of memory and {reserved * 1.024e-3 / threads:0.0} MB of address "
        + $"space for each of {threads} threads",
}));
return 0;

async Task<Status> MeasureGrowthAsync(string kind)
{
    var command = new ProcessStartInfo(Environment.ProcessPath!)
    {
        RedirectStandardOutput = true,
        RedirectStandardInput = true,
    };
    command.Environment[ServerVariable] = kind;
    using var server = Process.Start(command)!;
    try
    {
        var url = await server.StandardOutput.ReadLineAsync();
        using var client = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        await client.GetAsync($"{url}/0");
        var idle = Status.Read(server.Id);
        var burst = Task.WhenAll(Enumerable.Range(0, Burst).Select(_ =>
            client.GetAsync($"{url}/{operation.TotalMilliseconds:0}")));
        await Task.Delay(middle);
        var busy = Status.Read(server.Id);
        await burst;
        return new(
            busy.Threads - idle.Threads, busy.AnonymousKb - idle.AnonymousKb, busy.ReservedKb - idle.ReservedKb);
    }
    finally
    {
        server.StandardInput.Close();
        await server.WaitForExitAsync();
    }
}

// Ends when its input ends, and so with its parent.
static async Task ServeAsync(bool isBlocking)
{
    ThreadPool.SetMinThreads(Burst, Burst);
    ThreadPool.SetMaxThreads(Burst, Burst);
    var builder = WebApplication.CreateBuilder();
    builder.Logging.ClearProviders();
    builder.WebHost.ConfigureKestrel(server => server.Listen(IPAddress.Loopback, 0));
    await using var app = builder.Build();
    app.MapGet("/{ms}", (int ms) =>
    {
        if (isBlocking)
            Thread.Sleep(ms);
        return isBlocking ? Task.CompletedTask : Task.Delay(ms);
    });
    await app.StartAsync();
    Console.WriteLine(app.Urls.Single());
    await Console.In.ReadToEndAsync();
}

internal sealed record Status(long Threads, long AnonymousKb, long ReservedKb)
{
    public static Status Read(int process)
    {
        var fields = File.ReadLines($"/proc/{process}/status").Select(line => line.Split(':'))
            .ToDictionary(field => field[0], field => field[1].Trim().Split(' ')[0]);
        return new(Get("Threads"), Get("RssAnon"), Get("VmSize"));
        long Get(string name) => long.Parse(fields[name], CultureInfo.InvariantCulture);
    }
}
