namespace TwoTier.Load.Cli.Config.Options;

/// <summary>
/// Creates errors for keys and options that do not exist. The error suggests the name that was probably meant.
/// </summary>
internal static class UnknownKey
{
    private const int MaxEdits = 2;

    private static readonly Dictionary<string, string> RenamedKeys = new() { ["tier"] = "monitor" };

    public static ParseException CreateError(string found, IReadOnlyList<OptionKey> known) => ParseException.Create(
        $"unknown key \"{found}\"",
        found,
        $"one of {string.Join(", ", known.Select(key => key.Name))}",
        FindNearestKey(found, known) is { } nearest ? $"{nearest.Name}:" : null);

    public static ParseException CreateErrorForOption(string found, IEnumerable<OptionKey> known) =>
        ParseException.Create("unknown option", FindNearestKey(found.TrimStart('-'), known)?.Option);

    private static OptionKey? FindNearestKey(string found, IEnumerable<OptionKey> known)
    {
        var meant = RenamedKeys.GetValueOrDefault(found, found);
        return known.MinBy(key => CountEdits(meant, key.Name)) is { } best && CountEdits(meant, best.Name) <= MaxEdits
            ? best
            : null;
    }

    // Calculates the Levenshtein distance of two names.
    private static int CountEdits(string found, string name)
    {
        var row = Enumerable.Range(0, name.Length + 1).ToArray();
        for (var i = 1; i <= found.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= name.Length; j++)
            {
                var substituted = diagonal + (found[i - 1] == name[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(substituted, 1 + Math.Min(row[j], row[j - 1]));
            }
        }

        return row[^1];
    }
}
