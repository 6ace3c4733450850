using System.Runtime.InteropServices;

namespace Load.Cli;

/// <summary>Ctrl-C: the first one asks for a clean stop, the second one ends the process.</summary>
internal sealed class Interrupt : IDisposable
{
    private readonly CancellationTokenSource source = new();
    private readonly PosixSignalRegistration[] registrations;

    public Interrupt() => registrations =
    [
        PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop),
        PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop),
    ];

    public CancellationToken Token => source.Token;

    public void Dispose()
    {
        foreach (var registration in registrations)
            registration.Dispose();
        source.Dispose();
    }

    private void Stop(PosixSignalContext context)
    {
        context.Cancel = !source.IsCancellationRequested;
        source.Cancel();
    }
}
