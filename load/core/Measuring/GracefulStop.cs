namespace TwoTier.Load.Measuring;

/// <summary>
/// Aborts the requests under way when a run has been stopped and a grace period for their responses is over.
/// </summary>
internal sealed class GracefulStop : IDisposable
{
    private static readonly TimeSpan GracePeriod = TimeSpan.FromSeconds(2);

    private readonly CancellationTokenSource _abort = new();
    private readonly List<CancellationTokenRegistration> _registrations = [];

    public CancellationToken Token => _abort.Token;

    public void StartWhenCancelled(CancellationToken stop) =>
        _registrations.Add(stop.UnsafeRegister(_ => _abort.CancelAfter(GracePeriod), null));

    public void Dispose()
    {
        foreach (var registration in _registrations)
            registration.Dispose();
        _abort.Dispose();
    }
}
