namespace TwoTier.Load.Units;

/// <summary>A share of a whole as users type it, in percent: <c>99%</c>, <c>0.1%</c>.</summary>
internal static class Share
{
    public static double Parse(string text) =>
        text.EndsWith('%') && Number.TryParse(text[..^1], out var percent) && percent <= 100
            ? percent / 100
            : throw ParseException.CreateForUnexpectedText(text, "a percentage from 0% to 100%");
}
