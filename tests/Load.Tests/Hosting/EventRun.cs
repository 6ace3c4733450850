namespace Load.Tests.Hosting;

/// <summary>A run of the load tool that writes its events to a file, which is read while they are written.</summary>
internal sealed class EventRun : IAsyncDisposable
{
    private readonly CancellationTokenSource _interrupt = new();
    private readonly Queue<ResultLine> _events = [];
    private readonly LoadTool _tool;
    private readonly string _path;
    private readonly Task<int> _exitCode;
    private long _position;

    public EventRun(LoadTool tool, params string[] args)
    {
        (_tool, _path) = (tool, Path.Combine(tool.Folder, "run.events.ndjson"));
        _exitCode = Task.Run(() => tool.InvokeUntilStoppedAsync([.. args, "--events", _path], _interrupt.Token));
    }

    public static ResultLine[] Parse(object text) =>
    [
        .. $"{text}".Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => JsonSerializer.Deserialize(line, ResultJson.Default.ResultLine)!),
    ];

    public Task<ResultLine[]> ReadUntilEndAsync() => ReadUntilAsync(line => line.End is not null);

    /// <summary>Reads on, up to and including the first event that meets a condition.</summary>
    public async Task<ResultLine[]> ReadUntilAsync(Func<ResultLine, bool> isLast)
    {
        var events = new List<ResultLine>();
        await Eventually.WaitUntilAsync(
            () =>
            {
                ReadLines();
                while (_events.TryDequeue(out var next))
                {
                    events.Add(next);
                    if (isLast(next))
                        return true;
                }

                return false;
            },
            TimeSpan.FromSeconds(40));
        return [.. events];
    }

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

    private void ReadLines()
    {
        if (!File.Exists(_path))
            return;
        using var file = new FileStream(_path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        file.Position = _position;
        var bytes = new byte[file.Length - _position];
        file.ReadExactly(bytes);
        var end = Array.LastIndexOf(bytes, (byte)'\n') + 1;
        _position += end;
        foreach (var line in Parse(Encoding.UTF8.GetString(bytes, 0, end)))
            _events.Enqueue(line);
    }
}
