namespace TwoTier.Load.Engine.ArrivalSchedule;

/// <summary>
/// A schedule whose arrival rate changes linearly, or is constant if the start and end rates are equal.
/// </summary>
internal sealed class RampSchedule(double from, double to, TimeSpan duration) : RequestSchedule
{
    private readonly double _slope = (to - from) / duration.TotalSeconds;

    public override TimeSpan Duration => duration;

    public override double ExpectedCount => (from + to) / 2 * duration.TotalSeconds;

    // A trial of 50 ms has room for seven and a half requests at 150/s. Eight of them would be 160/s, so the trial
    // lasts for a whole number of requests instead.
    public override RequestSchedule WithDuration(TimeSpan duration)
    {
        var count = Math.Max(1, Math.Round(MeanRate * duration.TotalSeconds));
        return new RampSchedule(from, to, TimeSpan.FromTicks((long)(TimeSpan.TicksPerSecond * count / MeanRate)));
    }

    // Gets the due time t of a request from the equation from·t + slope·t²/2 = request. The form of the solution stays
    // exact when the slope is close to zero.
    public override TimeSpan GetDueTime(double request) => request <= 0
        ? TimeSpan.Zero
        : TimeSpan.FromSeconds(2 * request / (from + Math.Sqrt(Math.Max(0, from * from + 2 * _slope * request))));
}
