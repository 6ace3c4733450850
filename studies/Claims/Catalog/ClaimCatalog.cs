namespace Studies.Claims.Catalog;

/// <summary>All publications and their claims, in the order in which the ledger lists them.</summary>
internal static class ClaimCatalog
{
    public static IReadOnlyList<PublicationClaims> ClaimsByPublication { get; } =
        [Byterot2014Claims.Source, Prodan2016Claims.Source, Reis2021Claims.Source, Sedlaczek2014Claims.Source];

    public static IReadOnlyList<Claim> Claims { get; } = [.. ClaimsByPublication.SelectMany(source => source.Claims)];
}
