using static TwoTier.Load.Units.SignificantDigits;

namespace TwoTier.Load.Reports.Terminal;

/// <summary>
/// Draws why requests got no complete response: each kind of transport error, its causes, and what to do about it.
/// </summary>
internal sealed class FailuresView(VariantResult run, MeasuredValueStyles styles, ConsoleView console)
{
    private const int TextWidth = 60;

    /// <summary>Draws the transport errors of a run.</summary>
    public void Draw()
    {
        console.Add("  transport errors  ", ConsoleStyles.Dimmed)
            .AddLine(run.TransportErrors.Count == 0 ? "none" : "", ConsoleStyles.Dimmed);
        foreach (var (kind, count) in run.TransportErrors)
            DrawFailureKind(kind, count, run.Failures?.FirstOrDefault(failure => failure.Kind == kind));
        DrawCount(run.Resent, "requests sent again by the HTTP client; the target may have processed them twice");
        DrawCount(
            run.UnexpectedBytes, "connections closed by the client: the server sent bytes that belong to no response");
        DrawCount(run.Unfinished, "requests had no answer when the run was stopped and are not counted");
        console.AddLine();
    }

    private void DrawFailureKind(string kind, long count, FailureResult? failure)
    {
        console.AddLine($"    ✗ {kind} {FormatCount(count)}", ConsoleStyles.FailedCheck);
        foreach (var message in failure?.Messages ?? [])
            DrawWrapped($"{FormatCount(message.Count),12}   ", message.Text);
        if (failure is not null)
            DrawWrapped("         try   ", failure.Advice);
    }

    private void DrawWrapped(string start, string text)
    {
        foreach (var (i, line) in TextLines.Wrap(text, TextWidth).Index())
        {
            console.Add(i == 0 ? start : new string(' ', start.Length), ConsoleStyles.Dimmed)
                .AddLine(line, styles.OrdinaryValue);
        }
    }

    private void DrawCount(long? count, string text)
    {
        if (count > 0)
            console.AddLine($"    ▲ {FormatCount(count.Value)} {text}", ConsoleStyles.SlowerVariant);
    }
}
