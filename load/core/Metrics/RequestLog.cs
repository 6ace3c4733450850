using System.Collections.Concurrent;
using System.Text;

namespace TwoTier.Load.Metrics;

/// <summary>
/// The log of a run: one line of tab-separated values per request, in the order in which the requests ended. A thread
/// of its own writes the lines to disk several times a second, so that the log takes a fixed amount of memory and is
/// kept if the process is killed. The measurement never waits for the disk: if the disk is too slow, lines are missing,
/// and the last line and the result say how many.
/// </summary>
internal sealed class RequestLog : IAsyncDisposable
{
    // The queue takes at most 20 MB.
    private const int Capacity = 1 << 18;
    private const int FileBufferBytes = 1 << 16;
    private static readonly TimeSpan WriteInterval = TimeSpan.FromMilliseconds(100);

    private readonly BlockingCollection<RequestLogEntry> _entries = new(Capacity);
    private readonly ManualResetEventSlim _completed = new();
    private readonly StreamWriter _file;
    private readonly RequestLogFormat _format;
    private readonly Task _writing;
    private long _missingLines;

    /// <summary>
    /// Opens the log file, so that a path that cannot be written is reported before any request is sent.
    /// </summary>
    public RequestLog(string path, RequestMix requests, TimeProvider time)
    {
        _format = new RequestLogFormat(requests, time);
        try
        {
            _file = new StreamWriter(path, append: false, new UTF8Encoding(false), FileBufferBytes);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UserErrorException($"--log: error: cannot write to {path}: {e.Message}");
        }

        _writing = Task.Factory.StartNew(
            Write, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    /// <summary>The number of requests that are not in the log, because the queue was full.</summary>
    public long MissingLines => Interlocked.Read(ref _missingLines);

    /// <summary>Adds a request that received a complete response to the log.</summary>
    public void RecordReply(long index, PlannedRequest request, long sent, long received, CompletedResponse reply) =>
        Add(new RequestLogEntry(index, request, sent, received, reply.Status, reply.Outcome, reply.Bytes));

    /// <summary>Adds a request that ended in a transport error to the log.</summary>
    public void RecordFailure(long index, PlannedRequest request, long sent, long ended, TransportError error) =>
        Add(new RequestLogEntry(index, request, sent, ended, null, ResponseOutcome.Expected, 0) { Error = error });

    /// <summary>Writes the last lines and closes the file.</summary>
    /// <exception cref="IOException">The file could not be written, for example because the disk is full.</exception>
    public async Task CompleteAsync()
    {
        _completed.Set();
        await _writing;
    }

    public async ValueTask DisposeAsync()
    {
        _completed.Set();
        await _writing.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _completed.Dispose();
        _entries.Dispose();
    }

    private void Add(RequestLogEntry entry)
    {
        if (!_entries.TryAdd(entry))
            Interlocked.Increment(ref _missingLines);
    }

    private void Write()
    {
        using (_file)
        {
            _file.WriteLine(_format.Header);
            var line = new StringBuilder();
            for (var isLast = false; !isLast;)
            {
                // It costs less to write all lines of an interval at once than to write each line separately.
                isLast = _completed.Wait(WriteInterval);
                while (_entries.TryTake(out var entry))
                {
                    _format.Append(line, entry);
                    _file.Write(line);
                    line.Clear();
                }

                _file.Flush();
            }

            if (MissingLines > 0)
                _file.WriteLine($"# incomplete: {MissingLines} lines are missing, because the disk was too slow");
        }
    }
}
