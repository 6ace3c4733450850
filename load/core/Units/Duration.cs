namespace TwoTier.Load.Units;

/// <summary>A duration as users type it: <c>500ms</c>, <c>1.5s</c>, <c>2m</c>.</summary>
internal static class Duration
{
    private const double SecondsPerDay = 86_400;
    private static readonly (string Unit, double Seconds)[] Units = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)];

    public static TimeSpan Parse(string text, TimeSpan minimum)
    {
        var (unit, seconds) = Units.FirstOrDefault(u => text.EndsWith(u.Unit, StringComparison.Ordinal));
        if (unit is null || !Number.TryParse(text[..^unit.Length], out var number))
            throw ParseException.CreateForUnexpectedText(text, "a number and a unit (ms, s, m or h)", "10s");

        var duration = number * seconds <= SecondsPerDay ? TimeSpan.FromSeconds(number * seconds) : TimeSpan.MaxValue;
        return duration >= minimum && duration < TimeSpan.MaxValue
            ? duration
            : throw ParseException.CreateForUnexpectedText(
                text, $"a duration from {minimum.TotalMilliseconds} ms to 24 h");
    }
}
