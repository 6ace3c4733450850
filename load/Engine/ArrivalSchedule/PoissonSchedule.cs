namespace Load.Engine.ArrivalSchedule;

/// <summary>
/// As many requests as another schedule, at the moments of a Poisson process with its rate: what independent users do.
/// The same seed gives the same moments.
/// </summary>
internal sealed class PoissonSchedule(Schedule mean, int seed) : Schedule
{
    public override TimeSpan Duration => mean.Duration;

    public override double Expected => mean.Expected;

    public override IReadOnlyList<double?>? Steps => mean.Steps;

    public override TimeSpan DueAt(double request) => mean.DueAt(request);

    public override Schedule For(TimeSpan length) => new PoissonSchedule(mean.For(length), seed);

    // A Poisson process whose count is known is that many uniform values in ascending order; each follows from the
    // one before it, so none is kept.
    public override IEnumerable<TimeSpan> Times()
    {
        var random = new Random(seed);
        var left = 1.0;
        for (var i = Count; i > 0; i--)
        {
            left *= Math.Pow(1 - random.NextDouble(), 1.0 / i);
            yield return mean.DueAt((1 - left) * Expected);
        }
    }
}
