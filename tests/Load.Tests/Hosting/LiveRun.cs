namespace Load.Tests.Hosting;

/// <summary>The tool with its live page, which it waits for before it begins.</summary>
internal sealed class LiveRun : IAsyncDisposable
{
    private readonly CancellationTokenSource _interrupt = new();
    private readonly Task<int> _exit;

    private LiveRun(LoadTool tool, string[] args) =>
        _exit = Task.Run(() => tool.InvokeUntilAsync([.. args, "--serve", "http://127.0.0.1:0", "--serve-for", "1m"], _interrupt.Token));

    public Viewer Viewer { get; private set; } = null!;

    public static async Task<LiveRun> StartAsync(LoadTool tool, params string[] args)
    {
        var run = new LiveRun(tool, args);
        var address = tool.SaysAsync(@"live +(http://\S+)");
        await Task.WhenAny(address, run._exit);
        run._exit.IsCompleted.ShouldBeFalse(tool.Error + tool.Output);
        run.Viewer = new Viewer(new Uri((await address).Groups[1].Value));
        return run;
    }

    /// <summary>As Ctrl-C, which ends the tool where it only waits for the page to be closed.</summary>
    /// <returns>Its exit code.</returns>
    public async Task<int> EndAsync()
    {
        await _interrupt.CancelAsync();
        return await _exit;
    }

    public async ValueTask DisposeAsync()
    {
        await EndAsync();
        Viewer.Dispose();
        _interrupt.Dispose();
    }
}
