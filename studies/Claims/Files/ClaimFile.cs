using System.ComponentModel;

namespace Studies.Claims.Files;

/// <summary>
/// The file of a claim, docs/claims/&lt;id&gt;.yaml. It says what was published, how it is measured again, and which
/// result gives which verdict. It is written before the measurement: its hash stands in the ledger.
/// </summary>
internal sealed record ClaimFile
{
    public const int CurrentVersion = 1;

    [Description("The version of this format.")]
    public required int Version { get; init; }

    [Description("The letter of the publication, a number, and a letter if an experiment has several rows.")]
    public required string Id { get; init; }

    [Description("The id of the publication in publications.yaml.")]
    public required string Publication { get; init; }

    [Description("as-published: repeats the program or the statistic of the source. mended: measures what the source "
        + "set out to show. single: one row does both.")]
    public required Edition Edition { get; init; }

    [Description("The claim in one sentence, with the quantity that is compared.")]
    public required string Statement { get; init; }

    [Description("What the thread says. The words of a publication stand in docs/sources.")]
    public Quotation? Quotation { get; init; }

    [Description("The code of the source, or what it does, where it matters.")]
    public string? SourceCode { get; init; }

    [Description("The figures that the publication reported.")]
    public required PublishedFigures Published { get; init; }

    [Description("What the measurement has in common with that of the publication.")]
    public required IReadOnlyList<string> HeldEqual { get; init; }

    [Description("What differs from the measurement of the publication.")]
    public required IReadOnlyList<string> NotHeldEqual { get; init; }

    [Description("The metrics by name: what each of them is.")]
    public IReadOnlyDictionary<string, string> Metrics { get; init; } =
        new Dictionary<string, string> { ["ratio"] = "the ratio of the statement" };

    [Description("How the metrics are computed, with their intervals.")]
    public string Statistic { get; init; } = "For each start the ratio of the totals; over starts the geometric mean, "
        + "with a 95 % interval by Student's t on the logarithms, in which series of starts may differ.";

    [Description("What is run, and how often.")]
    public Design Design { get; init; } = new();

    [Description("The smallest effect that would matter to a reader, and why.")]
    public string SmallestEffect { get; init; } = "Half of the published effect, in logarithms: less would lead a "
        + "reader to another choice of client.";

    [Description("The conditions of each verdict.")]
    public required Criterion Criterion { get; init; }

    [Description("What the design can tell apart, from earlier measurements or by calculation.")]
    public string Power { get; init; } = "Two processes of one build differ by some percent (docs/method.md), so half "
        + "of the interval is expected to be 2 to 5 %.";

    [Description("A result under which the claim is false. It must not give the verdict holds.")]
    public Counterexample Counterexample { get; init; } = new()
    {
        Text = "The published effect is absent: both variants are equal.",
        Metrics = new Dictionary<string, IReadOnlyList<double>> { ["ratio"] = [0.97, 1.03] },
        Verdict = Verdict.NoLongerHolds,
    };

    [Description("The words of the answer, and the smallest effect that matters. Questions have it, and only they.")]
    public Question? Question { get; init; }

    [Description("What is run.")]
    public required ClaimRun Run { get; init; }

    [Description("A paragraph that a reader can repeat on paper: what is wrong with the published figure.")]
    public string? OnPaper { get; init; }
}

internal enum Edition
{
    Single,
    AsPublished,
    Mended,
}

internal sealed record Quotation
{
    [Description("verbatim: the words of the thread. figures: numbers of a table or a text, and only those. "
        + "paraphrase: our words.")]
    public required QuotationKind Kind { get; init; }
    public required string Text { get; init; }

    [Description("The thread, and the comment in it.")]
    public required string Place { get; init; }

    [Description("The address of the thread.")]
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
    [Description("The numbers with their units, as text.")]
    public required string Figures { get; init; }

    [Description("Two published numbers whose quotient is the published ratio.")]
    public IReadOnlyList<double>? Quotient { get; init; }

    [Description("How the quotient follows from quoted numbers, if it does not consist of them.")]
    public string? Computed { get; init; }

    /// <summary>The published ratio; null if the publication made a statement without one.</summary>
    public double? GetRatio() => Quotient is [var dividend, var divisor] ? dividend / divisor : null;
}

internal sealed record Design
{
    private const int MostStartsOfSeries = 5;

    [Description("How often the processes are started, in series of five that are hours apart. A count needs one.")]
    public int Starts { get; init; } = 10;

    [Description("The reason if there are fewer than ten starts.")]
    public string? FewStarts { get; init; }

    [Description("What is run.")]
    public string Text { get; init; } = "All variants in shuffled rounds, each in a warm process of its own; all "
        + "processes are started anew for each start.";

    /// <summary>The starts of one series.</summary>
    [JsonIgnore]
    public int StartsOfSeries => Math.Min(Starts, MostStartsOfSeries);
}

internal sealed record Counterexample
{
    [Description("The fault or the world in which the claim is false.")]
    public required string Text { get; init; }

    [Description("The metrics in this world: one number for an exact one, or the ends of the interval.")]
    public required IReadOnlyDictionary<string, IReadOnlyList<double>> Metrics { get; init; }

    [Description("The verdict that this result gives: differs or no-longer-holds.")]
    public required Verdict Verdict { get; init; }
}

internal sealed record Publication
{
    [Description("The key that claims refer to.")]
    public required string Id { get; init; }

    [Description("The letter that the ids of its claims begin with.")]
    public required string Letter { get; init; }

    [Description("The author and the year, such as Prodan, 2016.")]
    public required string Name { get; init; }

    [Description("The title and the date.")]
    public required string Title { get; init; }
    public string? Url { get; init; }

    [Description("The subject of the claims.")]
    public required string Subject { get; init; }

    [Description("Whether these are open questions of issue trackers, which have a page of their own.")]
    public bool AreQuestions { get; init; }

    [Description("Short names of rows by id, for the picture of the ledger: the quantity, and its quotient.")]
    public IReadOnlyDictionary<string, string> RowNames { get; init; } = new Dictionary<string, string>();

    [Description("Questions that have no row, each with the reason. Those of a publication stand in docs/sources.")]
    public IReadOnlyList<LeftOut> LeftOut { get; init; } = [];
}

internal sealed record LeftOut
{
    public required string Statement { get; init; }
    public required string Reason { get; init; }
}

internal sealed record PublicationsFile
{
    public required int Version { get; init; }
    public required IReadOnlyList<Publication> Publications { get; init; }
}

/// <summary>
/// Explanations of verdicts, and errors in claim files that were found after the measurement, in explanations.yaml.
/// They were written with the data at hand, and are therefore not part of the claim files.
/// </summary>
internal sealed record ExplanationsFile
{
    public required int Version { get; init; }

    [Description("What is wrong in a claim file whose row need not be measured again for it, by claim id.")]
    public required IReadOnlyDictionary<string, string> Errata { get; init; }

    [Description("The kinds of rows by claim id. A row without one is a measured claim.")]
    public required IReadOnlyDictionary<string, RowKind> Kinds { get; init; }

    [Description("The kinds of processor on which a row is to be measured.")]
    public required IReadOnlyList<string> Processors { get; init; }

    [Description("Explanations by claim id and verdict.")]
    public required IReadOnlyDictionary<string, IReadOnlyDictionary<string, string>> Explanations { get; init; }
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
