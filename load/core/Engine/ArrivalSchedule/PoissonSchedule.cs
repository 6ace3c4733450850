namespace TwoTier.Load.Engine.ArrivalSchedule;

/// <summary>
/// A schedule with the same number of requests as another schedule, but at the random times of a Poisson process with
/// the same rate, which models independent users. The same seed gives the same times.
/// </summary>
internal sealed class PoissonSchedule(RequestSchedule mean, int seed) : RequestSchedule
{
    public override TimeSpan Duration => mean.Duration;

    public override double ExpectedCount => mean.ExpectedCount;

    public override IReadOnlyList<double?>? StepRates => mean.StepRates;

    public override TimeSpan GetDueTime(double request) => mean.GetDueTime(request);

    public override RequestSchedule WithDuration(TimeSpan duration) =>
        new PoissonSchedule(mean.WithDuration(duration), seed);

    public override RequestSchedule ForRound(int round) =>
        new PoissonSchedule(mean, unchecked(seed * 31 + round));

    // The arrival times of a Poisson process with a known number of arrivals are independent, uniformly distributed
    // values in ascending order. Each value is computed from the previous value, so the values need not be stored.
    public override IEnumerable<TimeSpan> GetDueTimes()
    {
        var random = new Random(seed);
        var remaining = 1.0;
        for (var i = Count; i > 0; i--)
        {
            remaining *= Math.Pow(1 - random.NextDouble(), 1.0 / i);
            yield return mean.GetDueTime((1 - remaining) * ExpectedCount);
        }
    }
}
