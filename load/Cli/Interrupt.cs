using System.Runtime.InteropServices;

namespace Load.Cli;

/// <summary>
/// The first Ctrl-C asks for a clean stop, the second one ends the process. SIGTERM only ever asks: a program that runs
/// this one passes a Ctrl-C on with it, and the terminal has sent one here already.
/// </summary>
internal sealed class Interrupt : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private readonly PosixSignalRegistration[] _registrations;

    public Interrupt() => _registrations =
    [
        PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop),
        PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop),
    ];

    public CancellationToken Token => _source.Token;

    public void Dispose()
    {
        foreach (var registration in _registrations)
            registration.Dispose();
        _source.Dispose();
    }

    private void Stop(PosixSignalContext context)
    {
        context.Cancel = context.Signal is PosixSignal.SIGTERM || !_source.IsCancellationRequested;
        _source.Cancel();
    }
}
