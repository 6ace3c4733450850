namespace TwoTier.Load.Scenarios;

internal sealed record BurstSizes(IReadOnlyList<int> Sizes, bool IsCold)
{
    public const int MaxConnections = 10_000;

    private const string Cold = "cold:";

    public static BurstSizes Parse(string text)
    {
        var isCold = text.StartsWith(Cold, StringComparison.Ordinal);
        int[] sizes =
        [
            .. (isCold ? text[Cold.Length..] : text).Split(',', StringSplitOptions.TrimEntries)
                .Select(part => int.TryParse(part, out var size) ? size : 0),
        ];
        return sizes.All(size => size is > 0 and <= MaxConnections)
            ? new BurstSizes(sizes, isCold)
            : throw ParseException.CreateForUnexpectedText(text, $"numbers from 1 to {MaxConnections}", "1,10,20,50");
    }
}
