namespace Experiments.Tests.Hosting;

[Slow]
[TimeLimit(60)]
public sealed class NetworkNamespaceTests
{
    private const string SetUp = "ip link set lo up";

    [Fact]
    public async Task Namespace_ProgramKilled_LeavesNothing()
    {
        var isPossible = OperatingSystem.IsLinux() && ProgramLocator.IsInstalled("unshare")
            && (await ProcessRunner.CaptureAsync(
                NetworkNamespace.Enter(new("true"), SetUp), TestContext.Current.CancellationToken)).ExitCode is 0;
        Assert.SkipUnless(isPossible, "No network namespace can be created here.");
        using var process = Process.Start(NetworkNamespace.Enter(new("sleep", ["60"]), SetUp))!;
        await Eventually.WaitUntilAsync(() =>
            ReadNamespace(process.Id) != ReadNamespace(Environment.ProcessId));
        var created = ReadNamespace(process.Id);

        process.Kill();

        await Eventually.WaitUntilAsync(() =>
            Process.GetProcesses().All(one => ReadNamespace(one.Id) != created));
    }

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
