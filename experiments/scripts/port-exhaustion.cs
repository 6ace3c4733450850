#:project ../../load/core/Load.Core.csproj
#:property StartsServices=true
#:property PublishAot=false
// Opens connections until no local port is free, in a network that has a thousand ports (docs/which-client.md):
//   dotnet run -c Release experiments/scripts/port-exhaustion.cs -- --start 1
// The port of a closed connection stays in use for a minute, unless the kernel may reuse it after a second
// (tcp_tw_reuse; 2: on the loopback interface). It needs Linux with user namespaces, unshare and ip.
using System.ComponentModel;
using System.Diagnostics;
using System.Text.Json;
using TwoTier.Load;

// As in "ASP.NET Core vs Go data ingestion benchmark", S. Prodan, 2016. Json.NET accepts the single quotes.
const string Payload = """
    {"data":"{'job_id':'c4bb6d130003','container_id':'ab7b85dcac72','status':'Success: process exited with code 0.'}"}
    """;
const string GoPeer = "artifacts/bin/ingest-go/ingest-go";
// Above the ports of the services: what waits until a service listens could take its port.
const string EnterNamespace = """
    ip link set lo up && echo "40000 40999" > /proc/sys/net/ipv4/ip_local_port_range &&
    echo "$1" > /proc/sys/net/ipv4/tcp_tw_reuse && shift && exec "$@"
    """;
Client[] clients =
[
    new("shared", 10, ["--Client:Lifetime=shared", "--Client:Mode=async"]),
    new("per-request", 10, ["--Client:Lifetime=per-request", "--Client:Mode=async"]),
    // In Go, a client that keeps too few idle connections opens new ones.
    new("go-2-idle", 100, ["-default-transport"]),
    new("go-100-idle", 100, []),
];
Testbed.ReportErrors();
if (args is ["--inside", var setting, var name])
{
    // Ends with the script that has started it.
    _ = Task.Run(() =>
    {
        Console.In.ReadToEnd();
        Environment.Exit(1);
    });
    Console.WriteLine(JsonSerializer.Serialize(await MeasureAsync(setting, clients.Single(one => one.Name == name))));
    return 0;
}

if (!(await RunAsync(InNamespace("0", "true"))).HasSucceeded)
{
    throw new PlatformNotSupportedException(
        "This needs Linux that lets everybody make a user namespace, with unshare and ip.");
}

// Without cgo, as in the container image, so that no C compiler is needed.
var build = new ProcessStartInfo("go", ["build", "-buildvcs=false", "-o", Path.GetFullPath(GoPeer), "."])
{
    WorkingDirectory = "experiments/programs/ingest-go",
    Environment = { ["CGO_ENABLED"] = "0", ["GOTOOLCHAIN"] = "local" },
};
var hasGo = !Testbed.IsShort && (await RunAsync(build)).HasSucceeded;
var measured = Testbed.IsShort ? [clients[1]] : clients.Where(one => hasGo || !one.IsGo);
var rows = new List<Dictionary<string, object?>>();
// Each has a namespace of its own, because not even a server can start where all ports are used up.
foreach (var reuse in Testbed.IsShort ? ["0"] : (string[])["0", "2"])
{
    foreach (var client in measured)
    {
        var (hasSucceeded, output) =
            await RunAsync(InNamespace(reuse, Environment.ProcessPath!, "--inside", reuse, client.Name));
        if (!hasSucceeded)
            return 1;
        Console.Write(output);
        rows.Add(JsonSerializer.Deserialize<Dictionary<string, object?>>(output)!);
    }
}

Testbed.Write(rows);
return 0;

static ProcessStartInfo InNamespace(string reuse, params string[] command) => new("unshare",
    [Environment.IsPrivilegedProcess ? "-n" : "-rn", "sh", "-c", EnterNamespace, "sh", reuse, .. command]);

static async Task<Dictionary<string, object?>> MeasureAsync(string reuse, Client client)
{
    await using var backend = await Testbed.StartAsync("BackendApi");
    await using var frontend = await (client.IsGo
        ? Testbed.StartAsync([GoPeer, "front", "-listen", "127.0.0.1:{port}",
            "-backend", $"{backend.Address}".TrimEnd('/'), .. client.Settings])
        : Testbed.StartAsync("FrontendApi", [$"--Backend:BaseAddress={backend.Address}", .. client.Settings]));
    var run = new LoadRun($"{frontend.Address}ingest/event")
    {
        Options =
        [
            ("body", Payload), ("header", "Content-Type: application/json"), ("expect", "200"), ("warmup", "0s"),
            ("duration", Testbed.IsShort ? "1s" : "5s"), ("connections", $"{client.Connections}"),
            ("monitor", "target"), ("metric", "time-wait=tcp_time_wait_sockets"),
        ],
    };
    var variant = (await run.RunAsync()).Variants.Single();
    var process = variant.Processes.GetValueOrDefault("target");
    return new()
    {
        ["reuse"] = reuse,
        ["client"] = client.Name,
        ["requests"] = variant.Requests,
        ["failed"] = variant.Errors,
        ["connections opened"] = process?.ConnectionsOpened,
        ["TIME_WAIT sockets"] = process?.TimeWait,
    };
}

static async Task<(bool HasSucceeded, string Output)> RunAsync(ProcessStartInfo program)
{
    program.RedirectStandardInput = program.RedirectStandardOutput = true;
    try
    {
        using var process = Process.Start(program)!;
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return (process.ExitCode is 0, output);
    }
    catch (Win32Exception)
    {
        return (false, ""); // not installed
    }
}

internal sealed record Client(string Name, int Connections, string[] Settings)
{
    public bool IsGo => Name.StartsWith("go-", StringComparison.Ordinal);
}
