namespace Load.Engine;

/// <summary>One stretch of load of a run.</summary>
/// <param name="Given">Its name, if it was given one.</param>
/// <param name="Workload">When to send.</param>
internal sealed record Stage(string? Given, LoadProfile Workload)
{
    public string Name => Given ?? Workload.Text;

    /// <summary>Of all of them; null where requests end one, or bursts.</summary>
    public static TimeSpan? LengthOf(IReadOnlyList<Stage> phases) => phases.All(phase => phase.Workload.Length is not null)
        ? TimeSpan.FromTicks(phases.Sum(phase => phase.Workload.Length!.Value.Ticks))
        : null;
}
