namespace TwoTier.Load.Target;

/// <summary>
/// The targets of one start of a <see cref="LoadComparison"/>, one for each variant. They are disposed of when the
/// start has been measured.
/// </summary>
/// <param name="baseUrls">The addresses of the variants' targets in this start: scheme, host and port.</param>
public class StartedTargets(params IReadOnlyList<string> baseUrls) : IAsyncDisposable
{
    /// <summary>The addresses of the variants' targets: scheme, host and port.</summary>
    public IReadOnlyList<string> BaseUrls { get; private protected set; } =
        [.. baseUrls.Select(url => url.TrimEnd('/'))];

    /// <summary>
    /// The addresses, in this start, of the other processes that are monitored, by name: scheme, host and port.
    /// </summary>
    public IReadOnlyDictionary<string, string> Monitored { get; init; } = new Dictionary<string, string>();

    /// <summary>What ends with the targets, such as the processes that they are.</summary>
    public IReadOnlyList<IAsyncDisposable> Owned { get; init; } = [];

    /// <summary>Ends the targets. Those of the next start may begin meanwhile.</summary>
    public virtual async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        foreach (var owned in Owned)
            await owned.DisposeAsync();
    }

    /// <summary>How long each target took until it listened; null if that is not known.</summary>
    internal virtual IReadOnlyList<TimeSpan?> ReadyTimes => [];

    /// <summary>
    /// Reads counters of each target that its page of metrics, or the operating system, does not tell; null if there
    /// are none.
    /// </summary>
    /// <exception cref="TargetUnreachableException">A target has ended.</exception>
    internal virtual Task<ProcessMetrics?[]> ReadCountersAsync(CancellationToken stop) =>
        Task.FromResult<ProcessMetrics?[]>([]);

    /// <summary>Decides what it means that a target gave no response in a turn.</summary>
    /// <exception cref="TargetUnreachableException">The target has failed, and the comparison ends.</exception>
    internal virtual Task ReportSilenceAsync(string baseUrl, string failures) => Task.CompletedTask;
}
