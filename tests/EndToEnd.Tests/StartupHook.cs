using System.Diagnostics;
using System.Diagnostics.Metrics;

/// <summary>
/// Runs in the process of a service before its Main method, when the environment variable DOTNET_STARTUP_HOOKS names
/// this assembly. The .NET runtime requires a class with this name and without a namespace. Whenever the back-end
/// counts a payload, the hook immediately writes the trace id of the payload to a file, which survives when the process
/// is killed.
/// </summary>
internal static class StartupHook
{
    /// <summary>The name of the environment variable that contains the path of the file for the trace ids.</summary>
    public const string JournalVariable = "PAYLOAD_JOURNAL";

    private static readonly MeterListener Listener = new();

    public static void Initialize()
    {
        // The file of trace ids is written without a buffer, so that no trace id is lost when the process is killed.
        var journal = new FileStream(
            Environment.GetEnvironmentVariable(JournalVariable)!,
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
