namespace Experiments.Claims.Files;

/// <summary>
/// The statements of a publication that were measured, or that could be: experiments/claims/sources/&lt;id&gt;.yaml. Each is a row of
/// the ledger, or is left out with a reason.
/// </summary>
internal sealed record SourceFile(int Version, string Id, IReadOnlyList<SourceStatement> Statements)
{
    public static SourceFile? TryRead(string path) => File.Exists(path) ? StrictYaml.ReadFile<SourceFile>(path) : null;
}

/// <summary>
/// A statement of a publication: its words, as short as they carry it, where they stand, and why no row measures it.
/// </summary>
internal sealed record SourceStatement(string Quote, string Place, string? LeftOut = null)
{
    /// <summary>The rows of the ledger that measure the statement.</summary>
    public IReadOnlyList<string> Rows { get; init; } = [];
}
