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

    private readonly BlockingCollection<Entry> _entries = new(Capacity);
    private readonly ManualResetEventSlim _completed = new();
    private readonly RequestMix _requests;
    private readonly TimeProvider _time;
    private readonly DateTimeOffset _openedTime;
    private readonly long _openedTimestamp;
    private readonly StreamWriter _file;
    private readonly Task _writing;
    private (long Number, string Text) _lastSecond;
    private long _missingLines;

    /// <summary>
    /// Opens the log file, so that a path that cannot be written is reported before any request is sent.
    /// </summary>
    public RequestLog(string path, RequestMix requests, TimeProvider time)
    {
        (_requests, _time) = (requests, time);
        (_openedTime, _openedTimestamp) = (time.GetUtcNow(), time.GetTimestamp());
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

    public long MissingLines => Interlocked.Read(ref _missingLines);

    public void RecordReply(long index, PlannedRequest request, long sent, long received, CompletedResponse reply) =>
        Add(new Entry(index, request, sent, received, reply.Status, reply.Outcome, reply.Bytes));

    public void RecordFailure(long index, PlannedRequest request, long sent, long ended, TransportError error) =>
        Add(new Entry(index, request, sent, ended, null, ResponseOutcome.Expected, 0) { Error = error });

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

    private void Add(Entry entry)
    {
        if (!_entries.TryAdd(entry))
            Interlocked.Increment(ref _missingLines);
    }

    private void Write()
    {
        using (_file)
        {
            string[] kind = _requests.Kinds.Count > 1 ? ["request"] : [];
            string[] names = ["start", "index", "status", "ms", "bytes", .. kind, .. _requests.ParameterNames];
            _file.WriteLine(string.Join('\t', names.Select(Escape)));
            var line = new StringBuilder();
            for (var isLast = false; !isLast;)
            {
                // It costs less to write all lines of an interval at once than to write each line separately.
                isLast = _completed.Wait(WriteInterval);
                while (_entries.TryTake(out var entry))
                {
                    Append(line, entry);
                    _file.Write(line);
                    line.Clear();
                }

                _file.Flush();
            }

            if (MissingLines > 0)
                _file.WriteLine($"# incomplete: {MissingLines} lines are missing, because the disk was too slow");
        }
    }

    private void Append(StringBuilder line, Entry entry)
    {
        var took = _time.GetElapsedTime(entry.Sent, entry.Ended);
        var start = (_openedTime + _time.GetElapsedTime(_openedTimestamp, entry.Sent)).UtcDateTime;
        var microseconds = start.Ticks % TimeSpan.TicksPerSecond / 10;

        // Thousands of lines have the same whole second.
        if (start.Ticks / TimeSpan.TicksPerSecond != _lastSecond.Number)
            _lastSecond = (start.Ticks / TimeSpan.TicksPerSecond, start.ToString("s", CultureInfo.InvariantCulture));
        line.Append(_lastSecond.Text)
            .Append(CultureInfo.InvariantCulture, $".{microseconds:D6}Z\t{entry.Index}\t")
            .Append(CultureInfo.InvariantCulture, $"{entry.Status}")
            .Append(
                entry.Error is { } error ? error.GetName()
                : entry.Outcome == ResponseOutcome.CheckFailed ? " check failed"
                : "")
            .Append(CultureInfo.InvariantCulture, $"\t{took.TotalMilliseconds:F4}\t{entry.Bytes}");
        if (_requests.Kinds.Count > 1)
            line.Append('\t').Append(Escape(entry.Request.Kind.Name));
        foreach (var value in _requests.GetValues(entry.Request))
            line.Append('\t').Append(Escape(value ?? ""));
        line.Append('\n');
    }

    // Each request stays on one line and each value in one column.
    private static string Escape(string text) => !text.AsSpan().ContainsAny("\\\t\n\r") ? text : text
        .Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("\t", "\\t", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal)
        .Replace("\r", "\\r", StringComparison.Ordinal);

    private readonly record struct Entry(
        long Index, PlannedRequest Request, long Sent, long Ended, int? Status, ResponseOutcome Outcome, long Bytes)
    {
        public TransportError? Error { get; init; }
    }
}
