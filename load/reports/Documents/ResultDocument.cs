namespace TwoTier.Load.Reports.Documents;

internal static class ResultDocument
{
    public static Document Create(Result result) => Create(
        result,
        [
            DescribeFinding(result),
            .. result.Kind == Result.RunKind
                ? new RunBlocks(result).Create()
                : new ComparisonBlocks(result).Create(),
            .. ValidityBlocks.Create(result),
        ]);

    public static Document CreateSummary(Result result) => Create(
        result,
        [
            DescribeFinding(result),
            .. result.Kind == Result.RunKind || IsInvalid(result)
                ? Array.Empty<Block>()
                : [new ComparisonBlocks(result).CreateShortTable()],
        ]);

    /// <summary>Describes the files that were written, and repeats the finding below them.</summary>
    public static Document CreateEnd(Result result, string? path, string? exit)
    {
        var isInvalid = IsInvalid(result);
        var rows = new List<(string Label, string Text)>();
        if (path is not null)
        {
            rows.Add(("data", path + (isInvalid ? " (marked invalid)" : "") + ", .md"));
            rows.Add(("page", Path.ChangeExtension(path, ".html")));
        }

        rows.Add(("repeat", result.RepeatCommand));
        if (exit is not null)
            rows.Add(("exit", exit));
        return new Document(
            result.Scenario.Name, IsInvalid: false, [new Facts(rows, Tone.Strong), DescribeFinding(result)]);
    }

    private static Document Create(Result result, IReadOnlyList<Block> blocks) =>
        new(result.Scenario.Name, IsInvalid(result), blocks);

    private static bool IsInvalid(Result result) => result.Validity.State == RunValidity.InvalidState;

    private static Block DescribeFinding(Result result)
    {
        var summary = ResultSummary.Format(result);
        return IsInvalid(result)
            ? new Note(" INVALID ", Tone.Alarm, summary, Tone.Strong)
            : new Sentence(summary, Tone.Strong);
    }
}
