namespace Studies.Claims.Catalog;

internal delegate Task<Measurement> MeasureClaim(MeasurementContext context, Claim claim);

/// <summary>The claim files of this repository, and the methods that measure them.</summary>
internal static class ClaimCatalog
{
    private static readonly Lazy<ClaimLibrary> LazyLibrary =
        new(() => ClaimLibrary.Read(ProgramLocator.GetPath("docs", "claims")));

    public static ClaimLibrary Library => LazyLibrary.Value;

    public static IReadOnlyDictionary<string, MeasureClaim> Methods { get; } = Byterot2014Claims.Methods
        .Concat(Prodan2016Claims.Methods).Concat(Reis2021Claims.Methods).Concat(Sedlaczek2014Claims.Methods)
        .Concat(Library.Claims.Where(claim => claim.File.Run is not null)
            .Select(claim => KeyValuePair.Create(claim.Id, (MeasureClaim)OpenQuestions.MeasureAsync)))
        .ToDictionary();
}
