using Load.Diagnostics;

namespace Load.Units;

/// <summary>A duration as people type it: 500ms, 1.5s, 2m. Help shows the default the same way.</summary>
internal sealed record Duration(string Text, TimeSpan Value)
{
    private const double SecondsPerDay = 86_400;
    private static readonly (string Unit, double Seconds)[] Units = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600)];

    public override string ToString() => Text;

    /// <exception cref="FormatException">Its message says what was found and what is expected.</exception>
    public static Duration Parse(string text, TimeSpan min)
    {
        var (unit, seconds) = Units.FirstOrDefault(u => text.EndsWith(u.Unit, StringComparison.Ordinal));
        if (unit is null
            || !Number.TryParse(text[..^unit.Length], out var number))
        {
            throw ParseException.CreateUnexpected(text, "a number and a unit: ms, s, m, h", "10s");
        }

        var duration = number * seconds <= SecondsPerDay ? TimeSpan.FromSeconds(number * seconds) : TimeSpan.MaxValue;
        return duration >= min && duration < TimeSpan.MaxValue
            ? new Duration(text, duration)
            : throw ParseException.CreateUnexpected(text, $"{min.TotalMilliseconds} ms to 24 h");
    }
}
