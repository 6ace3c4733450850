namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// Aborts the requests under way when a run has been stopped and a grace period for their responses is over.
/// </summary>
internal sealed class GracefulStop : IDisposable
{
    private readonly CancellationTokenSource _abort = new();
    private readonly List<CancellationTokenRegistration> _registrations = [];
    private readonly TimeSpan _gracePeriod;

    public GracefulStop(TimeSpan gracePeriod, CancellationToken stop)
    {
        _gracePeriod = gracePeriod;
        StartWhenCancelled(stop);
    }

    /// <summary>A token that is cancelled when the grace period is over.</summary>
    public CancellationToken Token => _abort.Token;

    /// <summary>Also starts the grace period when the given token is cancelled.</summary>
    public void StartWhenCancelled(CancellationToken stop) =>
        _registrations.Add(stop.UnsafeRegister(_ => _abort.CancelAfter(_gracePeriod), null));

    public void Dispose()
    {
        foreach (var registration in _registrations)
            registration.Dispose();
        _abort.Dispose();
    }
}
