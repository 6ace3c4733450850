namespace TwoTier.Load.Scenarios;

internal static class NearestName
{
    private const int MaxEdits = 2;

    /// <summary>Finds the key that the user may have meant; null if none is near.</summary>
    public static Key? Find(string found, IEnumerable<Key> known) =>
        known.Where(key => CountEdits(found, key.Name) <= Math.Min(MaxEdits, found.Length - 1))
            .MinBy(key => CountEdits(found, key.Name));

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
