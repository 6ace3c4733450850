namespace Experiments.Claims;

/// <summary>Every measured claim, in the order of the publications.</summary>
internal sealed record Ledger(IReadOnlyList<Publication> Publications, IReadOnlyList<LedgerEntry> Entries)
{
    public static Ledger Read()
    {
        var (library, results) = (ClaimCatalog.Library, ClaimResult.ReadAll());
        var old = JsonSerializer.Deserialize<LedgerFile>(
            ProgramLocator.ReadFile("experiments/results/ledger.json"), StrictYaml.Options)!.Claims.ToDictionary(row => row.Id);
        // The machine of a page is the one with most rows.
        ClaimResult[] ordered =
        [
            .. results.GroupBy(result => result.Machine.Fingerprint).OrderByDescending(machine => machine.Sum(
                result => library.Claims.Count(claim => claim.File.Run.Id == result.Experiment))).SelectMany(one => one),
        ];
        return new(library.Publications, [.. from claim in library.Claims
                                             let row = LedgerRow.Create(claim, ordered) ?? old[claim.Id]
                                             select new LedgerEntry(claim, row)]);
    }

    /// <summary>The machine of most rows.</summary>
    public string Machine => Entries.CountBy(entry => entry.Row.Processors[0].Name).MaxBy(machine => machine.Value).Key;

    public LedgerEntry GetEntry(string id) => Entries.Single(entry => entry.Claim.Id == id);

    public IEnumerable<LedgerEntry> GetEntries(Publication publication) =>
        Entries.Where(entry => entry.Claim.Publication.Id == publication.Id);

    public Ledger Select(bool questions) => new(
        [.. Publications.Where(one => one.AreQuestions == questions)],
        [.. Entries.Where(entry => entry.Claim.Publication.AreQuestions == questions)]);

    private sealed record LedgerFile(int Version, string Source, IReadOnlyList<LedgerRow> Claims);
}

/// <summary>The claim files of this repository.</summary>
internal static class ClaimCatalog
{
    private static readonly Lazy<ClaimLibrary> LazyLibrary =
        new(() => ClaimLibrary.Read(ProgramLocator.GetPath("experiments", "claims")));

    public static ClaimLibrary Library => LazyLibrary.Value;
}

/// <summary>The pages that follow from the ledger, by their paths in the repository.</summary>
internal static class LedgerPages
{
    public static IEnumerable<(string Path, string Text)> Create(Ledger ledger)
    {
        yield return Insert("docs/claims.md", LedgerMarkdown.Format(ledger));
        yield return ("docs/claims.svg", LedgerPicture.Format(ledger.Select(questions: false)));
        yield return Insert(
            "docs/questions.md", QuestionsMarkdown.FormatAsked(ledger), QuestionsMarkdown.FormatRows(ledger));
    }

    private static (string Path, string Text) Insert(string path, params IReadOnlyList<string> texts) =>
        (path, GeneratedPart.Replace(ProgramLocator.ReadFile(path), texts));
}
