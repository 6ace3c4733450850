namespace Load.Tests;

/// <summary>Services of Node.js that the process that the tool starts has started in a session of their own.</summary>
[Slow]
public sealed class DetachedServiceTests : LoadToolTests
{
    private const string Stay = "setInterval(() => {}, 1000)";

    private readonly string _service = new TempFile(".cjs", """
        process.title = process.argv[1];
        require('http').createServer((request, answer) => answer.end('x')).listen(process.env.PORT, '127.0.0.1');
        """).Path;

    [Fact]
    public async Task Services_Detach_EndWithEachStart()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The environment of a process can be read on Linux only.");
        var starter = WriteStarter(Stay);

        await Tool.InvokeAsync(
            "ab", starter, starter, "--within", "8s", "-c", "2", "--path", "/", "--out", Tool.Folder);

        var result = await Tool.ReadResultAsync();
        Tool.Error.ShouldBeEmpty(Tool.Output);
        result.Variants.ShouldAllBe(variant => variant.Requests > 0 && variant.Errors == 0, Tool.Output);
        (await ListServicesAsync()).ShouldBeEmpty();
    }

    [Theory]
    [InlineData("INT")]
    [InlineData("KILL")]
    public async Task Tool_Stopped_DetachedServicesEnd(string signal)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The environment of a process can be read on Linux only.");
        var starter = WriteStarter(Stay);
        string[] tool = ["dotnet", typeof(CommandLine).Assembly.Location, "ab", starter, starter, "--path", "/"];
        using var process = Process.Start(new ProcessStartInfo("env", ["--default-signal=INT,HUP", .. tool])
        {
            RedirectStandardOutput = true,
            WorkingDirectory = Tool.Folder,
        })!;
        await Eventually.WaitUntilAsync(
            async () => (await ListServicesAsync()).Split('\n', StringSplitOptions.RemoveEmptyEntries).Length == 2);

        await LoadProcess.SignalAsync(process, signal);

        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        if (signal is "INT")
            (await ListServicesAsync()).ShouldBeEmpty();
        await Eventually.WaitUntilAsync(async () => await ListServicesAsync() is "");
    }

    [Fact]
    public async Task Service_EndsWhenItHasDetached_IsRefusedAndEnded()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The environment of a process can be read on Linux only.");

        (await InvokeAsync(WriteStarter("process.exit(0)"))).ShouldBe(ExitCode.ServiceFailed, Tool.Output);

        Tool.Error.ShouldContain("A ended with exit code 0 (a service must stay in the foreground) ");
        (await ListServicesAsync()).ShouldBeEmpty();
    }

    [Fact]
    public async Task Service_DetachesWithoutEnvironment_IsNamedWithItsPort()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The id of who listens is known on Linux only.");

        await InvokeAsync(WriteStarter(Stay, "{ PORT: process.env.PORT }"));

        var left = Regex.Match(
            Tool.Error, @"A left process (\d+) \(.+\) running on port \d+\. The tool could not end it");
        left.Success.ShouldBeTrue(Tool.Output + Tool.Error);
        var services = (await ListServicesAsync()).Split('\n', StringSplitOptions.RemoveEmptyEntries);
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
        if (OperatingSystem.IsLinux())
            error.Message.ShouldContain($"process {Environment.ProcessId} (");
    }

    private Task<int> InvokeAsync(string a) => Tool.InvokeAsync(
        "ab", a, WriteStarter(Stay), "--within", "2s", "-c", "2", "--path", "/", "--out", Tool.Folder);

    private Task<string> ListServicesAsync() => ProcessOutput.ReadAsync("pgrep", $"-f \"{_service}\"");

    // A program that starts the service in a session of its own, and that its end does not end.
    private string WriteStarter(string then, string environment = "process.env")
    {
        var file = new TempFile(".cjs", $$"""
            const options = { detached: true, stdio: 'ignore', env: {{environment}} };
            require('child_process').spawn(process.execPath, ['{{_service}}'], options).unref();
            {{then}};
            """);
        return $"node {file.Path}";
    }
}
