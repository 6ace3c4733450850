using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;

namespace TwoTier.Show;

/// <summary>
/// Keeps the lines of the latest run for the pages. A page gets the lines since the last one that it has, if they are
/// among the last 1,000 of the run. Any other page gets the plan of the run and its history: all lines except those
/// that a later line replaces.
/// </summary>
internal sealed class EventFeed(TimeSpan keepAliveInterval, TimeProvider time)
{
    /// <summary>The number of lines that are kept for pages that reconnect.</summary>
    public const int Capacity = 1000;

    /// <summary>The kinds of lines in a run that pages understand.</summary>
    public static readonly IReadOnlyList<string> Kinds =
        [LoadState, "turn", "sample", "part", "standings", "validity", "end", "show"];

    // The samples and parts of a run add up. The load is only of the moment.
    private static readonly string[] Lasting = ["sample", "part"];
    private const string LoadState = "load";

    // Far more than a comparison of an hour writes.
    private const int MostCharacters = 4 * EventLines.MostCharacters;

    private readonly Lock _gate = new();
    private readonly LineQueue _recent = new(Capacity, MostCharacters);
    private readonly LineQueue _lasting = new(int.MaxValue, MostCharacters);
    private readonly Dictionary<string, PublishedLine> _latestByKind = [];
    private TaskCompletionSource _moreSignal = CreateSignal();
    private PublishedLine? _plan;
    private long _nextId = time.GetUtcNow().ToUnixTimeMilliseconds();

    /// <summary>Whether the load tool left before the end of its run. The pages then say so.</summary>
    public bool IsLost { get; set; }

    /// <summary>Forgets the run before, and begins another one.</summary>
    public void BeginRun(string plan)
    {
        lock (_gate)
        {
            _recent.Clear();
            _lasting.Clear();
            _latestByKind.Clear();
            _plan = new PublishedLine(_nextId++, plan);
            _recent.Add(_plan);
            SignalMore();
        }
    }

    /// <summary>Publishes a line of the run to all pages.</summary>
    public void Publish(string kind, string line)
    {
        lock (_gate)
        {
            var published = new PublishedLine(_nextId++, line);
            _recent.Add(published);
            if (Lasting.Contains(kind))
                _lasting.Add(published);
            else if (kind is not LoadState)
                _latestByKind[kind] = published;
            SignalMore();
        }
    }

    /// <summary>Returns the lines for a page that has received the line with an id; -1 for a new page.</summary>
    public (IReadOnlyList<PublishedLine> Lines, long LastId, Task More) GetLinesAfter(long id)
    {
        lock (_gate)
        {
            var oldest = _recent.Lines.TryPeek(out var first) ? first.Id : _nextId;
            var isKnown = _plan is null || (id >= oldest - 1 && id < _nextId);
            var lines = isKnown
                ? _recent.Lines.Where(published => published.Id > id)
                : _lasting.Lines.Concat(_latestByKind.Values).OrderBy(published => published.Id).Prepend(_plan!);
            return ([.. lines], _nextId - 1, _moreSignal.Task);
        }
    }

    /// <summary>
    /// Reads the lines for a page as they come, with a sign of life while there are none. When this program ends, the
    /// page gets the last of them.
    /// </summary>
    public async IAsyncEnumerable<SseItem<string>> ReadAsync(
        long lastId, [EnumeratorCancellation] CancellationToken stop)
    {
        while (true)
        {
            var isLast = stop.IsCancellationRequested;
            (var lines, lastId, var more) = GetLinesAfter(lastId);
            foreach (var published in lines)
                yield return new SseItem<string>(published.Line) { EventId = $"{published.Id}" };
            if (isLast)
                yield break;
            await more.WaitAsync(keepAliveInterval, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (!more.IsCompleted && !IsLost && !stop.IsCancellationRequested)
                yield return new SseItem<string>("{}");
        }
    }

    private static TaskCompletionSource CreateSignal() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private void SignalMore()
    {
        _moreSignal.TrySetResult();
        _moreSignal = CreateSignal();
    }
}

/// <summary>A line of the events of a run, as the load tool wrote it.</summary>
internal sealed record PublishedLine(long Id, string Line);

/// <summary>The latest lines, so many as a number of them and of characters allow, but at least one.</summary>
internal sealed class LineQueue(int mostLines, int mostCharacters)
{
    private int _characters;

    public Queue<PublishedLine> Lines { get; } = [];

    public void Add(PublishedLine line)
    {
        Lines.Enqueue(line);
        _characters += line.Line.Length;
        while (Lines.Count > 1 && (Lines.Count > mostLines || _characters > mostCharacters))
            _characters -= Lines.Dequeue().Line.Length;
    }

    public void Clear()
    {
        Lines.Clear();
        _characters = 0;
    }
}
