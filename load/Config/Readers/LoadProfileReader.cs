using Load.Config.Keys;
using Load.Config.Options;
using Load.Diagnostics;
using Load.Engine;
using Load.Engine.ArrivalSchedule;

namespace Load.Config.Readers;

/// <summary>When to send: one stretch of load, or several in sequence.</summary>
internal sealed class LoadProfileReader(OptionValues fields, int seed)
{
    private const double Century = 3.2e9;
    private static readonly TimeSpan StandardDuration = TimeSpan.FromSeconds(10);
    private readonly DiagnosticList _mistakes = fields.Mistakes;

    public IReadOnlyList<Stage> Phases()
    {
        if (!fields.Has(LoadProfileKeys.Phases))
            return [new Stage(null, Read(fields))];
        return [.. fields.PartsOf(LoadProfileKeys.Phases).Select(OfPhase)];
    }

    private Stage OfPhase(OptionValues part)
    {
        Exclusions.Refuse(part);
        return new Stage(part.Has(LoadProfileKeys.Name) ? part.ValueOf(LoadProfileKeys.Name) : null, Read(part));
    }

    private LoadProfile Read(OptionValues part)
    {
        RefuseWhatHasNoEffect(part);
        if (part.ValueOf(LoadProfileKeys.Burst) is { Length: > 0 } sizes)
            return new BurstProfile(sizes);
        var connections = part.ValueOf(LoadProfileKeys.Connections);
        if (ScheduleOf(part) is not var (schedule, text))
            return new ClosedLoopProfile(connections, BudgetOf(part), part.ValueOf(LoadProfileKeys.Delay)!.Value);
        return new OpenLoopProfile(
            connections,
            part.ValueOf(LoadProfileKeys.Poisson) ? new PoissonSchedule(schedule, seed) : schedule,
            text + (part.ValueOf(LoadProfileKeys.Poisson) ? ", Poisson" : ""),
            part.ValueOf(LoadProfileKeys.MaxBacklog));
    }

    private static (Schedule Schedule, string Text)? ScheduleOf(OptionValues part)
    {
        var duration = part.ValueOf(LoadProfileKeys.Duration)?.Value ?? StandardDuration;
        if (part.ValueOf(LoadProfileKeys.Rate) is { } rate)
        {
            var needed = TimeSpan.FromSeconds(Math.Min(part.ValueOf(LoadProfileKeys.Count) / rate.PerSecond ?? 0, Century));
            return (new RampSchedule(rate.PerSecond, rate.PerSecond, needed > TimeSpan.Zero ? needed : duration), rate.Text);
        }

        if (part.ValueOf(LoadProfileKeys.Ramp) is { } ramp)
            return (new RampSchedule(ramp.From.PerSecond, ramp.To.PerSecond, duration), ramp.ToString());
        if (part.ValueOf(LoadProfileKeys.Steps) is not { Length: > 0 } steps)
            return null;
        var step = part.ValueOf(LoadProfileKeys.Step)!.Value;
        var schedule = new StepSchedule([.. steps.Select(one => new RampSchedule(one.PerSecond, one.PerSecond, step))]);
        return (schedule, string.Join(", ", steps.Select(one => one.Text)));
    }

    private static StopCondition BudgetOf(OptionValues part) => part.ValueOf(LoadProfileKeys.Count) is { } n
        ? StopCondition.After(n)
        : StopCondition.After(part.ValueOf(LoadProfileKeys.Duration)?.Value ?? StandardDuration);

    private void RefuseWhatHasNoEffect(OptionValues part)
    {
        var isOpen = LoadProfileKeys.Models.Any(model => model != LoadProfileKeys.Burst && part.Has(model));
        if (part.Has(LoadProfileKeys.Poisson) && !isOpen && !part.Has(LoadProfileKeys.Burst))
            _mistakes.Add(part.PlaceOf(LoadProfileKeys.Poisson), "found no rate", "--rate 1000/s --poisson");
        if (part.Has(LoadProfileKeys.Delay) && isOpen)
            _mistakes.Add(part.PlaceOf(LoadProfileKeys.Delay), "found a rate, which says when to send", "one of them");
    }
}
