using TwoTier.Load.Scenarios;

namespace Experiments.Claims.Catalog;

/// <summary>Finds claims by what a user types: a name, an id such as A3, or the name of a publication.</summary>
internal static class ClaimNames
{
    public static IEnumerable<string> All => ClaimCatalog.Library.Claims.Select(claim => claim.Slug)
        .Concat(ClaimCatalog.Library.Publications.Select(publication => publication.Id));

    public static IEnumerable<Claim> Find(string name) =>
        from claim in ClaimCatalog.Library.Claims
        where AreEqual(claim.Slug, name) || AreEqual(claim.File.Name, name) || AreEqual(claim.Id, name)
            || AreEqual(claim.Publication.Id, name)
        select claim;

    /// <summary>Finds a name that contains a text, or is near to it; null if there is none.</summary>
    public static string? FindNearest(string text) =>
        All.FirstOrDefault(name => name.Contains(text, StringComparison.OrdinalIgnoreCase)) ?? Key.FindNearest(text, All);

    private static bool AreEqual(string one, string other) => one.Equals(other, StringComparison.OrdinalIgnoreCase);
}
