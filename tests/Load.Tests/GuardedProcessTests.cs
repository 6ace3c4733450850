namespace Load.Tests;

/// <summary>Programs of the shell and of Node.js, which end with the tool.</summary>
public sealed class GuardedProcessTests : LoadToolTests
{
    private readonly string _service =
        WriteService("answer.end('x')", "process.title = process.argv[1];");

    [Fact, Slow]
    public async Task Program_DoesNotEnd_IsEndedAtTheLimitWithWhatItStarted()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "It is a script of the shell.");
        var seconds = $"100.{Random.Shared.Next(1000, 9999)}";
        string[] script = ["-c", $"echo begun; sleep {seconds} & trap '' TERM; sleep {seconds}; sleep {seconds}"];

        var error = await Should.ThrowAsync<ServiceException>(() => GuardedProcess.RunAsync(
            "sh", script, "", TestContext.Current.CancellationToken, TimeSpan.FromSeconds(1)));

        error.Message.ShouldStartWith("sh -c was ended after 1 s, the limit. Its last lines:\n    begun");
        (await ProcessOutput.ReadAsync("pgrep", $"-fx \"sleep {seconds}\"")).ShouldBeEmpty();
    }

    [Theory, Slow]
    [InlineData("INT")]
    [InlineData("KILL")]
    public async Task Tool_Stopped_ServicesEndWithTheirChildren(string signal)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "It is a script of the shell.");
        var command = $"node {_service} & wait";
        using var process = LoadProcess.Start(Tool.Folder, null, "ab", command, command, "--path", "/");
        await Eventually.WaitUntilAsync(async () => (await ListServicesAsync()).Length == 2);

        await LoadProcess.SignalAsync(process, signal);

        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        if (signal is "INT")
            (await ListServicesAsync()).ShouldBeEmpty();
        await Eventually.WaitUntilAsync(async () => await ListServicesAsync() is []);
    }

    private async Task<string[]> ListServicesAsync() =>
        (await ProcessOutput.ReadAsync("pgrep", $"-f \"^{_service}\"")).Split('\n', StringSplitOptions.RemoveEmptyEntries);

    [Fact]
    public async Task Lines_MoreThanAreKept_LastOnesAreCut()
    {
        var lines = new LastLines(2, lineLength: 4);

        await lines.ReadAsync(new StringReader("one\nlonger\r\n\nend\r\nlonger"));

        (lines.ToString(), lines.Format(1)).ShouldBe(("end\nlong", "\n    long"));
    }
}
