using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using System.Threading.Channels;

namespace TwoTier.Load.Cli.Events;

/// <summary>
/// Passes the events of a run on to all readers, and to a file of one line of JSON each. A reader first gets the
/// history: all events except those that a later event replaces.
/// </summary>
internal sealed class EventFeed(long firstId, string? path = null) : IDisposable
{
    /// <summary>The number of events by which a reader may lag before it is disconnected.</summary>
    public const int Capacity = 1000;

    private readonly Lock _gate = new();
    private readonly StreamWriter? _file = path is null ? null : new StreamWriter(path);
    private readonly List<RunEvent> _trialsAndNotes = [];
    private readonly Dictionary<string, RunEvent> _latestByType = [];
    private readonly List<Channel<RunEvent>> _readers = [];
    private IOException? _failure;
    private long _nextId = firstId;
    private bool _isClosed;

    public bool IsRead
    {
        get
        {
            lock (_gate)
                return _file is not null || _readers.Count > 0;
        }
    }

    /// <summary>Publishes an event. The description of a run begins a new history.</summary>
    public void Publish<T>(string type, T data, JsonTypeInfo<T> typeInfo)
    {
        var json = JsonSerializer.Serialize(data, typeInfo);
        lock (_gate)
        {
            var published = new RunEvent(_nextId++, type, json);
            TryWrite(file => file.WriteLine($"{{\"id\":{published.Id},\"type\":\"{type}\",\"data\":{json}}}"));
            if (type is RunEvent.HeaderType)
            {
                _trialsAndNotes.Clear();
                _latestByType.Clear();
            }

            if (type is RunEvent.TrialType or RunEvent.AnnotationType)
                _trialsAndNotes.Add(published);
            else if (type is not RunEvent.LoadStateType)
                _latestByType[type] = published;
            foreach (var reader in _readers.Where(reader => !reader.Writer.TryWrite(published)))
                reader.Writer.TryComplete();
        }
    }

    public IReadOnlyList<RunEvent> GetHistory()
    {
        lock (_gate)
            return [.. _trialsAndNotes.Concat(_latestByType.Values).OrderBy(published => published.Id)];
    }

    /// <summary>Reads the history and then the events as they come, with a sign of life while there are none.</summary>
    public async IAsyncEnumerable<SseItem<string>> ReadAsync(
        TimeSpan keepAliveInterval, TimeProvider time, [EnumeratorCancellation] CancellationToken stop)
    {
        var channel = Channel.CreateBounded<RunEvent>(Capacity);
        IReadOnlyList<RunEvent> history;
        lock (_gate)
        {
            history = GetHistory();
            _readers.Add(channel);
            if (_isClosed)
                channel.Writer.TryComplete();
        }

        try
        {
            foreach (var published in history)
                yield return Format(published);
            while (true)
            {
                var more = channel.Reader.WaitToReadAsync(stop).AsTask();
                while (!more.IsCompleted)
                {
                    await ((Task)more).WaitAsync(keepAliveInterval, time, CancellationToken.None)
                        .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                    if (!more.IsCompleted)
                        yield return new SseItem<string>("{}", RunEvent.KeepAliveType);
                }

                if (!await more)
                    yield break;
                while (channel.Reader.TryRead(out var published))
                    yield return Format(published);
            }
        }
        finally
        {
            lock (_gate)
                _readers.Remove(channel);
        }
    }

    public void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
            foreach (var reader in _readers)
                reader.Writer.TryComplete();
        }
    }

    /// <summary>Writes to the file what has been published so far. A stage goes on after a proof.</summary>
    /// <exception cref="IOException">The file is not complete.</exception>
    public void CompleteFile()
    {
        TryWrite(file => file.Flush());
        if (_failure is not null)
            throw new IOException($"--events: {_failure.Message}", _failure);
    }

    public void Dispose() => TryWrite(file => file.Dispose());

    // Events come from threads on which nothing awaits the exception, and the run is worth more than its recording, so
    // the first failure is kept until the end.
    private void TryWrite(Action<StreamWriter> write)
    {
        if (_file is null || _failure is not null)
            return;
        try
        {
            write(_file);
        }
        catch (IOException e)
        {
            _failure = e;
        }
    }

    private static SseItem<string> Format(RunEvent published) =>
        new(published.Json, published.Type) { EventId = $"{published.Id}" };
}
