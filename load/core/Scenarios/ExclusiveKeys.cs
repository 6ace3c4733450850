namespace TwoTier.Load.Scenarios;

internal static class ExclusiveKeys
{
    // Pairs in which one key, given as an option on the command line, replaces the other key in the scenario file.
    private static readonly (string Key, string Other)[] Alternatives =
    [
        ("rate", "burst"), ("count", "duration"), ("count", "burst"), ("duration", "burst"), ("connections", "burst"),
        ("poisson", "burst"), ("rate", "phases"), ("burst", "phases"),
    ];

    // A pair of which both may be given on the command line: the time limit then counts.
    private static readonly (string Key, string Other) LengthsOfComparison = ("within", "rounds");

    // Pairs that are always an error, because it is not clear which of the two keys the user meant.
    private static readonly (string Key, string Other)[] Conflicts =
    [
        ("count", "phases"), ("duration", "phases"), ("method", "requests"), ("body", "requests"),
        ("template", "requests"),
    ];

    public static bool IsReplaced(string key, IReadOnlySet<string> given) =>
        given.Contains(key)
        || Alternatives.Append(LengthsOfComparison).Any(pair => (pair.Key == key && given.Contains(pair.Other))
            || (pair.Other == key && given.Contains(pair.Key)));

    public static void CheckCombinations(Scenario scenario)
    {
        foreach (var (key, other) in Alternatives.Concat(Conflicts))
        {
            if (scenario.IsGiven(key) && scenario.IsGiven(other))
            {
                throw scenario.CreateError(
                    key, $"{scenario.GetDisplayName(key)} cannot be combined with {scenario.GetDisplayName(other)}");
            }
        }
    }
}
