using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace TwoTier.Load.Cli.Live;

/// <summary>
/// Keeps the events for the live pages. A page that reconnects gets the events it missed if they are among the last
/// 1,000. Any other page gets the history: all events except those that a later event replaces.
/// </summary>
internal sealed class EventFeed(long firstId, EventRecording? recording = null)
{
    /// <summary>The number of events that are kept for pages that reconnect.</summary>
    public const int Capacity = 1000;

    private readonly Lock _gate = new();
    private readonly Queue<LiveEvent> _eventsForReconnects = [];
    private readonly List<LiveEvent> _historyEvents = [];
    private readonly Dictionary<string, LiveEvent> _latestByType = [];
    private TaskCompletionSource _moreEventsSignal = CreateSignal();
    private long _nextId = firstId;
    private long _firstIdOfRun = firstId;
    private bool _isClosed;

    /// <summary>Publishes an event to all live pages.</summary>
    public void Publish<T>(string type, T data, JsonTypeInfo<T> typeInfo)
    {
        var json = JsonSerializer.Serialize(data, typeInfo);
        lock (_gate)
        {
            var published = new LiveEvent(_nextId++, type, json);
            recording?.Write(published);
            _eventsForReconnects.Enqueue(published);
            if (_eventsForReconnects.Count > Capacity)
                _eventsForReconnects.Dequeue();
            if (type is LiveEvent.TrialType or LiveEvent.AnnotationType)
                _historyEvents.Add(published);
            else if (type is not LiveEvent.LoadStateType)
                _latestByType[type] = published;
            SignalMoreEvents();
        }
    }

    /// <summary>Forgets the history of the run before, because the pages show another run from now on.</summary>
    public void BeginRun()
    {
        lock (_gate)
        {
            _historyEvents.Clear();
            _latestByType.Clear();
            _firstIdOfRun = _nextId;
        }
    }

    /// <summary>Whether a page that has received an event lacks only later events of the same run.</summary>
    public bool CanResumeAfter(long id)
    {
        lock (_gate)
            return id >= _firstIdOfRun && GetEventsAfter(id).Events is not null;
    }

    /// <summary>Ends the feed: no more events will be published.</summary>
    public void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
            SignalMoreEvents();
        }
    }

    /// <summary>
    /// Returns the events for all trials and notes, and the latest event of each other type: phase, standing, validity
    /// and end.
    /// </summary>
    public (IReadOnlyList<LiveEvent> Events, long LastId) GetHistory()
    {
        lock (_gate)
        {
            var events = _historyEvents.Concat(_latestByType.Values).OrderBy(published => published.Id);
            return ([.. events], _nextId - 1);
        }
    }

    /// <summary>Returns the events after the event with the given id.</summary>
    /// <returns>
    /// The events, or null if some of them are no longer kept or if the id is not of this run; and a task that
    /// completes when there are more events, or null if the feed has ended.
    /// </returns>
    public (IReadOnlyList<LiveEvent>? Events, Task? More) GetEventsAfter(long id)
    {
        lock (_gate)
        {
            var first = _eventsForReconnects.TryPeek(out var oldest) ? oldest.Id : _nextId;
            var isKnown = id >= first - 1 && id < _nextId;
            return (
                isKnown ? [.. _eventsForReconnects.Where(published => published.Id > id)] : null,
                _isClosed ? null : _moreEventsSignal.Task);
        }
    }

    private static TaskCompletionSource CreateSignal() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private void SignalMoreEvents()
    {
        _moreEventsSignal.TrySetResult();
        _moreEventsSignal = CreateSignal();
    }
}
