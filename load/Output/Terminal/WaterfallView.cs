using Load.Terminal;
using Load.Tracing;
using static Load.Units.SignificantDigits;

namespace Load.Output.Terminal;

/// <summary>
/// Draws the traces of the slowest requests: a line for each span, below its parent, with a bar that shows when it ran.
/// </summary>
/// <param name="console">The console.</param>
/// <param name="width">The width of the console in columns.</param>
internal sealed class WaterfallView(ConsoleView console, int width)
{
    private const int MaxSpans = 20;
    private const int MaxNameWidth = 56;
    private const int MinBarWidth = 10;
    private const int MaxBarWidth = 60;
    private const double NanosecondsPerMillisecond = 1e6;

    /// <summary>Draws the traces.</summary>
    /// <param name="traces">The requests with their spans, the slowest first.</param>
    public ConsoleView Draw(IReadOnlyList<(TracedRequest Request, IReadOnlyList<Span> Spans)> traces)
    {
        console.AddLine();
        foreach (var (request, spans) in traces)
        {
            console.AddLine(
                $"  {FormatNumber(request.Latency.TotalMilliseconds)} ms  {request.Request}  {request.Outcome}  "
                + $"trace {request.TraceId}");
            DrawSpans(spans);
            console.AddLine();
        }

        return console;
    }

    /// <summary>Sorts the spans of a trace: each below its parent, and those of one parent by their start.</summary>
    /// <returns>The spans with their depth. A span whose parent is unknown has depth 0.</returns>
    internal static IEnumerable<(Span Span, int Depth)> Sort(IReadOnlyList<Span> spans)
    {
        var ids = spans.Select(span => span.Id).ToHashSet();
        var children = spans.ToLookup(span => ids.Contains(span.ParentId) ? span.ParentId : "");
        var visited = new HashSet<Span>(ReferenceEqualityComparer.Instance);
        return Descend("", 0);

        IEnumerable<(Span Span, int Depth)> Descend(string parent, int depth) =>
            children[parent].OrderBy(span => span.StartNs).Where(visited.Add)
                .SelectMany(span => Descend(span.Id, depth + 1).Prepend((span, depth)));
    }

    private void DrawSpans(IReadOnlyList<Span> spans)
    {
        if (spans.Count is 0)
        {
            console.AddLine("    no spans were received", ConsoleStyles.Dimmed);
            return;
        }

        var lines = Sort(spans).Select(line => (line.Span, Name: FormatName(line.Span, line.Depth))).ToArray();
        var (start, end) = (spans.Min(span => span.StartNs), spans.Max(span => span.EndNs));
        var nameWidth = Math.Min(MaxNameWidth, lines.Max(line => line.Name.Length));
        var barWidth = Math.Clamp(width - nameWidth - 18, MinBarWidth, MaxBarWidth);
        foreach (var (span, name) in lines.Take(MaxSpans))
        {
            console.Add($"    {(name.Length > nameWidth ? $"{name[..(nameWidth - 1)]}…" : name.PadRight(nameWidth))} ")
                .Add(DrawBar(span, start, end, barWidth))
                .AddLine($" {FormatNumber((span.EndNs - span.StartNs) / NanosecondsPerMillisecond),6} ms");
        }

        if (lines.Length > MaxSpans)
            console.AddLine($"    … {lines.Length - MaxSpans} more", ConsoleStyles.Dimmed);
    }

    private static string FormatName(Span span, int depth) => $"{new string(' ', 2 * depth)}{span.Service} {span.Name}";

    private static string DrawBar(Span span, long start, long end, int width)
    {
        var scale = width / (double)Math.Max(1, end - start);
        var from = Math.Clamp((int)((span.StartNs - start) * scale), 0, width - 1);
        var to = Math.Clamp((int)Math.Ceiling((span.EndNs - start) * scale), from + 1, width);
        return $"{new string('·', from)}{new string('█', to - from)}{new string('·', width - to)}";
    }
}
