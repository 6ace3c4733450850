using Load.Diagnostics;

namespace Load.Units;

/// <summary>From one rate to another: 100/s..1000/s.</summary>
internal sealed record RateRange(Rate From, Rate To)
{
    public override string ToString() => $"{From}..{To}";

    /// <exception cref="FormatException">Its message says what was found and what is expected.</exception>
    public static RateRange Parse(string text) => text.Split("..") is [var from, var to]
        ? new RateRange(Rate.Parse(from), Rate.Parse(to))
        : throw ParseException.CreateUnexpected(text, "two rates with .. between them", "100/s..1000/s");
}
