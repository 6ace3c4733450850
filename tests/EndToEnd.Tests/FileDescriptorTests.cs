using System.Net.Sockets;
using Studies.Hosting;

namespace EndToEnd.Tests;

/// <summary>Tests what happens when a service has as many files open as it may.</summary>
[Slow]
public sealed class FileDescriptorTests
{
    private const int OpenFileLimit = 512;
    private const int Callers = 600;
    private const int ConnectionLimit = 100;

    /// <summary>
    /// The service has about 240 files open before its first connection. Without a limit of connections, the runtime
    /// ends the process when nothing can be opened any more.
    /// </summary>
    [Fact]
    public async Task MoreCallersThanDescriptors_FirstRequestToServiceWithConnectionLimit_IsAnswered()
    {
        await using var backend = new CountingBackend();
        await using var frontend = await StartFrontendAsync(backend, $"--Limits:Connections={ConnectionLimit}");
        using var client = new HttpClient { BaseAddress = frontend.Address };
        (await client.GetStringAsync("/health/live", TestContext.Current.CancellationToken)).ShouldBe("Healthy");

        var callers = new List<TcpClient>();
        try
        {
            for (var i = 0; i < Callers; i++)
                callers.Add(await ConnectAsync(frontend));

            // The front-end accepts the other connections, too, before it closes them.
            await Eventually.WaitUntilAsync(() => CountOpenFiles(frontend) < OpenFileLimit - ConnectionLimit);
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

    /// <summary>
    /// A failed call is recognized by the type of its exception. When no file can be opened any more, the libraries of
    /// these types could not be loaded, and the failure to open a connection would be a status 500.
    /// </summary>
    [Fact]
    public async Task LibrariesOfExpectedExceptions_BeforeTheFirstRequest_AreLoaded()
    {
        await using var backend = new CountingBackend();
        await using var frontend = await StartFrontendAsync(backend);

        var mapped = await File.ReadAllTextAsync(
            $"/proc/{frontend.Process.Id}/maps", TestContext.Current.CancellationToken);
        mapped.ShouldContain("/Google.Protobuf.dll");
        mapped.ShouldContain("/Newtonsoft.Json.dll");
    }

    private static async Task<ServiceProcess> StartFrontendAsync(CountingBackend backend, params string[] settings)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The limit of open files is set with ulimit.");
        var program = ProgramLocator.CreateStartInfo(
            "FrontendApi", ["--urls", "http://127.0.0.1:0", $"--Backend:BaseAddress={backend.Address}", .. settings]);
        program.ArgumentList.Insert(0, program.FileName);
        program.ArgumentList.Insert(0, "bash");
        program.ArgumentList.Insert(0, $"ulimit -n {OpenFileLimit} && exec \"$@\"");
        program.ArgumentList.Insert(0, "-c");
        program.FileName = "bash";
        return await ServiceProcess.StartAsync("FrontendApi", program, TestContext.Current.CancellationToken);
    }

    private static async Task<TcpClient> ConnectAsync(ServiceProcess frontend)
    {
        var caller = new TcpClient();
        await caller.ConnectAsync(
            frontend.Address.Host, frontend.Address.Port, TestContext.Current.CancellationToken);
        return caller;
    }

    private static int CountOpenFiles(ServiceProcess frontend) =>
        Directory.GetFileSystemEntries($"/proc/{frontend.Process.Id}/fd").Length;
}
