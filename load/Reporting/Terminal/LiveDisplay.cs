using Load.Comparing;
using static Load.Reporting.Figures;

namespace Load.Reporting.Terminal;

/// <summary>
/// Shows a comparison's progress: redrawn twice a second, or one plain line a round where nobody watches.
/// </summary>
internal sealed class LiveDisplay(
    ComparisonPlan plan, ComparisonProgress progress, Screen screen, TimeProvider time, int cores)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(500);

    /// <summary>Shows until the work is done, and gives its result.</summary>
    public Task<T> DuringAsync<T>(Func<Task<T>> work) => screen.IsLive ? RedrawAsync(work) : LinesAsync(work);

    private async Task<T> RedrawAsync<T>(Func<Task<T>> work)
    {
        var started = time.GetTimestamp();
        var view = new LiveSheet(plan, progress, cores);
        var running = Task.Run(work);
        await screen.LiveAsync(() => view.Draw(screen.NewSheet(), time.GetElapsedTime(started)), async redraw =>
        {
            while (!running.IsCompleted)
            {
                await Task.WhenAny(running, Task.Delay(Interval, time));
                redraw();
            }
        });
        return await running;
    }

    private Task<T> LinesAsync<T>(Func<Task<T>> work)
    {
        progress.RoundDone += round => screen.Line(
            $"round {round} of {plan.Rounds}   "
            + string.Join(" · ", progress.Slices
                .Where(slice => slice.Round == round)
                .OrderBy(slice => slice.Variant)
                .Select(slice => $"{plan.Turns[slice.Variant].Name} {Figure(slice.Throughput)}"))
            + "   req/s");
        return work();
    }
}
