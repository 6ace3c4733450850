using System.Globalization;
using System.Text;

namespace TwoTier.Load.Metrics;

/// <summary>Formats the lines of a request log.</summary>
internal sealed class RequestLogFormat
{
    private readonly RequestMix _requests;
    private readonly TimeProvider _time;
    private readonly DateTimeOffset _openedTime;
    private readonly long _openedTimestamp;
    private (long Number, string Text) _lastSecond;

    public RequestLogFormat(RequestMix requests, TimeProvider time)
    {
        (_requests, _time) = (requests, time);
        (_openedTime, _openedTimestamp) = (time.GetUtcNow(), time.GetTimestamp());
    }

    /// <summary>The names of the columns, separated by tabs.</summary>
    public string Header
    {
        get
        {
            string[] kind = _requests.Kinds.Count > 1 ? ["request"] : [];
            return string.Join(
                '\t', ["start", "index", "status", "ms", "bytes", .. kind, .. _requests.ParameterNames.Select(Escape)]);
        }
    }

    /// <summary>Appends the line of a request, with its line break.</summary>
    public void Append(StringBuilder line, RequestLogEntry entry)
    {
        var took = _time.GetElapsedTime(entry.Sent, entry.Ended);
        var start = (_openedTime + _time.GetElapsedTime(_openedTimestamp, entry.Sent)).UtcDateTime;
        var microseconds = start.Ticks % TimeSpan.TicksPerSecond / 10;
        line.Append(FormatSecond(start))
            .Append(CultureInfo.InvariantCulture, $".{microseconds:D6}Z\t{entry.Index}\t")
            .Append(CultureInfo.InvariantCulture, $"{entry.Status}")
            .Append(GetOutcome(entry))
            .Append(CultureInfo.InvariantCulture, $"\t{took.TotalMilliseconds:F4}\t{entry.Bytes}");
        if (_requests.Kinds.Count > 1)
            line.Append('\t').Append(Escape(entry.Request.Kind.Name));
        foreach (var value in _requests.GetValues(entry.Request))
            line.Append('\t').Append(Escape(value ?? ""));
        line.Append('\n');
    }

    // The text of a whole second is formatted only once, because thousands of log lines share that text.
    private string FormatSecond(DateTime start)
    {
        if (start.Ticks / TimeSpan.TicksPerSecond != _lastSecond.Number)
            _lastSecond = (start.Ticks / TimeSpan.TicksPerSecond, start.ToString("s", CultureInfo.InvariantCulture));
        return _lastSecond.Text;
    }

    private static string GetOutcome(RequestLogEntry entry) =>
        entry.Error is { } error ? error.GetName()
        : entry.Outcome == ResponseOutcome.CheckFailed ? " check failed"
        : "";

    // Escapes line breaks, tabs and backslashes, so that each request stays on one line and each value in one column.
    private static string Escape(string text) => !text.AsSpan().ContainsAny("\\\t\n\r") ? text : text
        .Replace("\\", "\\\\", StringComparison.Ordinal)
        .Replace("\t", "\\t", StringComparison.Ordinal)
        .Replace("\n", "\\n", StringComparison.Ordinal)
        .Replace("\r", "\\r", StringComparison.Ordinal);
}

/// <summary>A request that has ended, with the values that its line in the log contains.</summary>
internal readonly record struct RequestLogEntry(
    long Index, PlannedRequest Request, long Sent, long Ended, int? Status, ResponseOutcome Outcome, long Bytes)
{
    /// <summary>The reason why there is no complete response; null if there is one.</summary>
    public TransportError? Error { get; init; }
}
