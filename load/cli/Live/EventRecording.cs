using System.Text.Json;

namespace TwoTier.Load.Cli.Live;

/// <summary>
/// Records the events of the live page beside the result, as one line of JSON each, so that the run can be played.
/// </summary>
internal sealed class EventRecording : IDisposable
{
    private readonly string _temporaryPath;
    private readonly StreamWriter _file;
    private IOException? _failure;

    /// <summary>Starts the recording in a temporary file.</summary>
    public EventRecording(string folder, long runId)
    {
        Directory.CreateDirectory(folder);
        _temporaryPath = Path.Combine(folder, $".{runId}{RecordingFiles.Extension}");
        _file = new StreamWriter(_temporaryPath);
    }

    /// <summary>Records the description of the run, which comes before all events.</summary>
    public void WriteHeader(RunHeader header) =>
        Write(0, LiveEvent.HeaderType, JsonSerializer.Serialize(header, LiveJson.Default.RunHeader));

    /// <summary>Records an event.</summary>
    public void Write(LiveEvent published) => Write(published.Id, published.Type, published.Json);

    /// <summary>Ends the recording, and moves it to the result that it belongs to.</summary>
    public async Task KeepAsync(string resultPath)
    {
        try
        {
            await _file.DisposeAsync();
        }
        catch (IOException e)
        {
            _failure ??= e;
        }

        if (_failure is not null)
            throw new IOException($"--record: {_failure.Message}", _failure);
        File.Move(_temporaryPath, RecordingFiles.GetPath(resultPath));
        await RecordingFiles.WritePageAsync(resultPath);
    }

    /// <summary>Deletes a recording that belongs to no result.</summary>
    public void Dispose()
    {
        try
        {
            _file.Dispose();
        }
        catch (IOException)
        {
            // The end of the recording could not be written, but the recording is deleted anyway.
        }

        File.Delete(_temporaryPath);
    }

    // Events come from threads on which nothing awaits the exception, and the run is worth more than its recording. The
    // first failure is therefore kept until the end.
    private void Write(long id, string type, string json)
    {
        if (_failure is not null)
            return;
        try
        {
            _file.WriteLine($"{{\"id\":{id},\"type\":\"{type}\",\"data\":{json}}}");
        }
        catch (IOException e)
        {
            _failure = e;
        }
    }
}
