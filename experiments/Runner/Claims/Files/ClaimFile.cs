namespace Experiments.Claims.Files;

/// <summary>
/// A claim in the file of its publication: what was published, how it is measured again, and which result gives which
/// verdict. All but the note is written before the measurement.
/// </summary>
internal sealed record ClaimFile
{
    public required string Id { get; init; }

    /// <summary>What the row is called on pages and in commands, such as RestSharp against HttpClient.</summary>
    public required string Name { get; init; }

    public RowKind Kind { get; init; }

    /// <summary>The quantity and its quotient, for the picture of the ledger.</summary>
    public string? RowName { get; init; }

    /// <summary>An error of the publication, or why the measurement has its outcome.</summary>
    public string? Note { get; init; }
    public required Edition Edition { get; init; }
    public required string Statement { get; init; }
    public Quotation? Quotation { get; init; }
    public string? SourceCode { get; init; }
    public required PublishedFigures Published { get; init; }
    public required IReadOnlyList<string> HeldEqual { get; init; }
    public required IReadOnlyList<string> NotHeldEqual { get; init; }
    public IReadOnlyDictionary<string, string> Metrics { get; init; } =
        new Dictionary<string, string> { ["ratio"] = "the ratio of the statement" };
    public string Statistic { get; init; } = "For each start the ratio of the totals; over starts the geometric mean, "
        + "with a 95 % interval by Student's t on the logarithms.";
    public Design Design { get; init; } = new();
    public string SmallestEffect { get; init; } = "Half of the published effect, in logarithms: less would lead a "
        + "reader to another choice of client.";
    public required Criterion Criterion { get; init; }
    public string Power { get; init; } = "Two processes of one build differ by some percent (docs/method.md), so half "
        + "of the interval is expected to be 2 to 5 %.";
    public Question? Question { get; init; }
    public required ClaimRun Run { get; init; }
    public string? OnPaper { get; init; }
}

internal enum RowKind
{
    /// <summary>A measurement that could have given any verdict.</summary>
    Measured,

    /// <summary>A test of what a program does, which its documentation says, too.</summary>
    Check,

    /// <summary>The design of the row, or its author's knowledge, decides it.</summary>
    ByConstruction,
}

internal enum Edition
{
    Single,
    AsPublished,
    Mended,
}

internal sealed record Quotation
{
    public required QuotationKind Kind { get; init; }
    public required string Text { get; init; }
    public required string Place { get; init; }
    public required string Url { get; init; }
}

internal enum QuotationKind
{
    Verbatim,
    Figures,
    Paraphrase,
}

internal sealed record PublishedFigures
{
    public required string Figures { get; init; }
    public IReadOnlyList<double>? Quotient { get; init; }
    public string? Computed { get; init; }

    /// <summary>The published ratio; null if the publication made a statement without one.</summary>
    public double? GetRatio() => Quotient is [var dividend, var divisor] ? dividend / divisor : null;
}

internal sealed record Design
{
    public int Starts { get; init; } = 10;
    public string? FewStarts { get; init; }
    public string Text { get; init; } = "All variants in shuffled rounds, each in a warm process of its own; all "
        + "processes are started anew for each start.";
}
