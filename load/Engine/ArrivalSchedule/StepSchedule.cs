namespace Load.Engine.ArrivalSchedule;

/// <summary>One schedule after the other, all of one length.</summary>
internal sealed class StepSchedule(IReadOnlyList<Schedule> parts) : Schedule
{
    public override TimeSpan Duration => TimeSpan.FromTicks(parts.Sum(part => part.Duration.Ticks));

    public override double Expected => parts.Sum(part => part.Expected);

    public override IReadOnlyList<double?>? Steps => [.. parts.Select(part => (double?)part.Rate)];

    public override TimeSpan DueAt(double request)
    {
        var start = TimeSpan.Zero;
        foreach (var part in parts.SkipLast(1))
        {
            if (request < part.Expected)
                return start + part.DueAt(request);
            request -= part.Expected;
            start += part.Duration;
        }

        return start + parts[^1].DueAt(request);
    }
}
