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

    /// <summary>Describes what a comparison found, without the checks and the circumstances.</summary>
    public static Document CreateSummary(Result result) => Create(
        result, [DescribeFinding(result), .. IsInvalid(result) ? [] : new ComparisonBlocks(result).Create()]);

    /// <summary>Describes the files that were written, and how to repeat the measurement.</summary>
    public static Document CreateEnd(Result result, string? path)
    {
        (string, string)[] rows =
        [
            .. path is null ? Array.Empty<(string, string)>() : [("page", Path.ChangeExtension(path, ".html"))],
            ("repeat", result.RepeatCommand),
        ];
        return new Document(result.Scenario.Name, IsInvalid: false, [new Facts(rows, Tone.Strong)]);
    }

    private static Document Create(Result result, IReadOnlyList<Block> blocks) =>
        new(result.Scenario.Name, IsInvalid(result), blocks);

    private static bool IsInvalid(Result result) => result.Validity.State == RunValidity.InvalidState;

    private static Block DescribeFinding(Result result)
    {
        var summary = ResultSummary.Format(result);
        return IsInvalid(result)
            ? new Note(" INVALID ", Tone.Alarm, summary, Tone.Strong)
            : new Finding(summary);
    }
}
