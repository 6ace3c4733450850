namespace Studies.Claims;

/// <summary>
/// Formats the rows of the open questions, which are a part of docs/question-rows.md. A row leads with the effect that
/// was measured, in words, and says what to do. The figure of the thread is judged apart, in a column of its own.
/// </summary>
internal static class QuestionsMarkdown
{
    private const string Heading = """
        | id | measured [95 % interval] | what to do | cores, processor | TLS | round-trip | .NET | the thread |
        |---|---|---|---|---|---|---|---|
        """;

    private static readonly (Effect Effect, string Text)[] Effects =
    [
        (Effect.More, "more"), (Effect.Less, "less"), (Effect.PerhapsMore, "more, which may matter or not"),
        (Effect.PerhapsLess, "less, which may matter or not"), (Effect.None, "no difference that matters"),
        (Effect.Yes, "yes"), (Effect.No, "no"), (Effect.Open, "cannot tell"),
    ];

    public static string Format(Ledger ledger)
    {
        var questions = ledger.Select(questions: true);
        return $"Answers: **{FormatCounts(questions)}.** {LedgerTable.FormatSeries(questions)}\n"
            + LedgerTable.Format(questions, Heading, entry => FormatCells(questions, entry));
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

    private static string[] FormatCells(Ledger ledger, LedgerEntry entry)
    {
        var conditions = entry.Claim.File.Question!.Conditions;
        return
        [
            FormatAnswer(entry), entry.Answer?.Advice ?? "",
            LedgerTable.FormatProcessors(entry, ledger.Library.Explanations.Processors),
            conditions.Tls, conditions.RoundTrip, conditions.Dotnet,
            FormatThread(entry.Claim.File)
                + LedgerTable.FormatSmall(FormatAgreement(entry), LedgerTable.FormatErratum(ledger, entry)),
        ];
    }

    private static string FormatAnswer(LedgerEntry entry) => entry switch
    {
        { Latest: null } => $"{entry.Claim.File.Statement}: *not yet measured*"
            + LedgerTable.FormatSmall(entry.Decision.Explanation),
        { Answer: null } => $"{entry.Claim.File.Statement}: *one measurement has no interval*",
        { Answer: { } answer } => answer.Text + LedgerTable.FormatSmall(
            string.Join(" and ", entry.Cells.Select(cell => cell.Metrics.GetValueOrDefault(LedgerEntry.Ratio))
                .OfType<Metric>().Select(ratio => $"× {LedgerNumbers.Format(ratio)}")),
            answer.Absolute,
            LedgerTable.FormatStarts(entry),
            LedgerTable.FormatFigures(entry),
            entry.HasChangedSince ? "↻ the rule changed after this measurement" : null),
    };

    // A thread without figures is quoted.
    private static string FormatThread(ClaimFile file) =>
        file is { Published.Figures: "a statement", Quotation: { Kind: QuotationKind.Verbatim, Text: var words } }
            ? $"“{words.Trim()}”"
            : file.Published.Figures;

    private static string FormatAgreement(LedgerEntry entry) => entry.Decision.Verdict switch
    {
        Verdict.NotMeasured => "",
        Verdict.Holds => "agrees",
        Verdict.Differs => "the same direction, another size",
        Verdict.NoLongerHolds => "not so here",
        Verdict.ChangedAfterData => $"↻ the previous verdict was: {entry.Latest!.Verdict}",
        _ => "cannot tell whether this agrees",
    };
}
