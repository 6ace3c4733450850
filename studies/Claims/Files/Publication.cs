namespace Studies.Claims.Files;

/// <summary>
/// A publication, or the open questions of issue trackers, which have a page of their own. The ids of its claims begin
/// with its letter, and its name is the author and the year, such as Prodan, 2016.
/// </summary>
internal sealed record Publication(string Id, string Letter, string Name, string Title, string Subject)
{
    public string? Url { get; init; }
    public bool AreQuestions { get; init; }

    /// <summary>Short names of rows by id, for the picture of the ledger: the quantity, and its quotient.</summary>
    public IReadOnlyDictionary<string, string> RowNames { get; init; } = new Dictionary<string, string>();

    /// <summary>Questions without a row, each with the reason. Those of a publication are in docs/sources.</summary>
    public IReadOnlyList<LeftOut> LeftOut { get; init; } = [];
}

internal sealed record LeftOut(string Statement, string Reason);

internal sealed record PublicationsFile(int Version, IReadOnlyList<Publication> Publications);

/// <summary>
/// Explanations of verdicts by claim id, and errors in claim files for which no row need be measured again. They were
/// written with the data at hand, and are therefore not part of the claim files. A row without a kind is a measured
/// claim. The processors are those on which a row is to be measured.
/// </summary>
internal sealed record ExplanationsFile(
    int Version, IReadOnlyDictionary<string, string> Errata, IReadOnlyDictionary<string, RowKind> Kinds,
    IReadOnlyList<string> Processors,
    IReadOnlyDictionary<string, IReadOnlyDictionary<string, string>> Explanations);

internal enum RowKind
{
    /// <summary>A measurement that could have given any verdict.</summary>
    Measured,

    /// <summary>A test of what a program does, which its documentation says, too.</summary>
    Check,

    /// <summary>The design of the row, or its author's knowledge, decides it.</summary>
    ByConstruction,
}
