using System.Diagnostics;

namespace Studies.Tests.Hosting;

[Slow]
[TimeLimit(60)]
public sealed class NetworkNamespaceTests
{
    /// <summary>Places a program far away from one that is in a namespace of its own, and kills both.</summary>
    [Fact]
    public async Task Namespaces_ProgramsKilled_LeaveNothing()
    {
        var far = NetworkDistance.None.PlaceFarAway(new ProcessStartInfo("sleep", ["60"]));
        var near = new ProcessStartInfo("sh", ["-c", "\"$@\" & wait", "sh", far.FileName, .. far.ArgumentList]);
        var probe = NetworkNamespace.Enter(new("true"), "ip link add near type veth peer name far");
        var isPossible = OperatingSystem.IsLinux() && ProgramLocator.IsInstalled("nsenter")
            && (await ProcessRunner.CaptureAsync(probe, TestContext.Current.CancellationToken)).ExitCode is 0;
        Assert.SkipUnless(isPossible, "No network namespace can be created here.");
        using var process = Process.Start(NetworkNamespace.Enter(near, "ip link set lo up"))!;
        var id = process.Id;
        await Eventually.WaitUntilAsync(() => ReadFile(id, "net/dev").Contains("near:", StringComparison.Ordinal));
        string?[] created = [ReadNamespace(id), ReadNamespace(int.Parse(ReadFile(id, $"task/{id}/children"), null))];
        created.Append(ReadNamespace(Environment.ProcessId)).Distinct().Count().ShouldBe(3);
        ReadFile(Environment.ProcessId, "net/dev").ShouldNotContain("near:");

        process.Kill(entireProcessTree: true);

        await Eventually.WaitUntilAsync(() =>
            !Process.GetProcesses().Select(one => ReadNamespace(one.Id)).Intersect(created).Any());
    }

    [Fact]
    public void FarAway_WithADistance_DelaysHalfOfTheRoundTripAtBothEnds()
    {
        var program = NetworkDistance.Parse("5ms", "100mbit").PlaceFarAway(new ProcessStartInfo("true"));

        var script = string.Join(' ', program.ArgumentList);

        script.ShouldContain("dev far root netem delay 2500us rate 100000000bit");
        script.ShouldContain("dev near root netem delay 2500us rate 100000000bit");
    }

    private static string ReadFile(int process, string name) => File.ReadAllText($"/proc/{process}/{name}");

    // A process that has ended has no namespace.
    private static string? ReadNamespace(int process)
    {
        try
        {
            return new FileInfo($"/proc/{process}/ns/net").LinkTarget ?? $"{process}";
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return $"{process}";
        }
    }
}
