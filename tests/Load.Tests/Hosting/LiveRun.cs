namespace Load.Tests.Hosting;

/// <summary>A run of the load tool that serves its live page.</summary>
internal sealed class LiveRun : IAsyncDisposable
{
    // The page of load that does not end is served as long as the load.
    private static readonly string[] StayOptions = ["--serve-for", "1m"];

    private readonly CancellationTokenSource _interrupt = new();
    private readonly Task<int> _exitCode;

    private LiveRun(LoadTool tool, string[] args) =>
        _exitCode = Task.Run(() => tool.InvokeUntilStoppedAsync(
            [.. args, "--serve", "http://127.0.0.1:0", .. args is ["stage", ..] ? Array.Empty<string>() : StayOptions],
            _interrupt.Token));

    public LivePageClient Page { get; private set; } = null!;

    public static async Task<LiveRun> StartAsync(LoadTool tool, params string[] args)
    {
        var run = new LiveRun(tool, args);
        var address = tool.WaitForOutputAsync(@"live +(http://\S+)");
        await Task.WhenAny(address, run._exitCode);
        run._exitCode.IsCompleted.ShouldBeFalse(tool.Error + tool.Output);
        run.Page = new LivePageClient(new Uri((await address).Groups[1].Value));
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
        Page.Dispose();
        _interrupt.Dispose();
    }
}
