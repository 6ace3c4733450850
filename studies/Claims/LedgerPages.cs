namespace Studies.Claims;

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
