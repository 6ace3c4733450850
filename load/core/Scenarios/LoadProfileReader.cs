using TwoTier.Load.Measuring;

namespace TwoTier.Load.Scenarios;

internal sealed class LoadProfileReader(Scenario scenario)
{
    private const double SecondsPerCentury = 3.2e9;
    private static readonly TimeSpan DefaultDuration = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan StandardWarmup = TimeSpan.FromSeconds(2);

    /// <summary>Reads the plan of a run.</summary>
    /// <exception cref="ParseException">The scenario is none, or two keys contradict each other.</exception>
    public RunPlan ReadPlan()
    {
        if (scenario.RatioThresholds.Count > 0)
            throw scenario.CreateError("pass", "only a comparison has ratios such as B/A", "'p99 < 50ms'");
        var isShort = scenario.Count is not null || !scenario.CreateMix().IsSafe;
        return new RunPlan(Read(), scenario.Warmup ?? (isShort ? TimeSpan.Zero : StandardWarmup))
        {
            Processes = scenario.Monitor.Locate(scenario.CreateMix().BaseUrls),
            Limits = scenario.Limits,
            Thresholds = scenario.Thresholds,
        };
    }

    /// <exception cref="ParseException">Two keys contradict each other.</exception>
    public LoadProfile Read()
    {
        // A step is held if hardly anything fails, and such a run is as planned only if something does.
        if (scenario is { Count: not null, Rates.Count: > 1 })
            throw scenario.CreateError("count", "cannot be combined with several rates", "--duration 10s");
        if (scenario is { Delay: not null, Rates: not null })
        {
            throw scenario.CreateError(
                "delay",
                "has no effect in an open loop, where the rate determines when requests are sent",
                "either a think time or a rate");
        }

        if (scenario.Burst is { } burst)
            return new BurstProfile(burst.Sizes, burst.IsCold);
        if (scenario.Rates is { } rates)
        {
            return new OpenLoopProfile(
                scenario.Connections ?? OpenLoopProfile.DefaultConnections,
                CreateSchedule(rates),
                string.Join(", ", rates));
        }

        var stop = scenario.Count is { } count
            ? StopCondition.AfterRequests(count)
            : StopCondition.AfterDuration(scenario.Duration ?? DefaultDuration);
        return new ClosedLoopProfile(
            scenario.Connections ?? ClosedLoopProfile.DefaultConnections, stop, scenario.Delay ?? TimeSpan.Zero);
    }

    private RequestSchedule CreateSchedule(IReadOnlyList<Rate> rates)
    {
        var seconds = Math.Min(scenario.Count / rates[0].PerSecond ?? 0, SecondsPerCentury);
        var length = seconds > 0 ? TimeSpan.FromSeconds(seconds) : scenario.Duration ?? DefaultDuration;
        return new RequestSchedule([.. rates.Select(rate => rate.PerSecond)], length);
    }
}
