using Load.Recording;

namespace Load.Running;

/// <summary>When requests are sent: one of the workload models with its figures.</summary>
internal abstract record Workload(int Connections)
{
    // Four columns a second: a soak's would be a file of its own.
    private static readonly TimeSpan LongestHeat = TimeSpan.FromMinutes(10);

    /// <summary>As the result file names it.</summary>
    public abstract string Kind { get; }

    /// <summary>As it reads after the connections: "closed loop".</summary>
    public abstract string Text { get; }

    /// <summary>What is sent before, and not counted.</summary>
    public abstract Workload Warmup(TimeSpan length);

    /// <summary>Ends early, after the requests under way, when asked to stop.</summary>
    public abstract Task<Recorder> SendAsync(Rig rig, long firstIndex, CancellationToken stop);

    protected static TimeSpan? Window(TimeSpan? length) => length <= LongestHeat ? length : null;
}
