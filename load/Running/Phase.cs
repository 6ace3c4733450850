namespace Load.Running;

/// <summary>One stretch of load of a run.</summary>
/// <param name="Given">Its name, if it was given one.</param>
/// <param name="Workload">When to send.</param>
internal sealed record Phase(string? Given, Workload Workload)
{
    public string Name => Given ?? Workload.Text;
}
