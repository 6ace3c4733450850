using System.Net.Sockets;
using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>
/// Tests that a service does not run out of file descriptors if it takes fewer connections than it may open files.
/// </summary>
public sealed class FileDescriptorTests
{
    private const int OpenFileLimit = 512;
    private const int Callers = 600;

    /// <summary>
    /// The service has about 240 files open before its first connection. Without a limit of connections, the runtime
    /// ends the process when nothing can be opened any more.
    /// </summary>
    [Fact]
    public async Task MoreCallersThanDescriptors_FirstRequestToServiceWithConnectionLimit_IsAnswered()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The limit of open files is set with ulimit.");
        await using var backend = new CountingBackend();
        var program = ProgramLocator.CreateStartInfo(
            "FrontendApi",
            ["--urls", "http://127.0.0.1:0", $"--Backend:BaseAddress={backend.Address}", "--Limits:Connections=100"]);
        program.ArgumentList.Insert(0, program.FileName);
        program.ArgumentList.Insert(0, "bash");
        program.ArgumentList.Insert(0, $"ulimit -n {OpenFileLimit} && exec \"$@\"");
        program.ArgumentList.Insert(0, "-c");
        program.FileName = "bash";
        await using var frontend =
            await ServiceProcess.StartAsync("FrontendApi", program, TestContext.Current.CancellationToken);
        using var client = new HttpClient { BaseAddress = frontend.Address };
        (await client.GetStringAsync("/health/live", TestContext.Current.CancellationToken)).ShouldBe("Healthy");

        var callers = new List<TcpClient>();
        try
        {
            for (var i = 0; i < Callers; i++)
            {
                callers.Add(new());
                await callers[^1].ConnectAsync(
                    frontend.Address.Host, frontend.Address.Port, TestContext.Current.CancellationToken);
            }

            // The connection of the probe above is reused, so that this request needs no other one.
            using var response = await client.GetAsync("/api/customer/1", TestContext.Current.CancellationToken);
            ((int)response.StatusCode).ShouldBe(200);
        }
        finally
        {
            callers.ForEach(caller => caller.Dispose());
        }

        (await client.GetStringAsync("/health/ready", TestContext.Current.CancellationToken)).ShouldBe("Healthy");
    }
}
