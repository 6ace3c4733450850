namespace TwoTier.Load.Cli.Commands;

/// <summary>
/// An earlier result with which the result of a comparison is compared (<c>--against</c>), or several that count as one
/// (<c>--against-history</c>).
/// </summary>
internal sealed class EarlierResult
{
    private readonly string _path;
    private readonly Result _result;
    private readonly string _option;
    private readonly bool _ignoresDifferences;

    private EarlierResult(string path, Result result, string option, bool isForced) =>
        (_path, _result, _option, _ignoresDifferences) = (path, result, option, isForced);

    // The reasons why some results of the history could not be read.
    private IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>Reads the earlier result that the options name.</summary>
    /// <returns>The earlier result, or null if the options do not name an earlier result.</returns>
    public static async Task<EarlierResult?> ReadAsync(CompareOptions options, Result planned, CancellationToken stop)
    {
        if (options.Against is { } path)
        {
            var result = Result.Read(path);
            return new EarlierResult(path, result, OutputKeys.EarlierResultPath.Option, options.IsForced);
        }

        if (options.HistoryFolder is not { } folderPath)
            return null;
        var folder = await ResultFolder.ReadAsync(folderPath, stop);
        var segment = CurrentSegment.Create(ResultHistory.CreateFor(planned, folder), folderPath);

        // A history goes on when a scenario, a runtime or a kernel is updated. The report lists what differs.
        return new EarlierResult(folderPath, segment, OutputKeys.HistoryFolder.Option, isForced: true)
        {
            Warnings = folder.Errors,
        };
    }

    /// <summary>
    /// Checks that the earlier and the planned comparison have the same conditions, before minutes are spent on
    /// measuring.
    /// </summary>
    public bool CanBeCompared(Result planned, TextWriter error)
    {
        var reasons = BaselineComparison.GetRejectionReasons(_path, _result, planned, _ignoresDifferences, _option);
        foreach (var reason in Warnings.Concat(reasons))
            error.WriteLine(reason);
        return reasons.Count == 0;
    }

    /// <summary>
    /// Gets the exit code of a comparison. A change since the history (<c>--against-history</c>) fails it, so that a
    /// build stops; a change since a single result (<c>--against</c>) is only reported.
    /// </summary>
    public int GetExitCode(Result compared, int exitCode) =>
        exitCode == ExitCode.Ok && _option == OutputKeys.HistoryFolder.Option && HasChange(compared)
            ? ExitCode.ExpectationNotMet
            : exitCode;

    private static bool HasChange(Result compared) => compared.ComparisonWithEarlier is { } changes
        && changes.Changes.Concat(changes.CpuChanges).Any(change => VerdictLabels.IsDifference(change.Verdict));

    /// <returns>The given result, to which the changes since the earlier result are added.</returns>
    public Result Compare(Result result) =>
        result with { ComparisonWithEarlier = BaselineComparison.Compare(_result, result) };
}
