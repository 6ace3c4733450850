namespace TwoTier.Load.Cli.Config.Readers;

internal sealed class LoadProfileReader(Scenario scenario)
{
    private const int DefaultConnections = 10;
    private const double SecondsPerCentury = 3.2e9;
    private static readonly TimeSpan DefaultDuration = TimeSpan.FromSeconds(10);

    // If several load tools send parts of one load, each part has different random arrival times. With the same times,
    // all tools would send their requests simultaneously.
    private readonly int _seed = scenario.Run.Seed + (scenario.Run.Part?.Number - 1 ?? 0);
    private readonly int _streams = scenario.Client.Streams;

    public IReadOnlyList<Stage> ReadStages()
    {
        var load = scenario.Load;
        if (load.IsGiven(nameof(load.Phases)))
            return [.. load.Phases.Select(ReadStage)];

        // A step is held if hardly anything fails, and such a run is as planned only if something does.
        if (load.Rate is { IsSteps: true } && scenario.Checks.ExpectedErrors.Count > 0)
        {
            scenario.Checks.AddError(nameof(CheckSettings.Limit), "expected errors need a single rate", "--rate 100/s");
        }

        return [new Stage(null, ReadProfile(load))];
    }

    private Stage ReadStage(PhaseSettings phase)
    {
        ExclusiveKeys.CheckCombinations(phase.Values);
        return new Stage(phase.Name, ReadProfile(phase));
    }

    private LoadProfile ReadProfile(LoadProfileSettings phase)
    {
        RejectKeysWithoutEffect(phase);
        if (phase.Burst is { } burst)
            return new BurstProfile(burst.Sizes, burst.IsCold) { Streams = _streams };
        var connections = phase.Connections ?? DefaultConnections;
        if (phase.Rate is not { } rate)
        {
            var stop = phase.Count is { } count
                ? StopCondition.AfterRequests(count)
                : StopCondition.AfterDuration(phase.Duration ?? DefaultDuration);
            return new ClosedLoopProfile(connections, stop, phase.Delay) { Streams = _streams };
        }

        var schedule = CreateSchedule(rate, phase);
        return new OpenLoopProfile(
            connections,
            phase.Poisson ? new PoissonSchedule(schedule, _seed) : schedule,
            $"{rate}{(phase.Poisson ? ", Poisson" : "")}",
            scenario.Checks.MaxBacklog)
        { Streams = _streams };
    }

    private static RequestSchedule CreateSchedule(ArrivalRates rate, LoadProfileSettings phase)
    {
        var first = rate.Rates[0].PerSecond;
        var seconds = Math.Min(phase.Count / first ?? 0, SecondsPerCentury);
        var length = seconds > 0 ? TimeSpan.FromSeconds(seconds) : phase.Duration ?? DefaultDuration;
        return rate.IsSteps
            ? new StepSchedule([.. rate.Rates.Select(one => new RampSchedule(one.PerSecond, one.PerSecond, length))])
            : new RampSchedule(first, rate.Rates[^1].PerSecond, length);
    }

    private static void RejectKeysWithoutEffect(LoadProfileSettings phase)
    {
        if (phase.Count is not null && phase.Rate is { Rates.Count: > 1 })
        {
            phase.AddError(
                nameof(phase.Count),
                $"{GetName(nameof(phase.Count))} cannot be combined with several rates",
                "--duration 10s");
        }

        if (phase.IsGiven(nameof(phase.Poisson)) && !phase.IsGiven(nameof(phase.Rate)) && phase.Burst is null)
        {
            phase.AddError(
                nameof(phase.Poisson), $"{GetName(nameof(phase.Poisson))} needs a rate", "--rate 1000/s --poisson");
        }

        if (phase.IsGiven(nameof(phase.Delay)) && phase.IsGiven(nameof(phase.Rate)))
        {
            phase.AddError(
                nameof(phase.Delay),
                $"{GetName(nameof(phase.Delay))} has no effect in an open loop, "
                + "where the rate determines when requests are sent",
                "either a think time or a rate");
        }

        string GetName(string property) => phase.Values.GetDisplayName(OptionKey.GetName(property));
    }
}
