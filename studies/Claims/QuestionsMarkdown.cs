namespace Studies.Claims;

/// <summary>
/// Formats the rows of the open questions, which are a part of docs/question-rows.md. A row leads with the effect that
/// was measured, in words, and says what to do. The figure of the thread is judged apart, in a column of its own.
/// </summary>
internal static class QuestionsMarkdown
{
    private static readonly (Effect Effect, string Text)[] Effects =
    [
        (Effect.More, "more"), (Effect.Less, "less"), (Effect.PerhapsMore, "more, which may matter or not"),
        (Effect.PerhapsLess, "less, which may matter or not"), (Effect.None, "no difference that matters"),
        (Effect.Yes, "yes"), (Effect.No, "no"), (Effect.Open, "cannot tell"),
    ];

    public static string Format(Ledger ledger)
    {
        var questions = ledger.Select(questions: true);
        var page = new StringBuilder();
        page.AppendLine($"Answers: **{FormatCounts(questions)}.** {LedgerMarkdown.FormatSeries(questions)}");
        foreach (var source in questions.Library.Sources)
            AppendSource(page, questions, source);
        return page.ToString().ReplaceLineEndings("\n");
    }

    private static string FormatCounts(Ledger questions)
    {
        var answers = questions.Entries.Select(entry => entry.Answer).OfType<Answer>().ToArray();
        return string.Join(" · ", Effects
            .Select(effect => (effect.Text, Count: answers.Count(answer => answer.Effect == effect.Effect)))
            .Append((Text: "not yet measured", Count: questions.Entries.Count - answers.Length))
            .Where(effect => effect.Count > 0)
            .Select(effect => $"{effect.Text} {effect.Count}"));
    }

    private static void AppendSource(StringBuilder page, Ledger ledger, PublicationClaims source)
    {
        var publication = source.Publication;
        page.AppendLine($"\n## {publication.Letter}. {publication.Name}: {publication.Subject}\n");
        page.AppendLine($"*{publication.Title}*\n");
        page.AppendLine("""
            | id | measured [95 % interval] | what to do | cores, processor | TLS | round-trip | .NET | the thread |
            |---|---|---|---|---|---|---|---|
            """);
        foreach (var entry in ledger.GetEntries(source))
        {
            var (file, conditions) = (entry.Claim.File, entry.Claim.File.Question!.Conditions);
            string[] cells =
            [
                $"<a id=\"{file.Id.ToLowerInvariant()}\"></a>[**{file.Id}**](claims/{file.Id}.yaml)",
                FormatAnswer(entry), entry.Answer?.Advice ?? "",
                RowStarts.FormatProcessors(entry, ledger.Library.Explanations.Processors), conditions.Tls,
                conditions.RoundTrip, conditions.Dotnet,
                $"{FormatThread(file)}{LedgerMarkdown.FormatSmall(FormatAgreement(ledger, entry))}",
            ];
            page.AppendLine($"| {string.Join(" | ", cells)} |");
        }

        LedgerMarkdown.AppendLeftOut(page, source);
    }

    private static string FormatAnswer(LedgerEntry entry) => entry switch
    {
        { Latest: null } => $"{entry.Claim.File.Statement}: *not yet measured*"
            + LedgerMarkdown.FormatSmall(entry.Decision.Explanation ?? ""),
        { Answer: null } => $"{entry.Claim.File.Statement}: *one measurement has no interval*",
        { Answer.Text: var text } => text + LedgerMarkdown.FormatSmall(
            string.Join(" and ", entry.Cells.Select(cell => cell.Metrics.GetValueOrDefault(LedgerEntry.Ratio))
                .OfType<Metric>().Select(ratio => $"× {LedgerNumbers.Format(ratio)}")),
            entry.Answer!.Absolute,
            RowStarts.Format(entry),
            LedgerMarkdown.FormatFigures(entry),
            entry.HasChangedSince ? "↻ the rule changed after this measurement" : null),
        _ => "",
    };

    // A thread without figures is quoted.
    private static string FormatThread(ClaimFile file) =>
        file is { Published.Figures: "a statement", Quotation: { Kind: QuotationKind.Verbatim, Text: var words } }
            ? $"“{words.Trim()}”"
            : file.Published.Figures;

    private static string FormatAgreement(Ledger ledger, LedgerEntry entry)
    {
        var (verdict, _) = entry.Decision;
        var text = verdict switch
        {
            Verdict.NotMeasured => "",
            Verdict.Holds => "agrees",
            Verdict.Differs => "the same direction, another size",
            Verdict.NoLongerHolds => "not so here",
            Verdict.ChangedAfterData => $"↻ the verdict before was: {entry.Latest!.Verdict}",
            _ => "whether this agrees cannot be told",
        };
        return string.Join("; ", new[] { text, LedgerMarkdown.FormatErratum(ledger, entry) }.OfType<string>());
    }
}
