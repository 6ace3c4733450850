namespace TwoTier.Load.Cli.Live;

/// <summary>Collects the notes that users of the live page add during a run.</summary>
internal sealed class Annotations(EventFeed feed, LiveReporter reporter, TimeProvider time)
{
    private readonly Lock _gate = new();
    private readonly List<(DateTimeOffset Time, string Text)> _notes = [];
    private bool _isClosed;

    /// <summary>Adds a note, and publishes it to the live pages.</summary>
    public bool TryAdd(string text)
    {
        lock (_gate)
        {
            if (_isClosed)
                return false;
            _notes.Add((time.GetUtcNow(), text));
            feed.Publish(
            LiveEvent.AnnotationType,
            new AnnotationEvent(reporter.ElapsedSeconds, text),
            LiveJson.Default.AnnotationEvent);
            return true;
        }
    }

    /// <summary>Returns all notes. No more notes are accepted afterwards.</summary>
    public IReadOnlyList<Result.Annotation> Close(DateTimeOffset started)
    {
        lock (_gate)
        {
            _isClosed = true;
            return
            [
                .. _notes.Select(note => new Result.Annotation(
                    SignificantDigits.RoundToFiveDigits((note.Time - started).TotalSeconds), note.Text)),
            ];
        }
    }
}
