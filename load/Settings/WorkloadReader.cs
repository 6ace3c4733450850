using Load.Pacing;
using Load.Reading;
using Load.Running;

namespace Load.Settings;

/// <summary>When to send: one stretch of load, or several in sequence.</summary>
internal sealed class WorkloadReader(Fields fields, int seed)
{
    private const double Century = 3.2e9;
    private static readonly TimeSpan StandardDuration = TimeSpan.FromSeconds(10);
    private readonly MistakeList _mistakes = fields.Mistakes;

    public IReadOnlyList<Phase> Phases()
    {
        if (!fields.Has(WorkloadKeys.Phases))
            return [new Phase(null, Of(fields))];
        return [.. fields.PartsOf(WorkloadKeys.Phases).Select(OfPhase)];
    }

    private Phase OfPhase(Fields part)
    {
        Exclusions.Refuse(part);
        return new Phase(part.Has(WorkloadKeys.Name) ? part.ValueOf(WorkloadKeys.Name) : null, Of(part));
    }

    private Workload Of(Fields part)
    {
        RefuseWhatHasNoEffect(part);
        if (part.ValueOf(WorkloadKeys.Burst) is { Length: > 0 } sizes)
            return new BurstWorkload(sizes);
        var connections = part.ValueOf(WorkloadKeys.Connections);
        if (ScheduleOf(part) is not var (schedule, text))
            return new ClosedWorkload(connections, BudgetOf(part), part.ValueOf(WorkloadKeys.Delay)!.Value);
        return new OpenWorkload(
            connections,
            part.ValueOf(WorkloadKeys.Poisson) ? new PoissonSpacing(schedule, seed) : schedule,
            text + (part.ValueOf(WorkloadKeys.Poisson) ? ", Poisson" : ""),
            part.ValueOf(WorkloadKeys.MaxBacklog));
    }

    private static (Schedule Schedule, string Text)? ScheduleOf(Fields part)
    {
        var duration = part.ValueOf(WorkloadKeys.Duration)?.Value ?? StandardDuration;
        if (part.ValueOf(WorkloadKeys.Rate) is { } rate)
        {
            var needed = TimeSpan.FromSeconds(Math.Min(part.ValueOf(WorkloadKeys.Count) / rate.PerSecond ?? 0, Century));
            return (new Ramp(rate.PerSecond, rate.PerSecond, needed > TimeSpan.Zero ? needed : duration), rate.Text);
        }

        if (part.ValueOf(WorkloadKeys.Ramp) is { } ramp)
            return (new Ramp(ramp.From.PerSecond, ramp.To.PerSecond, duration), ramp.ToString());
        if (part.ValueOf(WorkloadKeys.Steps) is not { Length: > 0 } steps)
            return null;
        var step = part.ValueOf(WorkloadKeys.Step)!.Value;
        var schedule = new Sequence([.. steps.Select(one => new Ramp(one.PerSecond, one.PerSecond, step))]);
        return (schedule, string.Join(", ", steps.Select(one => one.Text)));
    }

    private static Budget BudgetOf(Fields part) => part.ValueOf(WorkloadKeys.Count) is { } n
        ? Budget.Of(n)
        : Budget.Of(part.ValueOf(WorkloadKeys.Duration)?.Value ?? StandardDuration);

    private void RefuseWhatHasNoEffect(Fields part)
    {
        var isOpen = WorkloadKeys.Models.Any(model => model != WorkloadKeys.Burst && part.Has(model));
        if (part.Has(WorkloadKeys.Poisson) && !isOpen && !part.Has(WorkloadKeys.Burst))
            _mistakes.Add(part.PlaceOf(WorkloadKeys.Poisson), "found no rate", "--rate 1000/s --poisson");
        if (part.Has(WorkloadKeys.Delay) && isOpen)
            _mistakes.Add(part.PlaceOf(WorkloadKeys.Delay), "found a rate, which says when to send", "one of them");
    }
}
