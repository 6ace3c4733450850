namespace Load.Tests.Hosting;

/// <summary>Reads the events that the load tool writes to a file, while it writes them.</summary>
internal sealed class EventReader(string path)
{
    private readonly Queue<ReceivedEvent> _events = [];
    private long _position;

    public Task<ReceivedEvent[]> ReadUntilAsync(string type) => ReadUntilAsync(received => received.Type == type);

    /// <summary>Reads on, up to and including the first event that meets a condition.</summary>
    public async Task<ReceivedEvent[]> ReadUntilAsync(Func<ReceivedEvent, bool> isLast)
    {
        var events = new List<ReceivedEvent>();
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

    public ReceivedEvent[] ReadAll()
    {
        ReadLines();
        ReceivedEvent[] all = [.. _events];
        _events.Clear();
        return all;
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
            _events.Enqueue(ReceivedEvent.Parse(line));
    }
}

internal sealed record ReceivedEvent(long Id, string Type, JsonElement Data)
{
    public static ReceivedEvent Parse(string line)
    {
        var json = JsonElement.Parse(line);
        return new(json.GetProperty("id").GetInt64(), json.GetProperty("type").GetString()!, json.GetProperty("data"));
    }

    public string? Text(string field) => Data.GetProperty(field).GetString();

    public double? ReadNumber(string field) => GetNumber(Data.GetProperty(field));

    public double? ReadNumber(string field, string key) => GetNumber(Data.GetProperty(field).GetProperty(key));

    /// <summary>Reads the data as the record that was published.</summary>
    public T Read<T>() => Data.Deserialize<T>(Options)!;

    private static JsonSerializerOptions Options { get; } = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
    };

    private static double? GetNumber(JsonElement value) =>
        value.ValueKind == JsonValueKind.Null ? null : value.GetDouble();
}
