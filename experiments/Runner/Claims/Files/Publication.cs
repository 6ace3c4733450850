namespace Experiments.Claims.Files;

/// <summary>
/// A publication, or the open questions of issue trackers, which have a page of their own: experiments/claims/&lt;id&gt;.yaml.
/// The ids of its claims begin with its letter, and its name is the author and the year, such as Prodan, 2016. Its
/// schema, experiments/schemas/claims.v3.schema.json, describes each field.
/// </summary>
internal sealed record Publication(int Version, string Letter, string Name, string Title, string Subject)
{
    private const int CurrentVersion = 3;

    /// <summary>The name of the file, such as prodan-2016.</summary>
    [JsonIgnore]
    public string Id { get; private init; } = "";
    public string? Url { get; init; }
    public bool AreQuestions { get; init; }

    /// <summary>Questions without a row, each with the reason.</summary>
    public IReadOnlyList<LeftOut> LeftOut { get; init; } = [];
    public required IReadOnlyList<ClaimFile> Claims { get; init; }

    /// <summary>What was measured, or could be. Each is a row of the ledger, or is left out with a reason.</summary>
    public IReadOnlyList<SourceStatement> Statements { get; init; } = [];

    /// <summary>What people ask most.</summary>
    public IReadOnlyList<AskedQuestion> Answers { get; init; } = [];

    /// <exception cref="FormatException">The text breaks a rule. The message begins with the name of the file.</exception>
    public static Publication Parse(string fileName, string text)
    {
        var publication = StrictYaml.Read<Publication>(fileName, text) with
        {
            Id = Path.GetFileNameWithoutExtension(fileName),
        };
        var errors = publication.Version is CurrentVersion
            ? publication.Claims.SelectMany(claim => ClaimRules.FindErrors(publication.Letter, claim), (claim, error) =>
                $"{claim.Id}: {error}")
            : [$"version {publication.Version} is unknown. Known version: {CurrentVersion}."];
        return errors.FirstOrDefault() is { } first ? throw new FormatException($"{fileName}: {first}") : publication;
    }
}

internal sealed record LeftOut(string Statement, string Reason);

/// <summary>
/// A statement of a publication: its words, as short as they carry it, where they stand, and why no row measures it.
/// </summary>
internal sealed record SourceStatement(string Quote, string Place, string? LeftOut = null)
{
    /// <summary>The rows of the ledger that measure the statement.</summary>
    public IReadOnlyList<string> Rows { get; init; } = [];
}

/// <summary>
/// A question in plain words, the row that answers it, and the page that says more. The words are those of the answers
/// more, less, none and open, or yes, no and open, or of the verdicts of a claim, with {range} and {absolute} where
/// numbers stand. The condition is that of the measurement.
/// </summary>
internal sealed record AskedQuestion(
    string Question, string Row, IReadOnlyDictionary<string, string> Words, string Condition, string Link)
{
    /// <summary>The row that has the absolute cost; null for the row itself.</summary>
    public string? AbsoluteOf { get; init; }

    /// <summary>Whether the README has the answer too.</summary>
    public bool InReadme { get; init; }
}
