namespace TwoTier.Load.Units;

/// <summary>A rate as users type it: <c>1000/s</c>, <c>90/m</c>, <c>0.5/s</c>.</summary>
internal sealed record Rate(string Text, double PerSecond)
{
    private const double MaxPerSecond = 1_000_000;
    private static readonly (string Unit, double Seconds)[] Units = [("/s", 1), ("/m", 60), ("/h", 3600)];

    public override string ToString() => Text;

    public static Rate Parse(string text)
    {
        var (unit, seconds) = Units.FirstOrDefault(u => text.EndsWith(u.Unit, StringComparison.Ordinal));
        if (unit is null || !Number.TryParse(text[..^unit.Length], out var number))
            throw ParseException.CreateForUnexpectedText(text, "a number and a unit of time (/s, /m or /h)", "1000/s");

        return number > 0 && number / seconds <= MaxPerSecond
            ? new Rate(text, number / seconds)
            : throw ParseException.CreateForUnexpectedText(text, "a rate of more than 0 and at most 1000000/s");
    }

    public static Rate[] ParseList(string text) => [.. text.Split(',', StringSplitOptions.TrimEntries).Select(Parse)];
}
