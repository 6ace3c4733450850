namespace TwoTier.Load.Events;

/// <summary>
/// Writes the events of a run, a line of JSON each, on a thread of its own: a slow reader of standard output delays
/// nothing that is measured. The run is worth more than its events, so the first failure is kept until the end.
/// </summary>
internal sealed class EventWriter : IDisposable
{
    /// <summary>The number of events by which a reader may lag.</summary>
    public const int Capacity = 1000;

    private static readonly TimeSpan LongestWaitForReader = TimeSpan.FromSeconds(2);

    private readonly Lock _gate = new();
    private readonly BlockingCollection<string> _lines = new(Capacity);
    private readonly Thread _thread;
    private string? _failure;

    public EventWriter(TextWriter output, bool closesOutput = false)
    {
        _thread = new Thread(() => WriteLines(output, closesOutput)) { IsBackground = true };
        _thread.Start();
    }

    /// <summary>Creates a file that others may read, or delete, while it is written.</summary>
    public static EventWriter Create(string path)
    {
        var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
        return new EventWriter(new StreamWriter(file) { AutoFlush = true }, closesOutput: true);
    }

    public bool HasFailed => Volatile.Read(ref _failure) is not null;

    public void Publish(ResultLine line)
    {
        var json = JsonSerializer.Serialize(line, ResultWriterJson.Default.ResultLine);
        lock (_gate)
        {
            if (!HasFailed && !_lines.IsAddingCompleted && !_lines.TryAdd(json))
                Fail($"the program that reads the events is more than {Capacity} events behind");
        }
    }

    /// <summary>Waits until the last event is written, for at most 2 s.</summary>
    /// <exception cref="IOException">An event could not be written.</exception>
    public void Complete()
    {
        Close();
        if (_failure is { } failure)
            throw new IOException($"--events: {failure}");
    }

    public void Dispose() => Close();

    private void Close()
    {
        lock (_gate)
            _lines.CompleteAdding();
        if (!HasFailed && !_thread.Join(LongestWaitForReader))
            Fail("no program reads the events");
    }

    private void WriteLines(TextWriter output, bool closesOutput)
    {
        try
        {
            foreach (var line in _lines.GetConsumingEnumerable())
                output.WriteLine(line);
            if (closesOutput)
                output.Dispose();
        }
        catch (IOException e)
        {
            Fail(e.Message);
        }
    }

    private void Fail(string failure) => Interlocked.CompareExchange(ref _failure, failure, null);
}
