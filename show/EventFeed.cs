using System.Net.ServerSentEvents;
using System.Runtime.CompilerServices;

namespace TwoTier.Show;

/// <summary>
/// Keeps the lines of the latest run for the pages: of a very long run all but the earliest of those that show the load
/// of a moment. A page gets the lines since the last one that it has.
/// </summary>
internal sealed class EventFeed(TimeSpan keepAliveInterval, TimeProvider time)
{
    /// <summary>The kinds of lines in a run that pages understand.</summary>
    public static readonly IReadOnlyList<string> Kinds =
        [LoadState, "turn", "sample", "standings", "validity", "end", "show"];

    /// <summary>More than a run of half an hour writes.</summary>
    public const int MostCharacters = 4_000_000;

    private const string LoadState = "load";

    private readonly Lock _gate = new();
    private readonly List<PublishedLine> _lines = [];
    private TaskCompletionSource _moreSignal = CreateSignal();
    private int _characters;

    // Pages of an earlier process have lower ids.
    private long _nextId = time.GetUtcNow().ToUnixTimeMilliseconds();

    /// <summary>Whether the load tool left before the end of its run. The pages then say so.</summary>
    public bool IsLost { get; set; }

    /// <summary>Forgets the run before, and begins another one.</summary>
    public void BeginRun(string plan)
    {
        lock (_gate)
        {
            _lines.Clear();
            _characters = 0;
            Publish("plan", plan);
        }
    }

    /// <summary>Publishes a line of the run to all pages.</summary>
    public void Publish(string kind, string line)
    {
        lock (_gate)
        {
            _lines.Add(new PublishedLine(_nextId++, kind, line));
            _characters += line.Length;
            while (_characters > MostCharacters && _lines.Count > 2)
            {
                var least = Math.Max(1, _lines.FindIndex(published => published.Kind is LoadState));
                _characters -= _lines[least].Line.Length;
                _lines.RemoveAt(least);
            }

            _moreSignal.TrySetResult();
            _moreSignal = CreateSignal();
        }
    }

    /// <summary>Returns the lines for a page that has received the line with an id; -1 for a new page.</summary>
    public (IReadOnlyList<PublishedLine> Lines, long LastId, Task More) GetLinesAfter(long id)
    {
        lock (_gate)
            return ([.. _lines.Where(published => published.Id > id)], _nextId - 1, _moreSignal.Task);
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
}

/// <summary>A line of the events of a run, as the load tool wrote it.</summary>
internal sealed record PublishedLine(long Id, string Kind, string Line);
