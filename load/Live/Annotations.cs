using Load.Results;
using Load.Units;

namespace Load.Live;

/// <summary>What somebody wrote beside a run while it ran.</summary>
internal sealed class Annotations(EventFeed feed, LiveReporter commentary, TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly List<(DateTimeOffset At, string Text)> _all = [];
    private bool _isClosed;

    /// <returns>False where the result has been made.</returns>
    public bool TryAdd(string text)
    {
        lock (_gate)
        {
            if (_isClosed)
                return false;
            _all.Add((time.GetUtcNow(), text));
            feed.Publish(LiveEvent.Mark, new MarkEvent(commentary.ElapsedSeconds, text), LiveJson.Default.MarkEvent);
            return true;
        }
    }

    /// <summary>There will be no more.</summary>
    /// <param name="since">The result's zero; a note made while it warmed up is before it.</param>
    public IReadOnlyList<Mark> Close(DateTimeOffset since)
    {
        lock (_gate)
        {
            _isClosed = true;
            return [.. _all.Select(note => new Mark(SignificantDigits.RoundToFiveDigits((note.At - since).TotalSeconds), note.Text))];
        }
    }
}
