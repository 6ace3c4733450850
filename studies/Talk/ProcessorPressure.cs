namespace Studies.Talk;

/// <summary>How busy this computer is: the percentage of the time in which a thread waits for a processor.</summary>
internal static class ProcessorPressure
{
    /// <summary>The percentage from which the speaker is warned, as on the page of the speaker.</summary>
    public const double Busy = 10;

    private const string Source = "/proc/pressure/cpu";

    /// <summary>
    /// Reads the percentage of the last ten seconds, from a line of Linux such as
    /// <c>some avg10=1.53 avg60=0.87 avg300=0.40 total=1234</c>; null where it is unknown.
    /// </summary>
    public static double? Read(string path = Source) => ReadField("avg10", path);

    /// <summary>Measures the percentage of so many seconds from now on; null where it is unknown.</summary>
    public static async Task<double?> MeasureAsync(CancellationToken stop, double seconds = 1, string path = Source)
    {
        var (before, started) = (ReadField("total", path), Stopwatch.GetTimestamp());
        await Task.Delay(TimeSpan.FromSeconds(seconds), stop);
        return 100 * (ReadField("total", path) - before) / Stopwatch.GetElapsedTime(started).TotalMicroseconds;
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
