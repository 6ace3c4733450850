using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>
/// Draws the traces of the slowest requests: a line for each span, below its parent, with a bar that shows when it ran.
/// </summary>
internal sealed class WaterfallView(ConsoleView console, int width)
{
    private const int MaxSpans = 20;
    private const int MaxNameWidth = 56;
    private const int MinBarWidth = 10;
    private const int MaxBarWidth = 60;

    /// <summary>Draws the traces.</summary>
    public ConsoleView Draw(IReadOnlyList<TraceResult> traces)
    {
        console.AddLine("  the slowest requests", ConsoleStyles.Dimmed);
        foreach (var trace in traces)
        {
            console.AddLine(
                $"  {FormatNumber(trace.LatencyMs)} ms  {trace.Request}  {trace.Outcome}  trace {trace.TraceId}");
            DrawSpans(trace);
            console.AddLine();
        }

        return console;
    }

    private void DrawSpans(TraceResult trace)
    {
        if (trace.Spans.Count is 0)
        {
            console.AddLine("    no spans were received", ConsoleStyles.Dimmed);
            return;
        }

        var lines = trace.Spans.Select(span => (Span: span, Name: FormatName(span))).ToArray();
        var end = trace.Spans.Max(span => span.StartMs + span.DurationMs);
        var nameWidth = Math.Min(MaxNameWidth, lines.Max(line => line.Name.Length));
        var barWidth = Math.Clamp(width - nameWidth - 18, MinBarWidth, MaxBarWidth);
        foreach (var (span, name) in lines.Take(MaxSpans))
        {
            console.Add($"    {(name.Length > nameWidth ? $"{name[..(nameWidth - 1)]}…" : name.PadRight(nameWidth))} ")
                .Add(DrawBar(span, end, barWidth))
                .AddLine($" {FormatNumber(span.DurationMs),6} ms");
        }

        if (lines.Length + trace.OmittedSpans - MaxSpans is > 0 and var more)
            console.AddLine($"    … {more} more", ConsoleStyles.Dimmed);
    }

    private static string FormatName(TraceResult.Span span) =>
        $"{new string(' ', 2 * span.Depth)}{span.Service} {span.Name}";

    private static string DrawBar(TraceResult.Span span, double end, int width)
    {
        var scale = end > 0 ? width / end : 0;
        var from = Math.Clamp((int)(span.StartMs * scale), 0, width - 1);
        var to = Math.Clamp((int)Math.Ceiling((span.StartMs + span.DurationMs) * scale), from + 1, width);
        return $"{new string('·', from)}{new string('█', to - from)}{new string('·', width - to)}";
    }
}
