using Spectre.Console.Rendering;
using Extent = Spectre.Console.Rendering.Measurement;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>
/// Leaves out the blanks at the end of each line, with which Spectre.Console fills the columns of a table: they would
/// wrap, below a long command, and nobody wants to copy them.
/// </summary>
internal sealed class TrimmedLines(IRenderable content) : Renderable
{
    protected override Extent Measure(RenderOptions options, int maxWidth) => content.Measure(options, maxWidth);

    protected override IEnumerable<Segment> Render(RenderOptions options, int maxWidth) =>
        Segment.SplitLines(content.Render(options, maxWidth)).SelectMany(line =>
        {
            var end = line.FindLastIndex(segment => !string.IsNullOrWhiteSpace(segment.Text));
            return line.Take(end)
                .Concat(end < 0 ? [] : [new Segment(line[end].Text.TrimEnd(), line[end].Style)])
                .Append(Segment.LineBreak);
        });
}
