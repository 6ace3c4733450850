using System.Runtime.InteropServices;

namespace Studies.Commands;

/// <summary>
/// Turns Ctrl-C and SIGTERM into a cancellation, so that a study can stop the processes that it started before this
/// program exits.
/// </summary>
internal sealed class InterruptHandler : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private readonly PosixSignalRegistration[] _registrations;

    public InterruptHandler() => _registrations =
    [
        PosixSignalRegistration.Create(PosixSignal.SIGINT, HandleSignal),
        PosixSignalRegistration.Create(PosixSignal.SIGTERM, HandleSignal),
    ];

    public CancellationToken Token => _source.Token;

    public void Dispose()
    {
        foreach (var registration in _registrations)
            registration.Dispose();
        _source.Dispose();
    }

    private void HandleSignal(PosixSignalContext context)
    {
        context.Cancel = true;
        _source.Cancel();
    }
}
