using System.Text;
using System.Threading.Channels;

namespace TwoTier.Load.Metrics;

/// <summary>
/// The log of a run: one line of tab-separated values per request, in the order in which the requests ended. The lines
/// are written to disk several times a second while the run goes on, so the log takes a fixed amount of memory and is
/// kept if the process is killed.
/// </summary>
internal sealed class RequestLog : IAsyncDisposable
{
    // The queue takes 5 MB. If the disk is too slow, workers wait for room after their response was measured.
    private const int Capacity = 1 << 16;
    private const int FileBufferBytes = 1 << 16;
    private static readonly TimeSpan WriteInterval = TimeSpan.FromMilliseconds(100);

    private readonly Channel<RequestLogEntry> _entries = Channel.CreateBounded<RequestLogEntry>(
        new BoundedChannelOptions(Capacity) { SingleReader = true });

    private readonly CancellationTokenSource _completed = new();
    private readonly StreamWriter _file;
    private readonly RequestLogFormat _format;
    private readonly TimeProvider _time;
    private readonly Task _writing;

    /// <summary>
    /// Opens the log file, so that a path that cannot be written is reported before any request is sent.
    /// </summary>
    public RequestLog(string path, RequestMix requests, TimeProvider time)
    {
        (_time, _format) = (time, new RequestLogFormat(requests, time));
        try
        {
            _file = new StreamWriter(path, append: false, new UTF8Encoding(false), FileBufferBytes);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UserErrorException($"--log: error: cannot write to {path}: {e.Message}");
        }

        _writing = Task.Run(WriteAsync);
    }

    /// <summary>Adds a request that received a complete response to the log.</summary>
    public ValueTask RecordReplyAsync(
        long index, PlannedRequest request, long sent, long received, CompletedResponse reply) =>
        AddAsync(new RequestLogEntry(index, request, sent, received, reply.Status, reply.Outcome, reply.Bytes));

    /// <summary>Adds a request that ended in a transport error to the log.</summary>
    public ValueTask RecordFailureAsync(
        long index, PlannedRequest request, long sent, long ended, TransportError error) =>
        AddAsync(new RequestLogEntry(index, request, sent, ended, null, ResponseOutcome.Expected, 0)
        {
            Error = error,
        });

    /// <summary>Writes the last lines and closes the file.</summary>
    public async Task CompleteAsync()
    {
        _entries.Writer.TryComplete();
        await _completed.CancelAsync();
        await _writing;
    }

    public async ValueTask DisposeAsync()
    {
        _entries.Writer.TryComplete();
        await _completed.CancelAsync();
        await _writing.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _completed.Dispose();
    }

    // Adds an entry to the queue. The call returns at once unless the queue is full.
    private ValueTask AddAsync(RequestLogEntry entry) =>
        _entries.Writer.TryWrite(entry) ? ValueTask.CompletedTask : _entries.Writer.WriteAsync(entry);

    private async Task WriteAsync()
    {
        try
        {
            await using (_file)
            {
                await _file.WriteLineAsync(_format.Header);
                await _file.FlushAsync();
                await WriteEntriesAsync();
            }
        }
        finally
        {
            // If writing fails, for example because the disk is full, the run goes on. The queue is emptied, so that
            // workers do not wait for room forever.
            while (await _entries.Reader.WaitToReadAsync())
                _entries.Reader.TryRead(out _);
        }
    }

    private async Task WriteEntriesAsync()
    {
        var lines = new StringBuilder();
        while (await _entries.Reader.WaitToReadAsync())
        {
            // It costs less to write all lines of an interval at once than to write each line separately.
            await Task.Delay(WriteInterval, _time, _completed.Token)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            while (_entries.Reader.TryRead(out var entry))
            {
                _format.Append(lines, entry);
                if (lines.Length < FileBufferBytes)
                    continue;
                await _file.WriteAsync(lines);
                lines.Clear();
            }

            await _file.WriteAsync(lines);
            lines.Clear();

            await _file.FlushAsync();
        }
    }
}
