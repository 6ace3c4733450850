
namespace Studies.Claims.Catalog;

/// <summary>The sources, in the ledger's order.</summary>
internal static class Catalogue
{
    public static IReadOnlyList<Source> Sources { get; } = [Byterot.Source, Prodan.Source, Reis.Source, Sedlaczek.Source];
}
