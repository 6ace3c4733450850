namespace TwoTier.Load.Engine.ArrivalSchedule;

/// <summary>
/// A schedule whose arrival rate changes linearly, or is constant if the start and end rates are equal.
/// </summary>
internal sealed class RampSchedule(double from, double to, TimeSpan duration) : RequestSchedule
{
    private readonly double _slope = (to - from) / duration.TotalSeconds;

    public override TimeSpan Duration => duration;

    public override double ExpectedCount => (from + to) / 2 * duration.TotalSeconds;

    public override RequestSchedule WithDuration(TimeSpan duration) => new RampSchedule(from, to, duration);

    // Gets the due time t of a request from the equation from·t + slope·t²/2 = request. The form of the solution stays
    // exact when the slope is close to zero.
    public override TimeSpan GetDueTime(double request) => request <= 0
        ? TimeSpan.Zero
        : TimeSpan.FromSeconds(2 * request / (from + Math.Sqrt(Math.Max(0, from * from + 2 * _slope * request))));
}
