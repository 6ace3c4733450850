namespace TwoTier.Load.Cli.Config.Readers;

/// <summary>Reads from the options when requests are sent: one stage of load, or several in sequence.</summary>
internal sealed class LoadProfileReader(OptionValues options, int seed)
{
    private const double SecondsPerCentury = 3.2e9;
    private static readonly TimeSpan DefaultDuration = TimeSpan.FromSeconds(10);
    private readonly DiagnosticList _diagnostics = options.Diagnostics;

    public IReadOnlyList<Stage> ReadStages() => options.IsGiven(LoadProfileKeys.Phases)
        ? [.. options.GetItems(LoadProfileKeys.Phases).Select(ReadStage)]
        : [new Stage(null, ReadProfile(options))];

    /// <summary>Reads from the options the limits beyond which a result is invalid.</summary>
    public RunLimits ReadLimits() => new(
        options.GetValue(RunKeys.MinSentShare)!.Value,
        options.GetValue(RunKeys.MaxLateness)!.Value,
        options.GetValue(RunKeys.MaxErrors)!.Value,
        options.GetValue(RunKeys.MaxOtherCpu)!.Value)
    {
        ExpectedErrors = options.IsGiven(RunKeys.ExpectErrors) ? options.GetValue(RunKeys.ExpectErrors)! : [],
    };

    private Stage ReadStage(OptionValues phase)
    {
        MutuallyExclusiveKeys.CheckCombinations(phase);
        var name = phase.IsGiven(LoadProfileKeys.Name) ? phase.GetValue(LoadProfileKeys.Name) : null;
        return new Stage(name, ReadProfile(phase));
    }

    private LoadProfile ReadProfile(OptionValues phase)
    {
        RejectKeysWithoutEffect(phase);
        var streams = options.GetValue(ConnectionKeys.Streams);
        if (phase.GetValue(LoadProfileKeys.Burst) is { Length: > 0 } sizes)
            return new BurstProfile(sizes, phase.GetValue(LoadProfileKeys.ColdConnections)) { Streams = streams };
        var connections = phase.GetValue(LoadProfileKeys.Connections);
        if (ReadSchedule(phase) is not var (schedule, text))
        {
            var thinkTime = phase.GetValue(LoadProfileKeys.ThinkTime)!.Value;
            return new ClosedLoopProfile(connections, ReadStopCondition(phase), thinkTime) { Streams = streams };
        }

        var isPoisson = phase.GetValue(LoadProfileKeys.PoissonArrivals);
        return new OpenLoopProfile(
            connections,
            isPoisson ? new PoissonSchedule(schedule, seed) : schedule,
            text + (isPoisson ? ", Poisson" : ""),
            phase.GetValue(LoadProfileKeys.MaxBacklog))
        { Streams = streams };
    }

    private static (RequestSchedule Schedule, string Text)? ReadSchedule(OptionValues phase)
    {
        var duration = phase.GetValue(LoadProfileKeys.Duration)?.Value ?? DefaultDuration;
        if (phase.GetValue(LoadProfileKeys.Rate) is { } rate)
        {
            var seconds = Math.Min(phase.GetValue(LoadProfileKeys.Count) / rate.PerSecond ?? 0, SecondsPerCentury);
            var length = seconds > 0 ? TimeSpan.FromSeconds(seconds) : duration;
            return (new RampSchedule(rate.PerSecond, rate.PerSecond, length), rate.Text);
        }

        if (phase.GetValue(LoadProfileKeys.Ramp) is { } ramp)
            return (new RampSchedule(ramp.From.PerSecond, ramp.To.PerSecond, duration), ramp.ToString());
        if (phase.GetValue(LoadProfileKeys.Steps) is not { Length: > 0 } rates)
            return null;
        var step = phase.GetValue(LoadProfileKeys.StepDuration)!.Value;
        var schedule = new StepSchedule([.. rates.Select(one => new RampSchedule(one.PerSecond, one.PerSecond, step))]);
        return (schedule, string.Join(", ", rates.Select(one => one.Text)));
    }

    private static StopCondition ReadStopCondition(OptionValues phase) =>
        phase.GetValue(LoadProfileKeys.Count) is { } count
            ? StopCondition.AfterRequests(count)
            : StopCondition.AfterDuration(phase.GetValue(LoadProfileKeys.Duration)?.Value ?? DefaultDuration);

    private void RejectKeysWithoutEffect(OptionValues phase)
    {
        var isOpenLoop = LoadProfileKeys.LoadModelKeys.Any(
            model => model != LoadProfileKeys.Burst && phase.IsGiven(model));
        if (phase.IsGiven(LoadProfileKeys.PoissonArrivals) && !isOpenLoop && !phase.IsGiven(LoadProfileKeys.Burst))
        {
            _diagnostics.Add(
                phase.GetLocation(LoadProfileKeys.PoissonArrivals),
                $"{phase.GetDisplayName(LoadProfileKeys.PoissonArrivals)} needs a rate",
                "--rate 1000/s --poisson");
        }

        if (phase.IsGiven(LoadProfileKeys.ColdConnections) && !phase.IsGiven(LoadProfileKeys.Burst))
        {
            _diagnostics.Add(
                phase.GetLocation(LoadProfileKeys.ColdConnections),
                $"{phase.GetDisplayName(LoadProfileKeys.ColdConnections)} needs a burst",
                "--burst 100 --cold");
        }

        if (phase.IsGiven(LoadProfileKeys.ThinkTime) && isOpenLoop)
        {
            _diagnostics.Add(
                phase.GetLocation(LoadProfileKeys.ThinkTime),
                $"{phase.GetDisplayName(LoadProfileKeys.ThinkTime)} has no effect in an open loop, "
                + "where the rate determines when requests are sent",
                "either a think time or a rate");
        }
    }
}
