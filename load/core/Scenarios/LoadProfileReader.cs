using TwoTier.Load.Measuring;

namespace TwoTier.Load.Scenarios;

internal sealed class LoadProfileReader(Scenario scenario)
{
    private const double SecondsPerCentury = 3.2e9;
    private static readonly TimeSpan DefaultDuration = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan StandardWarmup = TimeSpan.FromSeconds(2);

    private readonly int _streams = scenario.Client.Streams;

    /// <summary>Reads the plan of a run.</summary>
    /// <exception cref="ParseException">The scenario is none, or two keys contradict each other.</exception>
    public RunPlan ReadPlan()
    {
        if (scenario.RatioThresholds.Count > 0)
            throw scenario.CreateError("pass", "only a comparison has ratios such as B/A", "'p99 < 50ms'");
        var isShort = scenario.Count is not null || !scenario.Sent.CreateMix().IsSafe;
        return new RunPlan(Read(), scenario.Warmup ?? (isShort ? TimeSpan.Zero : StandardWarmup))
        {
            Processes = scenario.Monitor.Locate([.. scenario.Sent.Kinds.Select(kind => kind.Parts)]),
            Limits = scenario.Limits.Run,
            Thresholds = scenario.Thresholds,
        };
    }

    /// <exception cref="ParseException">Two keys contradict each other.</exception>
    public LoadProfile Read()
    {
        // A step is held if hardly anything fails, and such a run is as planned only if something does.
        if (scenario is { Rate.IsSteps: true, Limits.Run.ExpectedErrors.Count: > 0 })
            throw CreateError("limit", "a run that is meant to show errors needs a single rate", "--rate 100/s");
        if (scenario is { Count: not null, Rate.Rates.Count: > 1 })
            throw CreateError("count", $"{Name("count")} cannot be combined with several rates", "--duration 10s");
        if (scenario is { Delay: not null, Rate: not null })
        {
            throw CreateError(
                "delay",
                $"{Name("delay")} has no effect in an open loop, where the rate determines when requests are sent",
                "either a think time or a rate");
        }

        if (scenario.Burst is { } burst)
            return new BurstProfile(burst.Sizes, burst.IsCold) { Streams = _streams };
        if (scenario.Rate is { } rate)
        {
            return new OpenLoopProfile(
                scenario.Connections ?? OpenLoopProfile.DefaultConnections,
                CreateSchedule(rate),
                $"{rate}",
                scenario.Limits.MaxBacklog)
            { Streams = _streams };
        }

        var stop = scenario.Count is { } count
            ? StopCondition.AfterRequests(count)
            : StopCondition.AfterDuration(scenario.Duration ?? DefaultDuration);
        return new ClosedLoopProfile(
            scenario.Connections ?? ClosedLoopProfile.DefaultConnections, stop, scenario.Delay ?? TimeSpan.Zero)
        { Streams = _streams };
    }

    private RequestSchedule CreateSchedule(ArrivalRates rate)
    {
        var first = rate.Rates[0].PerSecond;
        var seconds = Math.Min(scenario.Count / first ?? 0, SecondsPerCentury);
        var length = seconds > 0 ? TimeSpan.FromSeconds(seconds) : scenario.Duration ?? DefaultDuration;
        return rate.IsSteps
            ? new StepSchedule([.. rate.Rates.Select(one => new RampSchedule(one.PerSecond, one.PerSecond, length))])
            : new RampSchedule(first, rate.Rates[^1].PerSecond, length);
    }

    private string Name(string key) => scenario.GetDisplayName(key);

    private ParseException CreateError(string key, string problem, string suggestion) =>
        scenario.CreateError(key, problem, suggestion);
}
