using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Load.Live;

/// <summary>
/// What the pages are told. One that comes back gets what it has missed, as far as the last 1,000 events reach; one that is
/// new, or has been away for longer, gets the story: what cannot be told from later events.
/// </summary>
/// <param name="firstId">Higher than any of an earlier run, whose page may still be open and ask for what came after.</param>
internal sealed class EventFeed(long firstId)
{
    public const int Capacity = 1000;

    private readonly Lock _gate = new();
    private readonly Queue<LiveEvent> _last = [];
    private readonly List<LiveEvent> _forever = [];
    private readonly Dictionary<string, LiveEvent> _newest = [];
    private TaskCompletionSource _more = NewSignal();
    private long _id = firstId;
    private bool _isClosed;

    public void Publish<T>(string type, T data, JsonTypeInfo<T> how)
    {
        var json = JsonSerializer.Serialize(data, how);
        lock (_gate)
        {
            var told = new LiveEvent(_id++, type, json);
            _last.Enqueue(told);
            if (_last.Count > Capacity)
                _last.Dequeue();
            if (type is LiveEvent.Trial or LiveEvent.Mark)
                _forever.Add(told);
            else if (type is not LiveEvent.Tick)
                _newest[type] = told;
            Signal();
        }
    }

    /// <summary>Nothing more will come.</summary>
    public void Close()
    {
        lock (_gate)
        {
            _isClosed = true;
            Signal();
        }
    }

    /// <summary>All slices and marks, the present phase and validity, the end.</summary>
    /// <returns>And the id after which what is new follows.</returns>
    public (IReadOnlyList<LiveEvent> Events, long Id) GetHistory()
    {
        lock (_gate)
            return ([.. _forever.Concat(_newest.Values).OrderBy(told => told.Id)], _id - 1);
    }

    /// <returns>
    /// What came after the one of that id, and a task that ends when there is more; null where some of them are kept no more,
    /// or the id is none of this run's; and null where nothing more will come.
    /// </returns>
    public (IReadOnlyList<LiveEvent>? Events, Task? More) GetEventsAfter(long id)
    {
        lock (_gate)
        {
            var first = _last.TryPeek(out var oldest) ? oldest.Id : _id;
            var isKnown = id >= first - 1 && id < _id;
            return (isKnown ? [.. _last.Where(told => told.Id > id)] : null, _isClosed ? null : _more.Task);
        }
    }

    private static TaskCompletionSource NewSignal() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private void Signal()
    {
        _more.TrySetResult();
        _more = NewSignal();
    }
}
