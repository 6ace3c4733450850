namespace Studies.Claims.Catalog;

/// <summary>All publications and their claims, in the order in which the ledger lists them.</summary>
internal static class ClaimCatalog
{
    public static IReadOnlyList<PublicationClaims> ClaimsByPublication { get; } =
        [Byterot2014Claims.PublishedClaims, Prodan2016Claims.PublishedClaims, Reis2021Claims.PublishedClaims,
        Sedlaczek2014Claims.PublishedClaims];

    public static IReadOnlyList<Claim> Claims { get; } = [.. ClaimsByPublication.SelectMany(source => source.Claims)];
}
