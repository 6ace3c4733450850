namespace Load.Engine.ArrivalSchedule;

/// <summary>A rate that changes evenly; or stays, where its ends are equal. In requests per second.</summary>
internal sealed class RampSchedule(double from, double to, TimeSpan duration) : Schedule
{
    private readonly double _slope = (to - from) / duration.TotalSeconds;

    public override TimeSpan Duration => duration;

    public override double ExpectedCount => (from + to) / 2 * duration.TotalSeconds;

    public override Schedule WithDuration(TimeSpan length) => new RampSchedule(from, to, length);

    // The root of from·t + slope·t²/2 = request, in the form that stays exact when the slope is close to zero.
    public override TimeSpan GetDueTime(double request) => request <= 0
        ? TimeSpan.Zero
        : TimeSpan.FromSeconds(2 * request / (from + Math.Sqrt(Math.Max(0, from * from + 2 * _slope * request))));
}
