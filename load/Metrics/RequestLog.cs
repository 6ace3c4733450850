using System.Collections.Concurrent;
using System.Globalization;
using System.Text;
using Load.Diagnostics;
using Load.Http;
using Load.Http.ResponseChecks;

namespace Load.Metrics;

/// <summary>
/// The log of a run: one line of tab-separated values per request, ordered by start time. During the run, logging a
/// request only adds 48 bytes to a queue; sorting, formatting and writing follow after the last response. Parameter
/// values are not stored but computed again from the index of the request.
/// </summary>
internal sealed class RequestLog : IDisposable
{
    private readonly ConcurrentQueue<Entry> _entries = [];
    private readonly StreamWriter _file;
    private readonly TimeProvider _time;
    private readonly DateTimeOffset _opened;
    private readonly long _openedAt;
    private (long Number, string Text) _second;

    /// <summary>
    /// Opens the log file, so that a path that cannot be written is reported before any request is sent.
    /// </summary>
    /// <exception cref="UserErrorException">The log file cannot be written.</exception>
    public RequestLog(string path, TimeProvider time)
    {
        (_time, _opened, _openedAt) = (time, time.GetUtcNow(), time.GetTimestamp());
        try
        {
            _file = new StreamWriter(path, append: false, new UTF8Encoding(false));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UserErrorException($"--log: error: cannot write to {path}: {e.Message}");
        }
    }

    /// <summary>Adds a request that received a complete response to the log.</summary>
    /// <param name="index">The index of the request.</param>
    /// <param name="sent">The timestamp at which the request was sent.</param>
    /// <param name="received">The timestamp at which the last byte of the response arrived.</param>
    /// <param name="reply">The response.</param>
    public void RecordReply(long index, long sent, long received, Reply reply) =>
        _entries.Enqueue(new Entry(index, sent, received, reply.Status, reply.Outcome, reply.Bytes));

    /// <summary>Adds a request that ended in a transport error to the log.</summary>
    /// <param name="index">The index of the request.</param>
    /// <param name="sent">The timestamp at which the request was sent.</param>
    /// <param name="ended">The timestamp at which the request failed.</param>
    /// <param name="error">The kind of transport error.</param>
    public void RecordFailure(long index, long sent, long ended, TransportError error) =>
        _entries.Enqueue(new Entry(index, sent, ended, -1 - (int)error, ResponseOutcome.Expected, 0));

    /// <summary>Writes the log file.</summary>
    /// <param name="requests">
    /// The requests of the run, which recompute the parameter values from each request index.
    /// </param>
    public async Task WriteAsync(RequestMix requests)
    {
        string[] kind = requests.Kinds.Count > 1 ? ["request"] : [];
        string[] header =
            ["start", "index", "status", "ms", "bytes", .. kind, .. requests.ParameterNames.Select(Escape)];
        await _file.WriteLineAsync(string.Join('\t', header));
        var entries = _entries.ToArray();
        Array.Sort(entries);
        var line = new StringBuilder();
        foreach (var entry in entries)
        {
            FormatLine(line.Clear(), entry, requests);
            await _file.WriteAsync(line);
        }

        await _file.FlushAsync();
    }

    public void Dispose() => _file.Dispose();

    private void FormatLine(StringBuilder line, Entry entry, RequestMix requests)
    {
        var request = requests.GetRequest(entry.Index);
        var took = _time.GetElapsedTime(entry.Sent, entry.Ended);
        var start = (_opened + _time.GetElapsedTime(_openedAt, entry.Sent)).UtcDateTime;
        var microseconds = start.Ticks % TimeSpan.TicksPerSecond / 10;
        line.Append(FormatSecond(start))
            .Append(CultureInfo.InvariantCulture, $".{microseconds:D6}Z\t{entry.Index}\t")
            .Append(FormatStatus(entry))
            .Append(CultureInfo.InvariantCulture, $"\t{took.TotalMilliseconds:F4}\t{entry.Bytes}");
        if (requests.Kinds.Count > 1)
            line.Append('\t').Append(Escape(request.Kind.Name));
        foreach (var value in requests.GetValues(request))
            line.Append('\t').Append(Escape(value ?? ""));
        line.Append('\n');
    }

    // The text of a second is formatted only once, because thousands of log lines share it.
    private string FormatSecond(DateTime start)
    {
        if (start.Ticks / TimeSpan.TicksPerSecond != _second.Number)
            _second = (start.Ticks / TimeSpan.TicksPerSecond, start.ToString("s", CultureInfo.InvariantCulture));
        return _second.Text;
    }

    private static string FormatStatus(Entry entry) =>
        entry.Status < 0 ? ((TransportError)(-1 - entry.Status)).GetName()
        : entry.Outcome == ResponseOutcome.CheckFailed ? $"{entry.Status} check failed"
        : entry.Status.ToString(CultureInfo.InvariantCulture);

    // Escapes line breaks, tabs and backslashes, so that each request stays on one line and each value in one column.
    private static string Escape(string text) => !text.AsSpan().ContainsAny("\\\t\n\r") ? text : text
        .Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("\t", "\\t", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal)
        .Replace("\r", "\\r", StringComparison.Ordinal);

    // A status below zero stands for a transport error.
    private readonly record struct Entry(
        long Index, long Sent, long Ended, int Status, ResponseOutcome Outcome, long Bytes) : IComparable<Entry>
    {
        public int CompareTo(Entry other) =>
            Sent == other.Sent ? Index.CompareTo(other.Index) : Sent.CompareTo(other.Sent);
    }
}
