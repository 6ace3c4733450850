namespace Load.Engine.ArrivalSchedule;

/// <summary>
/// As many requests as another schedule, at the moments of a Poisson process with its rate: what independent users do.
/// The same seed gives the same moments.
/// </summary>
internal sealed class PoissonSchedule(Schedule mean, int seed) : Schedule
{
    public override TimeSpan Duration => mean.Duration;

    public override double ExpectedCount => mean.ExpectedCount;

    public override IReadOnlyList<double?>? StepRates => mean.StepRates;

    public override TimeSpan GetDueTime(double request) => mean.GetDueTime(request);

    public override Schedule WithDuration(TimeSpan length) => new PoissonSchedule(mean.WithDuration(length), seed);

    // A Poisson process whose count is known is that many uniform values in ascending order; each follows from the
    // one before it, so none is kept.
    public override IEnumerable<TimeSpan> GetDueTimes()
    {
        var random = new Random(seed);
        var left = 1.0;
        for (var i = Count; i > 0; i--)
        {
            left *= Math.Pow(1 - random.NextDouble(), 1.0 / i);
            yield return mean.GetDueTime((1 - left) * ExpectedCount);
        }
    }
}
