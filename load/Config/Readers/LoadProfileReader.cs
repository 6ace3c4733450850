using Load.Config.Keys;
using Load.Config.Options;
using Load.Diagnostics;
using Load.Engine;
using Load.Engine.ArrivalSchedule;

namespace Load.Config.Readers;

/// <summary>When to send: one stretch of load, or several in sequence.</summary>
internal sealed class LoadProfileReader(OptionValues values, int seed)
{
    private const double Century = 3.2e9;
    private static readonly TimeSpan StandardDuration = TimeSpan.FromSeconds(10);
    private readonly DiagnosticList _diagnostics = values.Diagnostics;

    public IReadOnlyList<Stage> ReadStages()
    {
        if (!values.Has(LoadProfileKeys.Phases))
            return [new Stage(null, Read(values))];
        return [.. values.GetItems(LoadProfileKeys.Phases).Select(ReadStage)];
    }

    private Stage ReadStage(OptionValues part)
    {
        Exclusions.Check(part);
        return new Stage(part.Has(LoadProfileKeys.Name) ? part.GetValue(LoadProfileKeys.Name) : null, Read(part));
    }

    private LoadProfile Read(OptionValues part)
    {
        RejectKeysWithoutEffect(part);
        if (part.GetValue(LoadProfileKeys.Burst) is { Length: > 0 } sizes)
            return new BurstProfile(sizes);
        var connections = part.GetValue(LoadProfileKeys.Connections);
        if (ReadSchedule(part) is not var (schedule, text))
            return new ClosedLoopProfile(connections, ReadStopCondition(part), part.GetValue(LoadProfileKeys.Delay)!.Value);
        return new OpenLoopProfile(
            connections,
            part.GetValue(LoadProfileKeys.Poisson) ? new PoissonSchedule(schedule, seed) : schedule,
            text + (part.GetValue(LoadProfileKeys.Poisson) ? ", Poisson" : ""),
            part.GetValue(LoadProfileKeys.MaxBacklog));
    }

    private static (Schedule Schedule, string Text)? ReadSchedule(OptionValues part)
    {
        var duration = part.GetValue(LoadProfileKeys.Duration)?.Value ?? StandardDuration;
        if (part.GetValue(LoadProfileKeys.Rate) is { } rate)
        {
            var needed = TimeSpan.FromSeconds(Math.Min(part.GetValue(LoadProfileKeys.Count) / rate.PerSecond ?? 0, Century));
            return (new RampSchedule(rate.PerSecond, rate.PerSecond, needed > TimeSpan.Zero ? needed : duration), rate.Text);
        }

        if (part.GetValue(LoadProfileKeys.Ramp) is { } ramp)
            return (new RampSchedule(ramp.From.PerSecond, ramp.To.PerSecond, duration), ramp.ToString());
        if (part.GetValue(LoadProfileKeys.Steps) is not { Length: > 0 } steps)
            return null;
        var step = part.GetValue(LoadProfileKeys.Step)!.Value;
        var schedule = new StepSchedule([.. steps.Select(one => new RampSchedule(one.PerSecond, one.PerSecond, step))]);
        return (schedule, string.Join(", ", steps.Select(one => one.Text)));
    }

    private static StopCondition ReadStopCondition(OptionValues part) => part.GetValue(LoadProfileKeys.Count) is { } n
        ? StopCondition.After(n)
        : StopCondition.After(part.GetValue(LoadProfileKeys.Duration)?.Value ?? StandardDuration);

    private void RejectKeysWithoutEffect(OptionValues part)
    {
        var isOpen = LoadProfileKeys.Models.Any(model => model != LoadProfileKeys.Burst && part.Has(model));
        if (part.Has(LoadProfileKeys.Poisson) && !isOpen && !part.Has(LoadProfileKeys.Burst))
            _diagnostics.Add(part.GetLocation(LoadProfileKeys.Poisson), "found no rate", "--rate 1000/s --poisson");
        if (part.Has(LoadProfileKeys.Delay) && isOpen)
            _diagnostics.Add(part.GetLocation(LoadProfileKeys.Delay), "found a rate, which says when to send", "one of them");
    }
}
