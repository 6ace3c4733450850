namespace Studies.Talk;

/// <summary>How busy this computer is, as far as Linux says it.</summary>
internal static class ProcessorPressure
{
    /// <summary>
    /// Reads the percentage of the last ten seconds in which a thread waited for a processor, from a line such as
    /// <c>some avg10=1.53 avg60=0.87 avg300=0.40 total=1234</c>; null where it is unknown.
    /// </summary>
    public static double? Read(string path = "/proc/pressure/cpu")
    {
        try
        {
            return File.ReadLines(path).FirstOrDefault()?.Split(' ', '=') is ["some", "avg10", var share, ..]
                && double.TryParse(share, CultureInfo.InvariantCulture, out var pressure)
                    ? pressure
                    : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A kernel without pressure information has the file, and refuses to read it.
            return null;
        }
    }
}
