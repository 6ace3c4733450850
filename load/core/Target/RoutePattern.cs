namespace TwoTier.Load.Target;

/// <summary>Matches routes such as <c>/orders/{id:int}</c>, as servers name them, with the paths of requests.</summary>
internal static partial class RoutePattern
{
    /// <summary>The character that stands for any text in a path.</summary>
    public const char Wildcard = '\u0001';

    private const char CatchAllMarker = '\u0002';
    private const char OptionalMarker = '\u0003';

    public static bool Matches(string route, string path)
    {
        var pattern = Parameter().Replace(route, match => match.Groups["inside"].Value switch
        {
            ['*', ..] => $"{CatchAllMarker}",
            [.., '?'] => $"{OptionalMarker}",
            var inside when inside.Contains('=', StringComparison.Ordinal) => $"{OptionalMarker}",
            _ => $"{Wildcard}",
        });
        return Matches(Split(pattern), Split(path));
    }

    private static string[] Split(string text) =>
        text.ToUpperInvariant().Split('/', StringSplitOptions.RemoveEmptyEntries);

    private static bool Matches(ReadOnlySpan<string> route, ReadOnlySpan<string> path)
    {
        if (route.IsEmpty)
            return path.IsEmpty;
        if (route[0].Contains(CatchAllMarker, StringComparison.Ordinal))
            return true;
        return path.IsEmpty
            ? route[0] is [OptionalMarker] && Matches(route[1..], path)
            : MatchesSegment(route[0], path[0]) && Matches(route[1..], path[1..]);
    }

    // The dot before an optional file extension is optional too: {file}.{extension?}
    private static bool MatchesSegment(string route, string path) =>
        Overlap(route.Replace(OptionalMarker, Wildcard), path)
        || (route.EndsWith($".{OptionalMarker}", StringComparison.Ordinal)
            && Overlap(route.AsSpan(0, route.Length - 2), path));

    // Returns whether some text matches both patterns.
    private static bool Overlap(ReadOnlySpan<char> one, ReadOnlySpan<char> other)
    {
        if (one.IsEmpty || other.IsEmpty)
            return one.TrimStart(Wildcard).IsEmpty && other.TrimStart(Wildcard).IsEmpty;
        if (one[0] == Wildcard)
            return Overlap(one[1..], other) || Overlap(one, other[1..]);
        if (other[0] == Wildcard)
            return Overlap(one, other[1..]) || Overlap(one[1..], other);
        return one[0] == other[0] && Overlap(one[1..], other[1..]);
    }

    // Matches the parameters of ASP.NET Core routes ({id:int}, {*rest}, {id?}), and those of other servers (:id, <id>).
    // Braces in a constraint are doubled.
    [GeneratedRegex(
        @"\{(?<inside>([^{}]|\{\{|\}\})+)\}|(?<=/|^):(?<inside>[^/]+)|<(?<inside>[^<>/]+)>",
        RegexOptions.ExplicitCapture)]
    private static partial Regex Parameter();
}
