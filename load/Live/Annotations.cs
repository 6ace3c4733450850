using Load.Results;
using Load.Units;

namespace Load.Live;

/// <summary>The notes that users of the live page add during a run.</summary>
internal sealed class Annotations(EventFeed feed, LiveReporter reporter, TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly List<(DateTimeOffset Time, string Text)> _notes = [];
    private bool _isClosed;

    /// <summary>Adds a note and publishes it.</summary>
    /// <returns>False if the result has already been built.</returns>
    public bool TryAdd(string text)
    {
        lock (_gate)
        {
            if (_isClosed)
                return false;
            _notes.Add((time.GetUtcNow(), text));
            feed.Publish(LiveEvent.Mark, new MarkEvent(reporter.ElapsedSeconds, text), LiveJson.Default.MarkEvent);
            return true;
        }
    }

    /// <summary>Returns all notes, and accepts no more of them.</summary>
    /// <param name="started">
    /// The start of the result. Notes that were added before it, during the warm-up, get negative times.
    /// </param>
    public IReadOnlyList<Mark> Close(DateTimeOffset started)
    {
        lock (_gate)
        {
            _isClosed = true;
            return
            [
                .. _notes.Select(note => new Mark(
                    SignificantDigits.RoundToFiveDigits((note.Time - started).TotalSeconds), note.Text)),
            ];
        }
    }
}
