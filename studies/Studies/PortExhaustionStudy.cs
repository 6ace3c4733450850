using System.CommandLine;
using System.Diagnostics;
using Studies.Commands;
using Studies.Hosting;
using Studies.LoadTool;

namespace Studies.Studies;

/// <summary>
/// Creates a client for each payload until no local port is free, in a network namespace that has a thousand ports. The
/// port of a closed connection stays in use for a minute, unless the kernel is allowed to reuse it after a second
/// (tcp_tw_reuse; 2 allows it on the loopback interface).
/// </summary>
internal sealed class PortExhaustionStudy : StudyCommand
{
    private const string PortRange = "20000 20999";

    // The shell script that configures the network namespace. The arguments of the script are followed by the command
    // line of the program to run in the namespace.
    private const string NamespaceSetupScript =
        "ip link set lo up && cd /proc/sys/net/ipv4 && echo $1 > ip_local_port_range "
        + "&& echo $2 > tcp_tw_reuse && cd \"$3\" && shift 3 && exec \"$@\"";

    private static readonly string[] PortReuseSettings = ["0", "2"];

    // The option --in-namespace is passed only to the copy of this program that runs in the network namespace.
    private readonly Option<string?> _inNamespace = new("--in-namespace") { Hidden = true };

    public PortExhaustionStudy()
        : base("port-exhaustion",
            "Uses up all ports with a new client for each payload. Runs in a network namespace with a thousand ports.",
            new(1, "The number of times to repeat each measurement.", 1)) =>
        Add(_inNamespace);

    protected override TimeSpan? EstimateDuration(ParseResult arguments, int rounds) =>
        arguments.GetValue(_inNamespace) is null
            ? TimeSpan.FromSeconds(PortReuseSettings.Length * (5 + (rounds * 2 * 10)))
            : null;

    protected override string? SkipReason =>
        OperatingSystem.IsLinux() ? null : "this study needs Linux, for a network namespace with few ports";

    protected override async Task<int> RunAsync(StudyContext context)
    {
        if (context.Arguments.GetValue(_inNamespace) is { } reuse)
            return await ExhaustPortsAsync(context, reuse);
        if (!await CanCreateNamespaceAsync(context))
        {
            Console.WriteLine("  Skipped: this study needs permission to create a network namespace (unshare -n).");
            return ExitCode.Success;
        }

        foreach (var setting in PortReuseSettings)
        {
            var copy = ProgramLocator.CreateStartInfo("Studies",
                [Name, _inNamespace.Name, setting, "--rounds", $"{context.Rounds}", "--out", context.ResultsFolder]);
            var code = await ProcessRunner.RunAsync(RunInNamespace(copy, setting), context.Environment.StopToken);
            if (code is not ExitCode.Success)
                return code;
        }

        return ExitCode.Success;
    }

    private static async Task<bool> CanCreateNamespaceAsync(StudyContext context) =>
        ProgramLocator.IsInstalled("unshare")
        && await ProcessRunner.RunAsync(
            RunInNamespace(new ProcessStartInfo("true"), PortReuseSettings[0]), context.Environment.StopToken) is 0;

    private static ProcessStartInfo RunInNamespace(ProcessStartInfo program, string reuse) => new("unshare",
    [
        Environment.IsPrivilegedProcess ? "-n" : "-rn", "sh", "-c", NamespaceSetupScript, "sh", PortRange, reuse,
        Environment.CurrentDirectory, program.FileName, .. program.ArgumentList,
    ]);

    private static async Task<int> ExhaustPortsAsync(StudyContext context, string reuse)
    {
        var backend = await context.Environment.StartBackendAsync();
        for (var round = 0; round < context.Rounds; round++)
        {
            foreach (var client in (string[])["shared", "per-request"])
            {
                var frontend = await context.Environment.StartFrontendAsync(
                    backend, settings: [$"--Client:Lifetime={client}", "--Client:Mode=async"]);
                // Without the reuse of ports, a client for each payload is meant to run out of them.
                (string, string)[] expected =
                    client is "per-request" && reuse is "0" ? [("--expect-errors", "502")] : [];
                var run = await context.SendAsync(
                    "ingestion",
                    [
                        ("--url", $"{frontend}"), ("--monitor", $"back-end={backend}"), ("--duration", "5s"),
                        ("--connections", "10"), ("--warmup", "0s"), ("--name", $"ports-{client}-{reuse}"),
                        .. expected,
                    ]);
                PrintResult(reuse, client, run.ReadResult().SingleVariant);
                await context.Environment.StopAsync(frontend);
            }
        }

        return ExitCode.Success;
    }

    private static void PrintResult(string reuse, string client, VariantResult run)
    {
        var outcomes = string.Join(", ", run.Outcomes.Select(outcome => $"{outcome.Value:#,0} × {outcome.Key}"));
        Console.WriteLine($"  1,000 ports, tcp_tw_reuse={reuse}, client={client,-12}{outcomes}\n"
            + $"    {run.Target.ConnectionsOpened:#,0} connections opened, "
            + $"{run.Target.TimeWait:#,0} sockets in TIME_WAIT");
    }
}
