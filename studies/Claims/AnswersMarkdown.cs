namespace Studies.Claims;

/// <summary>
/// Formats docs/questions.md: what people ask most, with the words of docs/claims/answers.yaml. Which words, and the
/// numbers in them, follow from the measurement.
/// </summary>
internal static class AnswersMarkdown
{
    public static string Format(Ledger ledger) => string.Concat(
        from asked in StrictYaml.ReadFile<AnswersFile>(ProgramLocator.GetPath("docs", "claims", "answers.yaml")).Answers
        let entry = ledger.Entries.Single(one => one.Claim.Id == asked.Row)
        let page = entry.Claim.File.Question is null ? "claims.md" : "question-rows.md"
        select $"**{asked.Question}** {FormatAnswer(asked, entry)} *{asked.Condition}* "
            + $"[More]({asked.Link}) · [{asked.Row}]({page}#{entry.Claim.Anchor})\n\n");

    private static string FormatAnswer(AskedQuestion asked, LedgerEntry entry)
    {
        if (entry.MeasuredRatio is not { Lo: { } low, Hi: { } high })
            return "*Not yet measured.*";
        var key = entry.Answer is { } answer ? Answer.GetKey(answer.Effect) : entry.Decision.Verdict.GetText();
        return asked.Words.GetValueOrDefault(key, asked.Words["open"])
            .Replace("{range}", Answer.FormatRange(low, high), StringComparison.Ordinal)
            .Replace("{absolute}", entry.Answer?.Absolute, StringComparison.Ordinal);
    }

    private sealed record AnswersFile(int Version, IReadOnlyList<AskedQuestion> Answers);
}

/// <summary>A question in plain words, and the words of its answers.</summary>
/// <param name="Question">The question.</param>
/// <param name="Row">The row that answers it.</param>
/// <param name="Words">
/// The answers more, less, none and open, or yes, no and open, or the verdicts of a claim, with {range} and {absolute}
/// where numbers stand.
/// </param>
/// <param name="Condition">Under which conditions it was measured.</param>
/// <param name="Link">The page that says more.</param>
internal sealed record AskedQuestion(
    string Question, string Row, IReadOnlyDictionary<string, string> Words, string Condition, string Link);
