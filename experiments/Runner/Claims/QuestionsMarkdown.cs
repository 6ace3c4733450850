namespace Experiments.Claims;

/// <summary>
/// Formats docs/questions.md, and the answers in the README: what people ask most, with the words of
/// experiments/claims/open-questions.yaml, and the rows of all questions. Which words, and the numbers in them, follow
/// from the measurement.
/// </summary>
internal static class QuestionsMarkdown
{
    private static IEnumerable<AskedQuestion> Asked =>
        ClaimCatalog.Library.Publications.SelectMany(publication => publication.Answers);

    public static string FormatAsked(Ledger ledger) => string.Concat(
        from asked in Asked
        let entry = ledger.GetEntry(asked.Row)
        let page = entry.Claim.File.Question is null ? "claims.md" : ""
        select $"**{asked.Question}** {FormatAnswer(asked, ledger)} *{asked.Condition}* "
            + $"[More]({asked.Link}) · [{entry.Claim.File.Name}]({page}#{entry.Claim.Anchor})\n\n");

    public static string FormatForReadme(Ledger ledger) => string.Concat(
        from asked in Asked
        where asked.InReadme
        select $"- **[{asked.Question}](docs/{asked.Link})** {FormatAnswer(asked, ledger)} *{asked.Condition}*\n");

    public static string FormatRows(Ledger ledger) => LedgerTable.Format(
        ledger, ledger.Publications.Single(one => one.AreQuestions), ["answer"], entry =>
        [
            string.Join("<br>", new[]
            {
                entry.Answer?.Text ?? "*one measurement has no interval*", entry.Answer?.Absolute, entry.Claim.File.Note,
            }.OfType<string>()),
        ]);

    private static string FormatAnswer(AskedQuestion asked, Ledger ledger)
    {
        var entry = ledger.GetEntry(asked.Row);
        if (entry.MeasuredRatio is not { Lo: { } low, Hi: { } high })
            return "*The measurement has no interval.*";
        var key = entry.Answer is { } answer ? Answer.GetKey(answer.Effect) : entry.Row.Verdict.GetText();
        var cost = ledger.GetEntry(asked.AbsoluteOf ?? asked.Row);
        // The words name both, so they may not say more than the one that is less certain.
        if (key is "more" or "less" && cost.Metrics.GetValueOrDefault(LedgerEntry.Difference) is { Lo: < 0, Hi: > 0 })
            key = "open";
        return asked.Words.GetValueOrDefault(key, asked.Words["open"])
            .Replace("{range}", Answer.FormatRange(low, high), StringComparison.Ordinal)
            .Replace("{absolute}", cost.Answer?.Absolute, StringComparison.Ordinal);
    }
}
