namespace TwoTier.Load.Measuring;

internal static class QuietMoment
{
    private const double MaxShare = 0.1;
    private const double MaxShareOfTime = 0.1;
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(500);

    /// <summary>
    /// Waits for at most 10 s, and a tenth of the time limit, and says so. Without a time limit, or if the machine
    /// cannot be read, it does not wait.
    /// </summary>
    public static async Task WaitAsync(
        LoadEnvironment environment, TimeSpan? timeLimit, Action<string> print, CancellationToken stop)
    {
        if (timeLimit is not { } limit)
            return;
        var longest = limit * MaxShareOfTime < LongestWait ? limit * MaxShareOfTime : LongestWait;
        var started = environment.Time.GetTimestamp();
        var isWaiting = false;
        while (environment.Machine.ReadCounters() is { } before)
        {
            await Task.Delay(Period, environment.Time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            var period = environment.Machine.ReadCounters() - before;
            var share = period?.GetShare(period.Busy + period.Stolen) ?? 0;
            if (stop.IsCancellationRequested || share <= MaxShare)
                return;
            if (environment.Time.GetElapsedTime(started) >= longest)
            {
                print($"  busy       {share * 100:0} % of this machine's CPU is in use: the intervals will be wider");
                return;
            }

            if (!isWaiting)
            {
                print($"  waiting    {share * 100:0} % of this machine's CPU is in use: waits until less is used, "
                    + $"{FormatSeconds(longest.TotalSeconds)} at most");
            }

            isWaiting = true;
        }
    }
}
