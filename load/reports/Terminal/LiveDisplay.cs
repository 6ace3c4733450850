namespace TwoTier.Load.Reports.Terminal;

/// <summary>
/// Shows the progress of an operation. On an interactive terminal, the progress is redrawn twice a second.
/// </summary>
internal sealed class LiveDisplay(TerminalScreen screen, TimeProvider time)
{
    private static readonly TimeSpan RedrawInterval = TimeSpan.FromMilliseconds(500);

    /// <summary>Shows the progress until the operation has ended, and returns the result of the operation.</summary>
    public async Task<T> ShowWhileAsync<T>(Func<TimeSpan, Document> describe, Func<Task<T>> operation)
    {
        if (!screen.IsLive)
            return await operation();
        var started = time.GetTimestamp();
        var running = Task.Run(operation);
        await screen.RedrawAsync(() => screen.Draw(describe(time.GetElapsedTime(started))), async redraw =>
        {
            while (!running.IsCompleted)
            {
                await Task.WhenAny(running, Task.Delay(RedrawInterval, time));
                redraw();
            }
        });
        return await running;
    }
}
