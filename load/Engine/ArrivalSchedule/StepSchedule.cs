namespace Load.Engine.ArrivalSchedule;

/// <summary>One schedule after the other, all of one length.</summary>
internal sealed class StepSchedule(IReadOnlyList<Schedule> parts) : Schedule
{
    public override TimeSpan Duration => TimeSpan.FromTicks(parts.Sum(part => part.Duration.Ticks));

    public override double ExpectedCount => parts.Sum(part => part.ExpectedCount);

    public override IReadOnlyList<double?>? StepRates => [.. parts.Select(part => (double?)part.MeanRate)];

    public override TimeSpan GetDueTime(double request)
    {
        var start = TimeSpan.Zero;
        foreach (var part in parts.SkipLast(1))
        {
            if (request < part.ExpectedCount)
                return start + part.GetDueTime(request);
            request -= part.ExpectedCount;
            start += part.Duration;
        }

        return start + parts[^1].GetDueTime(request);
    }
}
