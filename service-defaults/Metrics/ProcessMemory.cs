using System.Diagnostics.Metrics;
using System.Globalization;

namespace ServiceDefaults.Metrics;

/// <summary>
/// Memory of the process's own: without the mapped files, the runtime's assemblies first of all, that processes share and
/// that the working set counts too. The figure to compare runtimes by. Linux only.
/// </summary>
internal static class ProcessMemory
{
    private const string Status = "/proc/self/status";
    private const string Field = "RssAnon:";

    public static void Add(Meter meter)
    {
        if (File.Exists(Status))
        {
            meter.CreateObservableGauge("process.memory.anonymous", Anonymous, "By",
                "Resident memory that is no mapped file. Source: RssAnon of /proc/self/status.");
        }
    }

    // RssAnon:	   10240 kB
    private static long Anonymous()
    {
        var line = File.ReadLines(Status).First(line => line.StartsWith(Field, StringComparison.Ordinal));
        return 1024 * long.Parse(line[Field.Length..].Trim().Split(' ')[0], CultureInfo.InvariantCulture);
    }
}
