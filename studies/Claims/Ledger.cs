namespace Studies.Claims;

/// <summary>Every claim with its measurements. It follows from the claim files and the archive alone.</summary>
internal sealed record Ledger(ClaimLibrary Library, IReadOnlyList<LedgerEntry> Entries)
{
    public static Ledger Read() => Create(ClaimCatalog.Library, MeasurementArchive.Read());

    public static Ledger Create(ClaimLibrary library, MeasurementArchive archive) =>
        new(library, [.. library.Claims.Select(claim => new LedgerEntry(claim, archive.GetHistory(claim.Id)))]);

    public IEnumerable<LedgerEntry> GetEntries(PublicationClaims source) =>
        Entries.Where(entry => source.Claims.Contains(entry.Claim));

    public Ledger Select(bool questions)
    {
        PublicationClaims[] sources =
            [.. Library.Sources.Where(source => source.Publication.AreQuestions == questions)];
        return this with
        {
            Library = Library with { Sources = sources },
            Entries = [.. sources.SelectMany(GetEntries)],
        };
    }

    /// <summary>Finds the claims whose latest ratio is of an earlier day and decided by the file of today.</summary>
    public string[] FindDue(DateOnly today) =>
    [
        .. Entries.Where(entry => entry.Latest is { } latest && latest.IsOfRule(entry.Claim)
            && Replication.IsDue(latest, today)).Select(entry => entry.Claim.Id),
    ];
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
    /// <summary>Creates the pages, with what the files of other machines have measured.</summary>
    public static IEnumerable<(string Path, string Text)> Create(Ledger ledger) =>
        CreatePages(RowMachines.Add(ledger, MachineFile.ReadAll(ProgramLocator.GetPath(MachineFile.Folder))));

    private static IEnumerable<(string Path, string Text)> CreatePages(Ledger ledger)
    {
        yield return Insert("docs/claims.md", LedgerMarkdown.Format(ledger));
        yield return ("docs/claims.svg", LedgerPicture.Format(ledger.Select(questions: false)));
        yield return ("docs/questions.svg", LedgerPicture.Format(ledger.Select(questions: true)));
        yield return Insert("docs/questions.md", QuestionsMarkdown.Format(ledger));
        yield return ($"docs/{HistoryMarkdown.Path}", HistoryMarkdown.Format(ledger));
        yield return ("docs/claims.json", LedgerJson.Format(ledger));
        if (ledger.Entries.Any(MachinesPicture.IsDrawn))
            yield return ("docs/machines.svg", MachinesPicture.Format(ledger));
    }

    private static (string Path, string Text) Insert(string path, string text) =>
        (path, GeneratedPart.Replace(File.ReadAllText(ProgramLocator.GetPath(path)).ReplaceLineEndings("\n"), text));
}
