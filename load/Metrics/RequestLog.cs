using System.Collections.Concurrent;
using System.Globalization;
using System.Text;
using Load.Diagnostics;
using Load.Http;
using Load.Http.ResponseChecks;

namespace Load.Metrics;

/// <summary>
/// Every request as a line of tab-separated values, in the order of their starts. A worker only puts 48 bytes into a
/// queue; sorting, text and disk come after the last reply. So a log costs 48 MB of memory for each million requests,
/// and parameters are not kept but made again from the request's index.
/// </summary>
internal sealed class RequestLog : IDisposable
{
    private readonly ConcurrentQueue<Entry> _entries = [];
    private readonly StreamWriter _file;
    private readonly TimeProvider _time;
    private readonly DateTimeOffset _opened;
    private readonly long _openedAt;
    private (long Number, string Text) _second;

    /// <summary>Opens the file now, so that a path that cannot be is known before anything is sent.</summary>
    /// <exception cref="UserErrorException">It cannot be written.</exception>
    public RequestLog(string path, TimeProvider time)
    {
        (_time, _opened, _openedAt) = (time, time.GetUtcNow(), time.GetTimestamp());
        try
        {
            _file = new StreamWriter(path, append: false, new UTF8Encoding(false));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UserErrorException($"--log error cannot write to {path}: {e.Message}");
        }
    }

    public void RecordReply(long index, long sent, long received, Reply reply) =>
        _entries.Enqueue(new Entry(index, sent, received, reply.Status, reply.Outcome, reply.Bytes));

    public void RecordFailure(long index, long sent, long ended, TransportError kind) =>
        _entries.Enqueue(new Entry(index, sent, ended, -1 - (int)kind, ResponseOutcome.Expected, 0));

    /// <summary>Writes what was recorded; the target gives the parameters.</summary>
    public async Task WriteAsync(RequestMix requests)
    {
        string[] kind = requests.Kinds.Count > 1 ? ["request"] : [];
        string[] header = ["start", "index", "status", "ms", "bytes", .. kind, .. requests.ParameterNames.Select(Escape)];
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
        var planned = requests.GetRequest(entry.Index);
        var took = _time.GetElapsedTime(entry.Sent, entry.Ended);
        var start = (_opened + _time.GetElapsedTime(_openedAt, entry.Sent)).UtcDateTime;
        line.Append(FormatSecond(start))
            .Append(CultureInfo.InvariantCulture, $".{start.Ticks % TimeSpan.TicksPerSecond / 10:D6}Z\t{entry.Index}\t")
            .Append(FormatStatus(entry))
            .Append(CultureInfo.InvariantCulture, $"\t{took.TotalMilliseconds:F4}\t{entry.Bytes}");
        if (requests.Kinds.Count > 1)
            line.Append('\t').Append(Escape(planned.Kind.Name));
        foreach (var value in requests.GetValues(planned))
            line.Append('\t').Append(Escape(value ?? ""));
        line.Append('\n');
    }

    // Thousands of lines share it.
    private string FormatSecond(DateTime at)
    {
        if (at.Ticks / TimeSpan.TicksPerSecond != _second.Number)
            _second = (at.Ticks / TimeSpan.TicksPerSecond, at.ToString("s", CultureInfo.InvariantCulture));
        return _second.Text;
    }

    private static string FormatStatus(Entry entry) =>
        entry.Status < 0 ? ((TransportError)(-1 - entry.Status)).GetName()
        : entry.Outcome == ResponseOutcome.CheckFailed ? $"{entry.Status} check failed"
        : entry.Status.ToString(CultureInfo.InvariantCulture);

    // One line a request, one column a value, whatever is in it.
    private static string Escape(string text) => !text.AsSpan().ContainsAny("\\\t\n\r") ? text : text
        .Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("\t", "\\t", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal)
        .Replace("\r", "\\r", StringComparison.Ordinal);

    // A status below zero is a transport error.
    private readonly record struct Entry(long Index, long Sent, long Ended, int Status, ResponseOutcome Outcome, long Bytes)
        : IComparable<Entry>
    {
        public int CompareTo(Entry other) =>
            Sent == other.Sent ? Index.CompareTo(other.Index) : Sent.CompareTo(other.Sent);
    }
}
