using System.Diagnostics;
using System.Diagnostics.Metrics;

/// <summary>
/// Runs in a service's process before its Main, where DOTNET_STARTUP_HOOKS names this assembly: the runtime asks for this
/// class, in no namespace. Writes the trace of each payload that the back-end counts to a file, in the very call that counts
/// it, so that the count outlives a process that is killed.
/// </summary>
internal static class StartupHook
{
    /// <summary>The environment variable with the file's name.</summary>
    public const string Journal = "PAYLOAD_JOURNAL";

    private static readonly MeterListener Listener = new();

    public static void Initialize()
    {
        // Without a buffer: what is written is the kernel's.
        var journal = new FileStream(
            Environment.GetEnvironmentVariable(Journal)!, FileMode.Append, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
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
