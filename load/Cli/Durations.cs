using System.Globalization;

namespace Load.Cli;

/// <summary>Durations as people type them: 500ms, 1.5s, 2m.</summary>
internal static class Durations
{
    private static readonly (string Unit, double Seconds)[] Units = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)];

    /// <exception cref="FormatException">Its message says what was found and what is expected.</exception>
    public static TimeSpan Parse(string text, TimeSpan min)
    {
        var (unit, seconds) = Units.FirstOrDefault(u => text.EndsWith(u.Unit, StringComparison.Ordinal));
        if (unit is null || !double.TryParse(text[..^unit.Length], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number))
            throw new FormatException($"found \"{text}\", expected a number and a unit, such as 500ms, 10s or 2m");

        var duration = TimeSpan.FromSeconds(number * seconds);
        return duration >= min && duration <= TimeSpan.FromDays(1)
            ? duration
            : throw new FormatException($"found \"{text}\", expected {min.TotalMilliseconds} ms to 24 h");
    }
}
