namespace Studies.Claims.Files;

/// <summary>A publication, or the open questions of issue trackers, which have a page of their own.</summary>
/// <param name="Id">The key that claims refer to.</param>
/// <param name="Letter">The letter that the ids of its claims begin with.</param>
/// <param name="Name">The author and the year, such as Prodan, 2016.</param>
/// <param name="Title">The title and the date.</param>
/// <param name="Subject">The subject of the claims.</param>
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
/// Explanations of verdicts, and errors in claim files that were found after the measurement, in explanations.yaml.
/// They were written with the data at hand, and are therefore not part of the claim files.
/// </summary>
/// <param name="Version">The version of the format.</param>
/// <param name="Errata">
/// What is wrong in a claim file whose row need not be measured again for it, by claim id.
/// </param>
/// <param name="Kinds">The kinds of rows by claim id. A row without one is a measured claim.</param>
/// <param name="Processors">The kinds of processor on which a row is to be measured.</param>
/// <param name="Explanations">Explanations by claim id and verdict.</param>
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
