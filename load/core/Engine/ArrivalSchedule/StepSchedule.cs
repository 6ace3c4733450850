namespace TwoTier.Load.Engine.ArrivalSchedule;

/// <summary>A schedule that consists of several schedules of equal duration, one after the other.</summary>
internal sealed class StepSchedule(IReadOnlyList<RequestSchedule> steps) : RequestSchedule
{
    public override TimeSpan Duration => TimeSpan.FromTicks(steps.Sum(step => step.Duration.Ticks));

    public override double ExpectedCount => steps.Sum(step => step.ExpectedCount);

    public override IReadOnlyList<double?>? StepRates => [.. steps.Select(step => (double?)step.MeanRate)];

    public override TimeSpan GetDueTime(double request)
    {
        var start = TimeSpan.Zero;
        foreach (var step in steps.SkipLast(1))
        {
            if (request < step.ExpectedCount)
                return start + step.GetDueTime(request);
            request -= step.ExpectedCount;
            start += step.Duration;
        }

        return start + steps[^1].GetDueTime(request);
    }
}
