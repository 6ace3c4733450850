namespace TwoTier.Load.Cli.Events;

/// <summary>Records the events of a run in a file, as one line of JSON each, so that the run can be played.</summary>
internal sealed class EventRecording(string path) : IDisposable
{
    private readonly StreamWriter _file = new(path);
    private IOException? _failure;

    /// <summary>
    /// Records an event. Events come from threads on which nothing awaits the exception, and the run is worth more than
    /// its recording, so the first failure is kept until the end.
    /// </summary>
    public void Write(RunEvent published)
    {
        if (_failure is not null)
            return;
        try
        {
            _file.WriteLine($"{{\"id\":{published.Id},\"type\":\"{published.Type}\",\"data\":{published.Json}}}");
        }
        catch (IOException e)
        {
            _failure = e;
        }
    }

    /// <summary>Writes the end of the file.</summary>
    /// <exception cref="IOException">The recording is not complete.</exception>
    public void Complete()
    {
        Dispose();
        if (_failure is not null)
            throw new IOException($"--record: {_failure.Message}", _failure);
    }

    public void Dispose()
    {
        try
        {
            _file.Dispose();
        }
        catch (IOException e)
        {
            _failure ??= e;
        }
    }
}
