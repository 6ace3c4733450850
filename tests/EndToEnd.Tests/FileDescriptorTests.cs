namespace EndToEnd.Tests;

[Slow]
public sealed class FileDescriptorTests
{
    private const int OpenFileLimit = 512;
    private const int Callers = 600;
    private const int ConnectionLimit = 100;

    /// <summary>
    /// The service has about 240 files open before its first connection. Without a limit of connections, the runtime
    /// ends the process when nothing can be opened any more. A failed call is recognized by the type of its exception:
    /// when no file can be opened any more, the libraries of these types could not be loaded, and the failure to open a
    /// connection would be a status 500.
    /// </summary>
    [Fact]
    public async Task MoreCallersThanDescriptors_FirstRequest_IsAnsweredAndLibrariesOfExceptionsAreLoaded()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The limit of open files is set with ulimit.");
        var cancellation = TestContext.Current.CancellationToken;
        await using var backend = new CountingBackend();
        var program = ProgramLocator.CreateStartInfo("FrontendApi",
        [
            ServiceProgram.FreeUrl, $"--Backend:BaseAddress={backend.Address}",
            $"--Limits:Connections={ConnectionLimit}",
        ]);
        foreach (var argument in (string[])[program.FileName, "bash", $"ulimit -n {OpenFileLimit} && exec \"$@\"", "-c"])
            program.ArgumentList.Insert(0, argument);
        program.FileName = "bash";
        await using var frontend = await ServiceProgram.StartAsync("FrontendApi", program, cancellation);
        using var client = new HttpClient { BaseAddress = frontend.Address };
        (await client.GetStringAsync("/health/live", cancellation)).ShouldBe("Healthy");
        var mapped = await File.ReadAllTextAsync($"/proc/{frontend.Process.Id}/maps", cancellation);
        mapped.ShouldContain("/Google.Protobuf.dll");
        mapped.ShouldContain("/Newtonsoft.Json.dll");

        var callers = new List<TcpClient>();
        try
        {
            for (var i = 0; i < Callers; i++)
            {
                callers.Add(new());
                await callers[^1].ConnectAsync(frontend.Address.Host, frontend.Address.Port, cancellation);
            }

            // The front-end accepts the other connections, too, before it closes them.
            await Eventually.WaitUntilAsync(
                () => callers.Count(IsClosed) >= Callers - ConnectionLimit, within: TimeSpan.FromSeconds(30));
            // The connection of the probe above is reused, so that this request needs no other one.
            using var response = await client.GetAsync("/api/customer/1", cancellation);
            ((int)response.StatusCode).ShouldBe(200);
        }
        finally
        {
            callers.ForEach(caller => caller.Dispose());
        }

        (await client.GetStringAsync("/health/ready", cancellation)).ShouldBe("Healthy");
    }

    private static bool IsClosed(TcpClient caller) =>
        caller.Client.Poll(0, SelectMode.SelectRead) && caller.Available is 0;
}
