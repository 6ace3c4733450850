namespace TwoTier.Load.Scenarios;

internal sealed class LoadProfileReader(Scenario scenario)
{
    private const double SecondsPerCentury = 3.2e9;
    private static readonly TimeSpan DefaultDuration = TimeSpan.FromSeconds(10);

    // If several load tools send parts of one load, each part has different random arrival times. With the same times,
    // all tools would send their requests simultaneously.
    private readonly int _seed = scenario.Seed + (scenario.Part?.Number - 1 ?? 0);
    private readonly int _streams = scenario.Client.Streams;

    public IReadOnlyList<Stage> ReadStages()
    {
        if (scenario.Phases.Count > 0)
            return [.. scenario.Phases.Select(phase => new Stage(phase.Name, ReadProfile(phase)))];

        // A step is held if hardly anything fails, and such a run is as planned only if something does.
        if (scenario.Load.Rate is { IsSteps: true } && scenario.Limits.Run.ExpectedErrors.Count > 0)
            throw scenario.CreateError(
                "limit", "a run that is meant to show errors needs a single rate", "--rate 100/s");
        return [new Stage(null, ReadProfile(scenario.Load))];
    }

    private LoadProfile ReadProfile(LoadSettings phase)
    {
        RejectKeysWithoutEffect(phase);
        if (phase.Burst is { } burst)
            return new BurstProfile(burst.Sizes, burst.IsCold) { Streams = _streams };
        var connections = phase.Connections ?? scenario.Load.Connections
            ?? (phase.Rate is null ? ClosedLoopProfile.DefaultConnections : OpenLoopProfile.DefaultConnections);
        if (phase.Rate is not { } rate)
        {
            var stop = phase.Count is { } count
                ? StopCondition.AfterRequests(count)
                : StopCondition.AfterDuration(phase.Duration ?? DefaultDuration);
            var delay = phase.Delay ?? scenario.Load.Delay ?? TimeSpan.Zero;
            return new ClosedLoopProfile(connections, stop, delay) { Streams = _streams };
        }

        var schedule = CreateSchedule(rate, phase);
        var isPoisson = phase.Poisson ?? scenario.Load.Poisson ?? false;
        return new OpenLoopProfile(
            connections,
            isPoisson ? new PoissonSchedule(schedule, _seed) : schedule,
            $"{rate}{(isPoisson ? ", Poisson" : "")}",
            scenario.Limits.MaxBacklog)
        { Streams = _streams };
    }

    private static RequestSchedule CreateSchedule(ArrivalRates rate, LoadSettings phase)
    {
        var first = rate.Rates[0].PerSecond;
        var seconds = Math.Min(phase.Count / first ?? 0, SecondsPerCentury);
        var length = seconds > 0 ? TimeSpan.FromSeconds(seconds) : phase.Duration ?? DefaultDuration;
        return rate.IsSteps
            ? new StepSchedule([.. rate.Rates.Select(one => new RampSchedule(one.PerSecond, one.PerSecond, length))])
            : new RampSchedule(first, rate.Rates[^1].PerSecond, length);
    }

    private void RejectKeysWithoutEffect(LoadSettings phase)
    {
        Reject("count", phase is { Count: not null, Rate.Rates.Count: > 1 },
            "cannot be combined with several rates", "--duration 10s");
        Reject("count", phase is { Count: not null, Duration: not null },
            "cannot be combined with a duration", "one of them");
        Reject("burst", phase.Burst is not null && (phase.Rate ?? (object?)phase.Count ?? phase.Duration) is not null,
            "cannot be combined with a rate, a count or a duration", "a phase that has only the bursts");
        Reject("poisson", phase is { Poisson: true, Rate: null, Burst: null },
            "needs a rate", "--rate 1000/s --poisson");
        Reject("delay", phase is { Delay: not null, Rate: not null },
            "has no effect in an open loop, where the rate determines when requests are sent",
            "either a think time or a rate");

        void Reject(string key, bool isWrong, string problem, string suggestion)
        {
            if (isWrong)
                throw scenario.CreateError(key, $"{scenario.GetDisplayName(key)} {problem}", suggestion).At(phase.Place);
        }
    }
}
