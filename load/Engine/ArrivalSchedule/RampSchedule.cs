namespace Load.Engine.ArrivalSchedule;

/// <summary>An arrival rate that changes linearly, or is constant if both ends are equal.</summary>
/// <param name="from">The rate at the start, in requests per second.</param>
/// <param name="to">The rate at the end, in requests per second.</param>
/// <param name="duration">The duration.</param>
internal sealed class RampSchedule(double from, double to, TimeSpan duration) : Schedule
{
    private readonly double _slope = (to - from) / duration.TotalSeconds;

    public override TimeSpan Duration => duration;

    public override double ExpectedCount => (from + to) / 2 * duration.TotalSeconds;

    public override Schedule WithDuration(TimeSpan duration) => new RampSchedule(from, to, duration);

    // The root of from·t + slope·t²/2 = request, in the form that stays exact when the slope is close to zero.
    public override TimeSpan GetDueTime(double request) => request <= 0
        ? TimeSpan.Zero
        : TimeSpan.FromSeconds(2 * request / (from + Math.Sqrt(Math.Max(0, from * from + 2 * _slope * request))));
}
