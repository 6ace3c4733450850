namespace Load.Tests.Hosting;

/// <summary>A run of the load tool that serves its events.</summary>
internal sealed class EventRun : IAsyncDisposable
{
    private readonly CancellationTokenSource _interrupt = new();
    private readonly Task<int> _exitCode;

    private EventRun(LoadTool tool, string[] args) =>
        _exitCode = Task.Run(() => tool.InvokeUntilStoppedAsync(
            [.. args, "--events", "http://127.0.0.1:0"], _interrupt.Token));

    public EventClient Client { get; private set; } = null!;

    public static async Task<EventRun> StartAsync(LoadTool tool, params string[] args)
    {
        var run = new EventRun(tool, args);
        var address = tool.WaitForOutputAsync(@"events +(http://\S+)");
        await Task.WhenAny(address, run._exitCode);
        run._exitCode.IsCompleted.ShouldBeFalse(tool.Error + tool.Output);
        run.Client = new EventClient(new Uri((await address).Groups[1].Value));
        return run;
    }

    /// <summary>Stops the load tool as Ctrl-C does, and returns its exit code.</summary>
    public async Task<int> StopAsync()
    {
        await _interrupt.CancelAsync();
        return await _exitCode;
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        Client.Dispose();
        _interrupt.Dispose();
    }
}
