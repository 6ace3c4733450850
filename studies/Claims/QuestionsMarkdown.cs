namespace Studies.Claims;

/// <summary>
/// Formats the page of open questions. A row leads with the effect that was measured, in words, and says what to do.
/// The figure of the thread is judged apart, in a column of its own.
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
        page.AppendLine("""
            # Open questions, answered here

            Users and developers of .NET asked these questions, or answered them with figures, in public threads. A row
            begins with the effect that was measured here, and what to do. Its [file](claims/) links to the thread and
            says what is run. `make claim ID=Q1` measures a row again, and `make claims ID=Q` measures all.

            An effect is a ratio with its 95 % interval over process starts. Each row is decided alone: of twenty rows,
            one may be wrong by chance. The file of a row names the smallest effect that matters, *s*. The limits are
            1 + *s* and 1 / (1 + *s*). The whole interval decides, never the estimate in it:

            | where the interval lies | what the row says |
            |---|---|
            | beyond a limit | *more* or *less*, and how much |
            | between the limits | *no difference that matters*, and how large it may be |
            | on one side of 1, with a limit in it | *more* or *less*, and that it may matter or not |
            | on both sides of 1, with a limit in it | *cannot tell*, how large it may be, and the starts it needs |

            The number of starts needed is [an estimate](method.md#3-statistics). A row that counts is decided by its
            criterion, as *yes* or *no*.

            What the thread says is judged separately, by the criterion of the file and
            [the rules of the claims](claims.md). ↻ marks a row whose rule was changed when its measurement was already
            known. The mark disappears when the row is measured again; [the history](archive/history.md) shows both.

            Each process is warmed up for at least 4 s. A first series of 2026-11-24, with 2 s of warm-up, was stopped
            after five rows and discarded, because both services became a third faster while they were measured: the
            ratio of Q1 rose from 0.95 to 1.17.

            """);
        page.AppendLine($"Answers: **{FormatCounts(questions)}.** {LedgerMarkdown.FormatReplications(questions)} "
            + RowStarts.FormatCounts(questions.Entries, ledger));
        page.AppendLine("\n![The measured ratio of each question, with its starts and its interval](questions.svg)\n");
        page.AppendLine($"{LedgerPicture.FormatCaption(questions)} The symbol of each row "
            + "shows whether the measurement agrees with what the thread says.");
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
            | id | measured [95 % interval] | what to do | cores | TLS | round-trip | .NET | the thread |
            |---|---|---|--:|---|---|---|---|
            """);
        foreach (var entry in ledger.GetEntries(source))
        {
            var (file, conditions) = (entry.Claim.File, entry.Claim.File.Question!.Conditions);
            string[] cells =
            [
                $"<a id=\"{file.Id.ToLowerInvariant()}\"></a>[**{file.Id}**](claims/{file.Id}.yaml)",
                FormatAnswer(entry), entry.Answer?.Advice ?? "", FormatCores(entry), conditions.Tls,
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
            entry.MeasuredRatio is { } ratio ? $"× {LedgerNumbers.Format(ratio)}" : null,
            RowStarts.Format(entry),
            LedgerMarkdown.FormatFigures(entry),
            entry.HasChangedSince ? "↻ the rule changed after this measurement" : null)
            + LedgerMarkdown.FormatSmall(RowMachines.Format(entry)),
        _ => "",
    };

    // A thread without figures is quoted.
    private static string FormatThread(ClaimFile file) =>
        file is { Published.Figures: "a statement", Quotation: { Kind: QuotationKind.Verbatim, Text: var words } }
            ? $"“{words.Trim()}”"
            : file.Published.Figures;

    // The fingerprint of a machine begins with the number of its cores.
    private static string FormatCores(LedgerEntry entry) =>
        entry.Latest?.Machine.Fingerprint.Split(" × ") is [var cores, _, ..] ? cores : "";

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
