namespace Experiments.Hosting;

/// <summary>The percentage of the time in which a thread waits for a processor, as Linux tells it; else null.</summary>
internal static class ProcessorPressure
{
    private const string Source = "/proc/pressure/cpu";

    /// <summary>
    /// Reads that of the last ten seconds, from a line such as
    /// <c>some avg10=1.53 avg60=0.87 avg300=0.40 total=1234</c>, whose total is in microseconds.
    /// </summary>
    public static double? Read(string path = Source) => ReadField("avg10", path);

    /// <summary>Begins to measure.</summary>
    /// <returns>What reads the percentage since then.</returns>
    public static Func<double?> Start(string path = Source)
    {
        var (started, before) = (Stopwatch.GetTimestamp(), ReadField("total", path));
        return () => ReadField("total", path) - before is { } waited
            ? Math.Round(100 * waited / Stopwatch.GetElapsedTime(started).TotalMicroseconds, 1) : null;
    }

    private static double? ReadField(string name, string path)
    {
        try
        {
            var fields = File.ReadLines(path).FirstOrDefault()?.Split(' ', '=') ?? [];
            var value = fields.ElementAtOrDefault(Array.IndexOf(fields, name) + 1);
            return double.TryParse(value, CultureInfo.InvariantCulture, out var number) ? number : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A kernel without pressure information has the file, and refuses to read it.
            return null;
        }
    }
}
