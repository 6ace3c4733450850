namespace Load.Tests.Hosting;

/// <summary>A run of the load tool that writes its events to a file.</summary>
internal sealed class EventRun : IAsyncDisposable
{
    private readonly CancellationTokenSource _interrupt = new();
    private readonly LoadTool _tool;
    private readonly Task<int> _exitCode;

    public EventRun(LoadTool tool, params string[] args)
    {
        var path = Path.Combine(tool.Folder, "run.events.ndjson");
        (_tool, Events) = (tool, new EventReader(path));
        _exitCode = Task.Run(() => tool.InvokeUntilStoppedAsync([.. args, "--events", path], _interrupt.Token));
    }

    public EventReader Events { get; }

    /// <summary>Writes a line that steers the run.</summary>
    public void Tell(string line) => _tool.Input.Add(line);

    /// <summary>Waits until the load tool exits by itself, and returns its exit code.</summary>
    public Task<int> WaitForExitAsync() => _exitCode;

    /// <summary>Stops the load tool as Ctrl-C does, and returns its exit code.</summary>
    public async Task<int> StopAsync()
    {
        await _interrupt.CancelAsync();
        return await _exitCode;
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _interrupt.Dispose();
    }
}
