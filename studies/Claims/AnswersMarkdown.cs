namespace Studies.Claims;

/// <summary>
/// Formats docs/questions.md: what people ask most, with the words of docs/claims/answers.yaml. Which words, and the
/// numbers in them, follow from the measurement.
/// </summary>
internal static class AnswersMarkdown
{
    public static string Format(Ledger ledger)
    {
        var page = new StringBuilder();
        foreach (var asked in ReadAll())
        {
            var entry = ledger.Entries.Single(one => one.Claim.Id == asked.Row);
            page.AppendLine($"**{asked.Question}** {FormatAnswer(asked, entry)} *{asked.Condition}* "
                + $"[More]({asked.Link}) · [{asked.Row}]({FormatRow(entry)})\n");
        }

        return page.ToString().ReplaceLineEndings("\n");
    }

    public static IReadOnlyList<AskedQuestion> ReadAll() => StrictYaml.Read<AnswersFile>(
        "answers.yaml", File.ReadAllText(ProgramLocator.GetPath("docs", "claims", "answers.yaml"))).Answers;

    private static string FormatAnswer(AskedQuestion asked, LedgerEntry entry)
    {
        if (entry.MeasuredRatio is not { Lo: { } low, Hi: { } high })
            return "*Not yet measured.*";
        var key = entry.Answer is { } answer ? GetKey(answer.Effect) : entry.Decision.Verdict.GetText();
        return asked.Words.GetValueOrDefault(key, asked.Words["open"])
            .Replace("{range}", Answer.FormatRange(low, high), StringComparison.Ordinal)
            .Replace("{absolute}", entry.Answer?.Absolute, StringComparison.Ordinal);
    }

    private static string GetKey(Effect effect) => effect switch
    {
        Effect.More or Effect.PerhapsMore => "more",
        Effect.Less or Effect.PerhapsLess => "less",
        _ => effect.ToString().ToLowerInvariant(),
    };

    private static string FormatRow(LedgerEntry entry) => entry.Claim.File.Question is null
        ? $"claims.md#{entry.Claim.Id.ToLowerInvariant()}"
        : $"question-rows.md#{entry.Claim.Id.ToLowerInvariant()}";

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
