namespace TwoTier.Load.Engine;

internal class RunProgress
{
    private readonly Lock _gate = new();
    private ActiveStage? _stage;
    private (long Successes, long Errors) _ended;

    public event Action<ActiveStage>? StageStarted;

    public ActiveStage? Stage => Volatile.Read(ref _stage);

    public void StartStage(ActiveStage stage)
    {
        lock (_gate)
        {
            _ended = CountRequests();
            Volatile.Write(ref _stage, stage);
        }

        StageStarted?.Invoke(stage);
    }

    /// <summary>
    /// Gets the number of successful and unsuccessful requests since the start of the run, warm-ups included.
    /// </summary>
    public (long Successes, long Errors) GetRequestCounts()
    {
        lock (_gate)
            return CountRequests();
    }

    private (long Successes, long Errors) CountRequests() => (
        _ended.Successes + (_stage?.Measurement.Counters.Successes ?? 0),
        _ended.Errors + (_stage?.Measurement.Counters.Errors ?? 0));
}

internal sealed record ActiveStage(string Variant, string Name, int Round, Measurement Measurement)
{
    public const string WarmupStageName = "warm-up";
    public const string MeasuredStageName = "measure";

    public bool IsMeasured => Name != WarmupStageName;

    /// <summary>The processes that are monitored while it gets load.</summary>
    public IReadOnlyList<MonitoredProcess> Processes { get; init; } = [];

    /// <summary>The number of connections, if it changes while the load is shown.</summary>
    public int? Connections { get; init; }
}
