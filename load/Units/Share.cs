using Load.Diagnostics;

namespace Load.Units;

/// <summary>A share of a whole as people type it: 99%, 0.1%.</summary>
internal sealed record Share(string Text, double Value)
{
    public override string ToString() => Text;

    /// <exception cref="FormatException">Its message says what was found and what is expected.</exception>
    public static Share Parse(string text) =>
        text.EndsWith('%') && Number.TryParse(text[..^1], out var percent) && percent <= 100
            ? new Share(text, percent / 100)
            : throw ParseException.CreateUnexpected(text, "0% to 100%");
}
