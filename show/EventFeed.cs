using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;

namespace TwoTier.Show;

/// <summary>
/// Keeps the events of the latest run for the pages. A page gets the events since the last one that it has, if they
/// are among the last 1,000 of the run. Any other page gets the description of the run and its history: all events
/// except those that a later event replaces.
/// </summary>
internal sealed class EventFeed(TimeSpan keepAliveInterval, TimeProvider time)
{
    /// <summary>The number of events that are kept for pages that reconnect.</summary>
    public const int Capacity = 1000;

    private readonly Lock _gate = new();
    private readonly Queue<RunEvent> _recentEvents = [];
    private readonly List<RunEvent> _trials = [];
    private readonly Dictionary<string, RunEvent> _latestByType = [];
    private TaskCompletionSource _moreEventsSignal = CreateSignal();
    private RunEvent? _header;
    private long _nextId = time.GetUtcNow().ToUnixTimeMilliseconds();

    /// <summary>Whether the load tool left before the end of its run. The pages then say so.</summary>
    public bool IsLost { get; set; }

    /// <summary>Forgets the run before, and begins another one.</summary>
    public void BeginRun(string header)
    {
        lock (_gate)
        {
            _recentEvents.Clear();
            _trials.Clear();
            _latestByType.Clear();
            _header = new RunEvent(_nextId++, RunEvent.HeaderType, header);
            _recentEvents.Enqueue(_header);
            SignalMoreEvents();
        }
    }

    /// <summary>Changes the description of the run, which pages that come later receive.</summary>
    public void ChangeHeader(string header)
    {
        lock (_gate)
            _header = _header! with { Json = header };
    }

    /// <summary>Publishes an event of the run to all pages.</summary>
    public void Publish(string type, string json)
    {
        lock (_gate)
        {
            var published = new RunEvent(_nextId++, type, json);
            _recentEvents.Enqueue(published);
            if (_recentEvents.Count > Capacity)
                _recentEvents.Dequeue();
            if (type is RunEvent.TrialType)
                _trials.Add(published);
            else if (type is not RunEvent.LoadStateType)
                _latestByType[type] = published;
            SignalMoreEvents();
        }
    }

    /// <summary>Returns the events for a page that has received the event with an id; -1 for a new page.</summary>
    public (IReadOnlyList<RunEvent> Events, long LastId, Task More) GetEventsAfter(long id)
    {
        lock (_gate)
        {
            var oldest = _recentEvents.TryPeek(out var first) ? first.Id : _nextId;
            var isKnown = _header is null || (id >= oldest - 1 && id < _nextId);
            var events = isKnown
                ? _recentEvents.Where(published => published.Id > id)
                : _trials.Concat(_latestByType.Values).OrderBy(published => published.Id).Prepend(_header!);
            return ([.. events], _nextId - 1, _moreEventsSignal.Task);
        }
    }

    /// <summary>
    /// Reads the events for a page as they come, with a sign of life while there are none. When this program ends, the
    /// page gets the last of them.
    /// </summary>
    public async IAsyncEnumerable<SseItem<string>> ReadAsync(
        long lastId, [EnumeratorCancellation] CancellationToken stop)
    {
        while (true)
        {
            var isLast = stop.IsCancellationRequested;
            (var events, lastId, var more) = GetEventsAfter(lastId);
            foreach (var published in events)
                yield return new SseItem<string>(published.Json, published.Type) { EventId = $"{published.Id}" };
            if (isLast)
                yield break;
            await more.WaitAsync(keepAliveInterval, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (!more.IsCompleted && !IsLost && !stop.IsCancellationRequested)
                yield return new SseItem<string>("{}", RunEvent.KeepAliveType);
        }
    }

    private static TaskCompletionSource CreateSignal() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private void SignalMoreEvents()
    {
        _moreEventsSignal.TrySetResult();
        _moreEventsSignal = CreateSignal();
    }
}
