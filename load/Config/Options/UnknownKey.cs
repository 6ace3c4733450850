using Load.Diagnostics;

namespace Load.Config.Options;

/// <summary>A key that there is not, and the one that was probably meant.</summary>
internal sealed class UnknownKey(string found, IReadOnlyList<OptionKey> known)
{
    private const int MostEdits = 2;

    public ParseException Mistake => ParseException.Create(
        $"unknown key \"{found}\"", found, $"one of {string.Join(", ", known.Select(key => key.Name))}", Nearest());

    private string? Nearest()
    {
        var best = known.MinBy(key => EditsTo(key.Name))!.Name;
        return EditsTo(best) <= MostEdits ? $"{best}:" : null;
    }

    // Levenshtein's distance.
    private int EditsTo(string name)
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
