namespace Experiments.Commands;

/// <summary>Options of the load tool that a user gives to a study.</summary>
internal static class LoadOptions
{
    /// <summary>Parses options of one value each, such as <c>-c 5 --limit=errors=1%</c>.</summary>
    /// <exception cref="FormatException">An option has no value.</exception>
    public static IReadOnlyList<(string Name, string Value)> Parse(IReadOnlyList<string> tokens) =>
    [
        .. tokens.SelectMany(token => token.StartsWith('-') ? token.Split('=', 2) : [token]).Chunk(2).Select(pair =>
            pair is [var name, var value] ? (name, value) : throw new FormatException($"{pair[0]} has no value")),
    ];
}
