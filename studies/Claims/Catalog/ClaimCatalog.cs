namespace Studies.Claims.Catalog;

/// <summary>The claim files of this repository.</summary>
internal static class ClaimCatalog
{
    private static readonly Lazy<ClaimLibrary> LazyLibrary =
        new(() => ClaimLibrary.Read(ProgramLocator.GetPath("docs", "claims")));

    public static ClaimLibrary Library => LazyLibrary.Value;
}
