namespace Load.Tests.Hosting;

/// <summary>Reads the events that the load tool writes to a file, while it writes them.</summary>
internal sealed class EventReader(string path)
{
    private readonly Queue<ResultLine> _events = [];
    private long _position;

    public static ResultLine Parse(string line) => JsonSerializer.Deserialize(line, ResultJson.Default.ResultLine)!;

    public static ResultLine[] ParseAll(object text) =>
        [.. $"{text}".Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries).Select(Parse)];

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

    private void ReadLines()
    {
        if (!File.Exists(path))
            return;
        using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        file.Position = _position;
        var bytes = new byte[file.Length - _position];
        file.ReadExactly(bytes);
        var end = Array.LastIndexOf(bytes, (byte)'\n') + 1;
        _position += end;
        foreach (var line in Encoding.UTF8.GetString(bytes, 0, end).Split('\n', StringSplitOptions.RemoveEmptyEntries))
            _events.Enqueue(Parse(line));
    }
}
