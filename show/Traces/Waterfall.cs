using System.Globalization;
using System.Text;

namespace TwoTier.Show.Traces;

/// <summary>
/// Draws the traces of the slowest requests: a line for each span, below its parent, with a bar that shows when it ran.
/// </summary>
internal static class Waterfall
{
    private const int MaxSpans = 20;
    private const int MaxNameWidth = 56;
    private const int MinBarWidth = 10;
    private const int MaxBarWidth = 60;
    private const double NanosecondsPerMillisecond = 1e6;

    /// <summary>Draws the traces on a terminal of a width in characters.</summary>
    public static string Draw(IReadOnlyList<(SlowRequest Request, IReadOnlyList<Span> Spans)> traces, int width)
    {
        var text = new StringBuilder("  the slowest requests\n");
        foreach (var (request, spans) in traces)
        {
            text.Append(
                $"  {FormatMilliseconds(request.LatencyMs)}  {request.Request}  {request.Outcome}  "
                + $"trace {request.TraceId}\n");
            text.Append(spans.Count == 0 ? "    no spans were received\n" : DrawSpans(spans, width)).Append('\n');
        }

        // The names come from the services, and a terminal would obey control characters in them.
        return string.Concat(text.ToString().Select(c => char.IsControl(c) && c != '\n' ? '·' : c));
    }

    /// <summary>Sorts the spans of a trace: each below its parent, and those of one parent by their start.</summary>
    public static IEnumerable<(Span Span, int Depth)> Sort(IReadOnlyList<Span> spans)
    {
        var ids = spans.Select(span => span.Id).ToHashSet();
        var children = spans.ToLookup(span => ids.Contains(span.ParentId) ? span.ParentId : "");
        var visited = new HashSet<Span>(ReferenceEqualityComparer.Instance);
        return Descend("", 0);

        IEnumerable<(Span Span, int Depth)> Descend(string parent, int depth) =>
            children[parent].OrderBy(span => span.StartNs).Where(visited.Add)
                .SelectMany(span => Descend(span.Id, depth + 1).Prepend((span, depth)));
    }

    private static string DrawSpans(IReadOnlyList<Span> spans, int width)
    {
        var lines = Sort(spans)
            .Select(line => (line.Span, Name: $"{new string(' ', 2 * line.Depth)}{line.Span.Service} {line.Span.Name}"))
            .Take(MaxSpans)
            .ToArray();
        var (start, end) = (spans.Min(span => span.StartNs), spans.Max(span => span.EndNs));
        var nameWidth = Math.Min(MaxNameWidth, lines.Max(line => line.Name.Length));
        var barWidth = Math.Clamp(width - nameWidth - 18, MinBarWidth, MaxBarWidth);
        var scale = end > start ? barWidth / (double)(end - start) : 0;
        var text = new StringBuilder();
        foreach (var (span, name) in lines)
        {
            var from = Math.Clamp((int)((span.StartNs - start) * scale), 0, barWidth - 1);
            var to = Math.Clamp((int)Math.Ceiling((span.EndNs - start) * scale), from + 1, barWidth);
            var duration = FormatMilliseconds((span.EndNs - span.StartNs) / NanosecondsPerMillisecond);
            text.Append(CultureInfo.InvariantCulture, $"    {Shorten(name, nameWidth)} {new string('·', from)}")
                .Append('█', to - from).Append('·', barWidth - to)
                .Append(CultureInfo.InvariantCulture, $" {duration,9}\n");
        }

        if (spans.Count > MaxSpans)
            text.Append(CultureInfo.InvariantCulture, $"    … {spans.Count - MaxSpans} more\n");
        return text.ToString();
    }

    private static string Shorten(string name, int width) =>
        name.Length > width ? $"{name[..(width - 1)]}…" : name.PadRight(width);

    private static string FormatMilliseconds(double ms) =>
        ms.ToString(ms >= 100 ? "0" : ms >= 10 ? "0.0" : ms >= 1 ? "0.00" : "0.000", CultureInfo.InvariantCulture) + " ms";
}
