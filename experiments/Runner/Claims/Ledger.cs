namespace Experiments.Claims;

/// <summary>Every measured claim, in the order of the publications.</summary>
internal sealed record Ledger(IReadOnlyList<Publication> Publications, IReadOnlyList<LedgerEntry> Entries)
{
    public static Ledger Read()
    {
        var rows = JsonSerializer.Deserialize<LedgerFile>(ProgramLocator.ReadFile("experiments/results/ledger.json"), StrictYaml.Options)!.Claims;
        return new(ClaimCatalog.Library.Publications, [.. ClaimCatalog.Library.Claims.Join(
            rows, claim => claim.Id, row => row.Id, (claim, row) => new LedgerEntry(claim, row))]);
    }

    public LedgerEntry? Find(string id) => Entries.SingleOrDefault(entry => entry.Claim.Id == id);

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
