namespace Experiments.Claims.Files;

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

    /// <summary>Questions without a row, each with the reason. Those of a publication are in experiments/claims/sources.</summary>
    public IReadOnlyList<LeftOut> LeftOut { get; init; } = [];
}

internal sealed record LeftOut(string Statement, string Reason);

internal sealed record PublicationsFile(int Version, IReadOnlyList<Publication> Publications);

/// <summary>
/// A sentence for the rows of claims by id: an error of the publication, or why the measurement has its outcome.
/// </summary>
internal sealed record NotesFile(int Version, IReadOnlyDictionary<string, string> Notes);

internal enum RowKind
{
    /// <summary>A measurement that could have given any verdict.</summary>
    Measured,

    /// <summary>A test of what a program does, which its documentation says, too.</summary>
    Check,

    /// <summary>The design of the row, or its author's knowledge, decides it.</summary>
    ByConstruction,
}
