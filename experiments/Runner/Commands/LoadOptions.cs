namespace Experiments.Commands;

/// <summary>Options of the load tool that a user gives to a study.</summary>
internal static class LoadOptions
{
    /// <summary>Parses options of one value each, such as <c>-c 5 --limit=errors=1%</c>.</summary>
    /// <exception cref="FormatException">An option has no value.</exception>
    public static IReadOnlyList<(string Name, string Value)> Parse(IReadOnlyList<string> tokens)
    {
        var options = new List<(string, string)>();
        for (var i = 0; i < tokens.Count; i++)
        {
            options.Add(tokens[i].Split('=', 2) is [var name, var value] ? (name, value)
                : ++i < tokens.Count ? (tokens[i - 1], tokens[i])
                : throw new FormatException($"{tokens[i - 1]} has no value"));
        }

        return options;
    }
}
