using System.Runtime.InteropServices;

namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// Cancels a token on Ctrl-C, SIGTERM or SIGHUP (the terminal was closed). A second Ctrl-C ends the process. A
/// second SIGTERM does not, because a parent process may forward a Ctrl-C that the terminal has already sent to this
/// process.
/// </summary>
internal sealed class InterruptHandler : IDisposable
{
    private readonly CancellationTokenSource _stopSource = new();
    private readonly PosixSignalRegistration[] _registrations;

    public InterruptHandler() => _registrations =
    [
        PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop),
        PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop),
        PosixSignalRegistration.Create(PosixSignal.SIGHUP, Stop),
    ];

    public CancellationToken Token => _stopSource.Token;

    public void Dispose()
    {
        foreach (var registration in _registrations)
            registration.Dispose();
        _stopSource.Dispose();
    }

    private void Stop(PosixSignalContext context)
    {
        context.Cancel = context.Signal is not PosixSignal.SIGINT || !_stopSource.IsCancellationRequested;
        _stopSource.Cancel();
    }
}
