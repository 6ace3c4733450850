using Load.Diagnostics;

namespace Load.Units;

/// <summary>A rate as people type it: 1000/s, 90/m, 0.5/s.</summary>
internal sealed record Rate(string Text, double PerSecond)
{
    private const double Highest = 1_000_000;
    private static readonly (string Unit, double Seconds)[] Units = [("/s", 1), ("/m", 60), ("/h", 3600)];

    public override string ToString() => Text;

    /// <exception cref="FormatException">Its message says what was found and what is expected.</exception>
    public static Rate Parse(string text)
    {
        var (unit, seconds) = Units.FirstOrDefault(u => text.EndsWith(u.Unit, StringComparison.Ordinal));
        if (unit is null
            || !Number.TryParse(text[..^unit.Length], out var number))
        {
            throw ParseException.CreateUnexpected(text, "a number and a unit of time: /s, /m, /h", "1000/s");
        }

        return number > 0 && number / seconds <= Highest
            ? new Rate(text, number / seconds)
            : throw ParseException.CreateUnexpected(text, "more than 0 and at most 1000000/s");
    }

    /// <summary>Several, with commas between them.</summary>
    /// <exception cref="FormatException">Its message says what was found and what is expected.</exception>
    public static Rate[] ParseList(string text) =>
        [.. text.Split(',', StringSplitOptions.TrimEntries).Select(Parse)];
}
