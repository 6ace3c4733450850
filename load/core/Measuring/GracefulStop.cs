namespace TwoTier.Load.Measuring;

/// <summary>
/// Aborts the requests under way when a run has been stopped and a grace period for their responses is over.
/// </summary>
internal sealed class GracefulStop : IDisposable
{
    // The time that requests under way get to finish when a run is stopped.
    private static readonly TimeSpan GracePeriod = TimeSpan.FromSeconds(2);

    private readonly CancellationTokenSource _abort = new();
    private readonly List<CancellationTokenRegistration> _registrations = [];

    /// <summary>A token that is cancelled when the grace period is over.</summary>
    public CancellationToken Token => _abort.Token;

    /// <summary>Starts the grace period when the given token is cancelled.</summary>
    public void StartWhenCancelled(CancellationToken stop) =>
        _registrations.Add(stop.UnsafeRegister(_ => _abort.CancelAfter(GracePeriod), null));

    public void Dispose()
    {
        foreach (var registration in _registrations)
            registration.Dispose();
        _abort.Dispose();
    }
}
