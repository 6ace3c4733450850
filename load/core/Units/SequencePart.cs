namespace TwoTier.Load.Units;

/// <summary>
/// One of several equal parts of a sequence of parameter values, for load that is sent from several machines: with
/// three parts, part 2 takes the values at positions 1, 4, 7 and so on, counted from 0. Part 0 is the same as the last
/// part, for programs that count from 0.
/// </summary>
internal sealed record SequencePart(int Number, int Count)
{
    private const int MaxCount = 1000;

    internal static SequencePart WholeSequence { get; } = new(1, 1);

    internal static SequencePart Parse(string text) =>
        text.Split('/') is [var number, var count]
        && int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var n)
        && int.TryParse(count, NumberStyles.None, CultureInfo.InvariantCulture, out var of)
        && of is > 0 and <= MaxCount && n <= of
            ? new SequencePart(n == 0 ? of : n, of)
            : throw ParseException.CreateForUnexpectedText(
                text, $"the number of a part and the number of parts, at most {MaxCount}", "2/3");

    internal long GetPosition(long index) => index * Count + (Number - 1);

    public override string ToString() => $"{Number}/{Count}";
}
