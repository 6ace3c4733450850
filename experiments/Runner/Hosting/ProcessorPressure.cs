namespace Experiments.Hosting;

/// <summary>The percentage of the time in which a thread waits for a processor, as Linux tells it.</summary>
internal static partial class ProcessorPressure
{
    /// <summary>Reads that of the last ten seconds; null if the system does not tell it.</summary>
    public static double? Read(string path = "/proc/pressure/cpu")
    {
        try
        {
            return Average().Match(File.ReadAllText(path)) is { Success: true } found
                ? double.Parse(found.Groups[1].Value, CultureInfo.InvariantCulture) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A kernel without pressure information has the file, and refuses to read it.
            return null;
        }
    }

    [GeneratedRegex(@"^some avg10=(\S+)")]
    private static partial Regex Average();
}
