namespace Experiments.Claims.Catalog;

/// <summary>Finds claims by what a user types: a name, an id such as A3, or the name of a publication.</summary>
internal static class ClaimNames
{
    public static IEnumerable<string> All => ClaimCatalog.Library.Claims.Select(claim => claim.Slug)
        .Concat(ClaimCatalog.Library.Sources.Select(source => source.Publication.Id));

    public static IEnumerable<Claim> Find(string name) =>
        from source in ClaimCatalog.Library.Sources
        from claim in source.Claims
        where AreEqual(claim.Slug, name) || AreEqual(claim.File.Name, name) || AreEqual(claim.Id, name)
            || AreEqual(source.Publication.Id, name)
        select claim;

    /// <summary>Finds the name that has the most pairs of letters in common with a text.</summary>
    public static string FindNearest(string text)
    {
        var pairs = GetPairs(text);
        return All.MaxBy(name => 2.0 * GetPairs(name).Intersect(pairs).Count() / (GetPairs(name).Count + pairs.Count))!;
    }

    private static bool AreEqual(string one, string other) => one.Equals(other, StringComparison.OrdinalIgnoreCase);

    private static HashSet<string> GetPairs(string text) =>
        [.. Enumerable.Range(0, Math.Max(0, text.Length - 1)).Select(at => text.Substring(at, 2).ToLowerInvariant())];
}
