using System.Diagnostics;
using System.Diagnostics.Metrics;

/// <summary>
/// Runs in a service's process before its Main method when DOTNET_STARTUP_HOOKS names this assembly. The runtime looks
/// for a class of this name without a namespace. It writes the trace id of each payload that the back-end counts to a
/// file, in the call that counts it, so that the count survives when the process is killed.
/// </summary>
internal static class StartupHook
{
    /// <summary>The environment variable with the name of the file.</summary>
    public const string Journal = "PAYLOAD_JOURNAL";

    private static readonly MeterListener Listener = new();

    public static void Initialize()
    {
        // Without a buffer, so that a write is not lost when the process is killed.
        var journal = new FileStream(
            Environment.GetEnvironmentVariable(Journal)!,
            FileMode.Append, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
        Listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Name is "ingest.payloads.parsed")
                listener.EnableMeasurementEvents(instrument);
        };
        Listener.SetMeasurementEventCallback<long>((_, _, _, _) =>
        {
            var line = System.Text.Encoding.ASCII.GetBytes($"{Activity.Current?.TraceId}\n");
            lock (journal)
                journal.Write(line);
        });
        Listener.Start();
    }
}
