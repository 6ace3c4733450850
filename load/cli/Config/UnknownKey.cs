namespace TwoTier.Load.Cli.Config;

internal static class UnknownKey
{
    private const int MaxEdits = 2;

    public static ParseException CreateError(string found, IReadOnlyList<OptionKey> known) => ParseException.Create(
        $"unknown key \"{found}\"",
        found,
        $"one of {string.Join(", ", known.Select(key => key.Name))}",
        FindNearestKey(found, known) is { } nearest ? $"{nearest.Name}:" : null);

    public static ParseException CreateErrorForOption(string found, IEnumerable<OptionKey> known)
    {
        if (OptionCatalog.Find(found) is { Info.Commands: not CommandSet.None } other)
            return CreateErrorForOtherCommand(other);

        return ParseException.Create("unknown option", FindNearestKey(found.TrimStart('-'), known)?.Option);
    }

    public static ParseException CreateErrorForOtherCommand(OptionKey key)
    {
        var commands = Enum.GetValues<CommandSet>()
            .Where(one => int.IsPow2((int)one) && key.Info.Commands.HasFlag(one))
            .Select(one => one is CommandSet.Steered ? "run --steer" : OptionKey.GetName($"{one}"));
        return ParseException.Create(
            $"this command does not have this option; others have it: {string.Join(", ", commands)}");
    }

    private static OptionKey? FindNearestKey(string found, IEnumerable<OptionKey> known)
    {
        var best = known.MinBy(key => CountEdits(found, key.Name));
        return best is not null && CountEdits(found, best.Name) <= MaxEdits ? best : null;
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
