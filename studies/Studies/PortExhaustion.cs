using System.ComponentModel;
using System.Diagnostics;
using System.Text.Json;

namespace Studies.Studies;

/// <summary>
/// A client for each payload until no port is left, in a network namespace of its own that has a thousand: a closed
/// connection keeps its port for a minute, unless the kernel may use it again after a second (tcp_tw_reuse, 2 on loopback).
/// </summary>
internal static class Ports
{
    private const string Inside = "inside";
    private const string Range = "20000 20999";
    private static readonly string[] Reuses = ["0", "2"];

    // The last arguments are the program that runs inside.
    private const string Prepare =
        "ip link set lo up && cd /proc/sys/net/ipv4 && echo $1 > ip_local_port_range "
        + "&& echo $2 > tcp_tw_reuse && cd \"$3\" && shift 3 && exec \"$@\"";

    public static async Task<int> RunAsync(Tiers tiers, string[] options)
    {
        if (options is [Inside, var reuse])
            return await ExhaustAsync(tiers, reuse);
        if (!await IsPermittedAsync(tiers))
        {
            Console.WriteLine("  ports skipped: it needs Linux, and a network namespace of its own (unshare -n)");
            return 0;
        }

        foreach (var setting in Reuses)
        {
            if (await tiers.RunAsync(InNamespace(Command.Of("Studies", ["ports", Inside, setting]), setting)) is not 0 and var exit)
                return exit;
        }

        return 0;
    }

    private static async Task<bool> IsPermittedAsync(Tiers tiers)
    {
        if (!OperatingSystem.IsLinux())
            return false;
        try
        {
            return await tiers.RunAsync(InNamespace(new ProcessStartInfo("true"), Reuses[0])) is 0;
        }
        catch (Win32Exception)
        {
            return false;
        }
    }

    private static ProcessStartInfo InNamespace(ProcessStartInfo program, string reuse)
    {
        var start = new ProcessStartInfo("unshare",
        [
            Environment.IsPrivilegedProcess ? "-n" : "-rn", "sh", "-c", Prepare, "sh", Range, reuse,
            Environment.CurrentDirectory, program.FileName, .. program.ArgumentList,
        ]);
        start.Environment["no_proxy"] = "127.0.0.1,localhost";
        return start;
    }

    private static async Task<int> ExhaustAsync(Tiers tiers, string reuse)
    {
        var backend = await tiers.StartBackendAsync();
        foreach (var client in (string[])["shared", "per-request"])
        {
            var frontend = await tiers.StartFrontendAsync(backend, settings: [$"--Client:Lifetime={client}", "--Client:Mode=async"]);
            var results = Results.NewFolder("ports");
            using var load = Process.Start(Quiet(Command.Of("Load",
            [
                "run", Command.Scenario("ingestion"), "-u", $"{frontend}", "--tier", $"back-end={backend}", "--duration", "5s",
                "-c", "10", "--warmup", "0s", "--name", $"ports-{client}-{reuse}", "--out", results,
            ])))!;
            await load.StandardOutput.ReadToEndAsync();
            await load.WaitForExitAsync();
            Print(reuse, client, Results.Variants(Directory.GetFiles(results, "*.json").Single()).Single());
            await tiers.StopAsync(frontend);
        }

        return 0;
    }

    private static ProcessStartInfo Quiet(ProcessStartInfo program)
    {
        program.RedirectStandardOutput = true;
        return program;
    }

    private static void Print(string reuse, string client, JsonElement run)
    {
        var outcomes = run.GetProperty("statuses").EnumerateObject().Concat(run.GetProperty("transport_errors").EnumerateObject())
            .Select(outcome => $"{outcome.Value.GetInt64():#,0} × {outcome.Name}");
        var tier = run.GetProperty("tiers").GetProperty("front-end");
        Console.WriteLine($"  1,000 ports, tcp_tw_reuse {reuse}, {client,-12}{string.Join(", ", outcomes),-36}"
            + $"{tier.GetProperty("connections_opened").GetDouble():#,0} connections opened, "
            + $"{tier.GetProperty("time_wait").GetDouble():#,0} in TIME_WAIT");
    }
}
