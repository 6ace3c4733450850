namespace Studies.Claims.Catalog;

/// <summary>The share of time in which some process waited for a core, as Linux reports it.</summary>
internal sealed class PressureStall
{
    private const string Source = "/proc/pressure/cpu";
    private readonly long _started = Stopwatch.GetTimestamp();
    private readonly double? _stalled = ReadStalledSeconds();

    public static PressureStall Start() => new();

    public double? Read() => ReadStalledSeconds() - _stalled is { } seconds
        ? Math.Round(100 * seconds / Stopwatch.GetElapsedTime(_started).TotalSeconds, 1)
        : null;

    private static double? ReadStalledSeconds() => OperatingSystem.IsLinux() && File.Exists(Source)
        && File.ReadLines(Source).FirstOrDefault()?.Split("total=") is [_, var total]
        && double.TryParse(total, NumberStyles.None, CultureInfo.InvariantCulture, out var microseconds)
            ? microseconds / 1e6
            : null;
}
