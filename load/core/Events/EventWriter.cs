namespace TwoTier.Load.Events;

/// <summary>
/// Writes events, a line of JSON each, on a thread of its own: a slow reader of standard output delays nothing that is
/// measured. The run is worth more than its events, so a failure is kept until the end, and ends the events alone.
/// </summary>
internal sealed class EventWriter : IDisposable
{
    private static readonly TimeSpan LongestWaitForReader = TimeSpan.FromSeconds(2);

    private readonly ManualResetEvent _end = new(initialState: false);
    private readonly Thread _thread;
    private string? _failure;

    /// <summary>Starts to write what is taken every quarter of a second.</summary>
    public EventWriter(TextWriter output, Func<IReadOnlyList<ResultLine>> take)
    {
        _thread = new Thread(() => Write(output, take)) { IsBackground = true };
        _thread.Start();
    }

    /// <summary>Creates a file that others may read, or delete, while it is written.</summary>
    public static TextWriter CreateFile(string path) => new StreamWriter(
        new FileStream(
            path, FileMode.Create, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0))
    {
        AutoFlush = true,
    };

    /// <summary>Waits until the last event is written, for at most 2 s.</summary>
    /// <returns>Why an event could not be written; null if all were.</returns>
    public string? Complete()
    {
        _end.Set();
        if (_failure is null && !_thread.Join(LongestWaitForReader))
            _failure = "no program reads the events";
        return _failure;
    }

    public void Dispose() => _end.Dispose();

    private void Write(TextWriter output, Func<IReadOnlyList<ResultLine>> take)
    {
        try
        {
            for (var isLast = false; !isLast;)
            {
                isLast = _end.WaitOne(EventPublisher.Interval);
                foreach (var line in take())
                    output.WriteLine(JsonSerializer.Serialize(line, ResultWriterJson.Default.ResultLine));
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            _failure = e.Message;
        }
    }
}
