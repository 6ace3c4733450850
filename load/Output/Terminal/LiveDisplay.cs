using Load.Terminal;

namespace Load.Output.Terminal;

/// <summary>Shows something while it is under way: redrawn in place twice a second where somebody watches.</summary>
internal sealed class LiveDisplay(Screen screen, TimeProvider time)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(500);

    /// <summary>Shows until the work is done, and gives its result.</summary>
    /// <param name="draw">What it looks like, after so much time.</param>
    /// <param name="work">What is shown.</param>
    public async Task<T> DuringAsync<T>(Func<TimeSpan, ConsoleView> draw, Func<Task<T>> work)
    {
        if (!screen.IsLive)
            return await work();
        var started = time.GetTimestamp();
        var running = Task.Run(work);
        await screen.LiveAsync(() => draw(time.GetElapsedTime(started)), async redraw =>
        {
            while (!running.IsCompleted)
            {
                await Task.WhenAny(running, Task.Delay(Interval, time));
                redraw();
            }
        });
        return await running;
    }
}
