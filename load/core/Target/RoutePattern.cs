namespace TwoTier.Load.Target;

/// <summary>Matches routes such as <c>/orders/{id:int}</c>, as servers name them, with paths of requests.</summary>
internal static partial class RoutePattern
{
    public static bool Matches(string route, string path)
    {
        var (pattern, end) = (new StringBuilder("^"), 0);
        var template = $"/{route.Trim('/')}";
        foreach (Match parameter in Parameter().Matches(template))
        {
            pattern.Append(Regex.Escape(template[end..parameter.Index]));
            pattern.Append(parameter.Groups["inside"].Value switch
            {
                ['*', ..] => "?.*",
                [.., '?'] => "?[^/]*",
                var inside when inside.Contains('=', StringComparison.Ordinal) => "?[^/]*",
                _ => "[^/]+",
            });
            end = parameter.Index + parameter.Length;
        }

        pattern.Append(Regex.Escape(template[end..])).Append('$');
        return Regex.IsMatch(
            $"/{path.Trim('/')}", $"{pattern}", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);
    }

    // Matches the parameters of ASP.NET Core routes ({id:int}, {*rest}, {id?}), and those of other servers (:id, <id>).
    // Braces in a constraint are doubled.
    [GeneratedRegex(
        @"\{(?<inside>([^{}]|\{\{|\}\})+)\}|(?<=/|^):(?<inside>[^/]+)|<(?<inside>[^<>/]+)>",
        RegexOptions.ExplicitCapture)]
    private static partial Regex Parameter();
}
