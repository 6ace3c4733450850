namespace Studies.Claims;

/// <summary>Every claim with its measurements. It follows from the claim files and the archive alone.</summary>
internal sealed record Ledger(ClaimLibrary Library, IReadOnlyList<LedgerEntry> Entries)
{
    public static Ledger Read() => Create(ClaimCatalog.Library, MeasurementArchive.Read());

    public static Ledger Create(ClaimLibrary library, MeasurementArchive archive)
    {
        LedgerEntry[] entries =
            [.. library.Claims.Select(claim => new LedgerEntry(claim, archive.GetHistory(claim.Id)))];
        var share = SeriesVariance.Estimate(
            from entry in entries
            from cell in entry.Cells
            select cell.GetSeries(LedgerEntry.Ratio)
                .Select(series => series.Select(value => Math.Log(value)).ToArray()).ToArray());
        return new(library, [.. entries.Select(entry => new LedgerEntry(entry.Claim, entry.History, share))]);
    }

    public LedgerEntry GetEntry(string id) => Entries.Single(entry => entry.Claim.Id == id);

    public IEnumerable<LedgerEntry> GetEntries(PublicationClaims source) =>
        Entries.Where(entry => source.Claims.Contains(entry.Claim));

    public Ledger Select(bool questions)
    {
        PublicationClaims[] sources =
            [.. Library.Sources.Where(source => source.Publication.AreQuestions == questions)];
        return new(Library with { Sources = sources }, [.. sources.SelectMany(GetEntries)]);
    }
}

/// <summary>The claim files of this repository.</summary>
internal static class ClaimCatalog
{
    private static readonly Lazy<ClaimLibrary> LazyLibrary =
        new(() => ClaimLibrary.Read(ProgramLocator.GetPath("docs", "claims")));

    public static ClaimLibrary Library => LazyLibrary.Value;
}

/// <summary>The pages that follow from the ledger, by their paths in the repository.</summary>
internal static class LedgerPages
{
    public static IEnumerable<(string Path, string Text)> Create(Ledger ledger)
    {
        yield return Insert("docs/claims.md", LedgerMarkdown.Format(ledger));
        yield return ("docs/claims.svg", LedgerPicture.Format(ledger.Select(questions: false)));
        yield return Insert("docs/questions.md", AnswersMarkdown.Format(ledger));
        yield return Insert("docs/question-rows.md", QuestionsMarkdown.Format(ledger));
        yield return ("docs/claims.json", LedgerJson.Format(ledger));
    }

    private static (string Path, string Text) Insert(string path, string text) =>
        (path, GeneratedPart.Replace(File.ReadAllText(ProgramLocator.GetPath(path)).ReplaceLineEndings("\n"), text));
}
