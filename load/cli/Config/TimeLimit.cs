namespace TwoTier.Load.Cli.Config;

/// <summary>A time limit, and the half-width of the intervals at which a comparison may end before it.</summary>
internal sealed record TimeLimit(Duration Time, double? HalfWidth = null)
{
    public static TimeLimit Parse(string text)
    {
        var parts = text.Split(',', 2, StringSplitOptions.TrimEntries);
        var time = Duration.Parse(parts[0], TimeSpan.FromSeconds(1));
        return parts is not [_, var condition] ? new TimeLimit(time)
            : condition.Split('<', StringSplitOptions.TrimEntries) is ["width", var width]
                ? new TimeLimit(time, TextValues.ParsePercentage(width))
                : throw ParseException.CreateForUnexpectedText(
                    condition, "a limit for the width of the intervals", "3m, width < 3%");
    }
}
