namespace Load.Tests;

/// <summary>Programs of the shell and of Node.js, which end with the tool.</summary>
[Slow]
public sealed class GuardedProcessTests : LoadToolTests
{
    private readonly string _service = new TempFile(".cjs", """
        process.title = process.argv[1];
        require('http').createServer((request, answer) => answer.end('x')).listen(process.env.PORT, '127.0.0.1');
        """).Path;

    [Fact]
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

    [Theory]
    [InlineData("INT")]
    [InlineData("KILL")]
    public async Task Tool_Stopped_ServicesEndWithTheirChildren(string signal)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "It is a script of the shell.");
        var command = $"node {_service} & wait";
        string[] tool = ["dotnet", typeof(CommandLine).Assembly.Location, "ab", command, command, "--path", "/"];
        using var process = Process.Start(new ProcessStartInfo("env", ["--default-signal=INT,HUP", .. tool])
        {
            RedirectStandardOutput = true,
            WorkingDirectory = Tool.Folder,
        })!;
        await Eventually.WaitUntilAsync(async () => (await ListServicesAsync()).Length == 2);

        await LoadProcess.SignalAsync(process, signal);

        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        if (signal is "INT")
            (await ListServicesAsync()).ShouldBeEmpty();
        await Eventually.WaitUntilAsync(async () => await ListServicesAsync() is []);
    }

    /// <summary>A program that starts the service in a session of its own, which the end of a group does not end.</summary>
    [Fact]
    public async Task Service_Detaches_IsNamedWithItsPort()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The id of who listens is known on Linux only.");
        var starter = new TempFile(".cjs", $$"""
            const options = { detached: true, stdio: 'ignore' };
            require('child_process').spawn(process.execPath, ['{{_service}}'], options).unref();
            setInterval(() => {}, 1000);
            """).Path;

        await Tool.InvokeAsync(
            "ab", $"node {starter}", $"node {starter}", "--within", "2s", "-c", "2", "--path", "/", "--out", Tool.Folder);

        var left = Regex.Match(
            Tool.Error, @"A left process (\d+) \(.+\) running on port \d+\. The tool could not end it");
        left.Success.ShouldBeTrue(Tool.Output + Tool.Error);
        var services = await ListServicesAsync();
        services.ShouldContain(left.Groups[1].Value);
        foreach (var service in services)
            Process.GetProcessById(int.Parse(service)).Kill();
    }

    [Fact]
    public async Task Port_IsTaken_NothingStarts()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;

        var error = await Should.ThrowAsync<ServiceException>(() => ServiceProcess.StartAsync(
            new Side("A", "", null, "sleep 50", ""), port, TestContext.Current.CancellationToken));

        error.Message.ShouldStartWith("A cannot start: ");
        error.Message.ShouldEndWith($" listens on port {port}");
    }

    private async Task<string[]> ListServicesAsync() =>
        (await ProcessOutput.ReadAsync("pgrep", $"-f \"^{_service}\"")).Split('\n', StringSplitOptions.RemoveEmptyEntries);
}
