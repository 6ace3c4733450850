namespace Experiments.Claims;

/// <summary>
/// Formats the rows of the open questions, which are a part of docs/question-rows.md. A row leads with the effect that
/// was measured, in words, and says what to do.
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
        return $"Answers: **{FormatCounts(questions)}.**\n" + LedgerTable.Format(
            questions, ["question", "answer", "what to do"], entry =>
            [
                entry.Claim.File.Statement, FormatAnswer(entry), entry.Answer?.Advice ?? "",
            ]);
    }

    private static string FormatCounts(Ledger questions)
    {
        var answers = questions.Entries.Select(entry => entry.Answer).OfType<Answer>().ToArray();
        return string.Join(" · ", Effects
            .Select(effect => (effect.Text, Count: answers.Count(answer => answer.Effect == effect.Effect)))
            .Append((Text: "without an interval", Count: questions.Entries.Count - answers.Length))
            .Where(effect => effect.Count > 0)
            .Select(effect => $"{effect.Text} {effect.Count}"));
    }

    // The question names the subject of a ratio already.
    private static string FormatAnswer(LedgerEntry entry) => string.Join("<br>", new[]
    {
        entry.Answer?.Text[(entry.Claim.File.Question!.Subject?.Length + ": ".Length ?? 0)..]
            ?? "*one measurement has no interval*",
        entry.Claim.File.Note,
    }.OfType<string>());
}
