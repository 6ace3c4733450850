namespace Load.Http.Parameters;

/// <summary>The <c>[min:max]</c> of a random value.</summary>
internal static class RandomBounds
{
    /// <summary>
    /// Null unless both ends can be read and are in order. Times hold colons, so any may be the middle.
    /// </summary>
    public static (T Min, T Max)? Parse<T>(string text, Func<string, T?> read)
        where T : struct, IComparable<T>
    {
        if (text is not ['[', .. var inside, ']'])
            return null;
        for (var i = inside.IndexOf(':'); i >= 0; i = inside.IndexOf(':', i + 1))
        {
            if (read(inside[..i]) is { } min && read(inside[(i + 1)..]) is { } max && min.CompareTo(max) <= 0)
                return (min, max);
        }

        return null;
    }
}
