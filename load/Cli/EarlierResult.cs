using Load.Config;
using Load.Results;
using Load.Results.Compatibility;
using Load.Results.Files;

namespace Load.Cli;

/// <summary>An earlier result with which the result of a comparison is compared (<c>--against</c>).</summary>
internal sealed class EarlierResult
{
    private readonly string _path;
    private readonly Result _result;
    private readonly bool _ignoresDifferences;

    private EarlierResult(string path, Result result, bool isForced) =>
        (_path, _result, _ignoresDifferences) = (path, result, isForced);

    /// <returns>The earlier result, or null if the options do not name an earlier result.</returns>
    /// <exception cref="Load.Diagnostics.UserErrorException">
    /// The file that the options name is not a result.
    /// </exception>
    public static async Task<EarlierResult?> ReadAsync(CompareOptions options, CancellationToken stop) =>
        options.Against is { } path
            ? new EarlierResult(path, await ResultReader.ReadAsync(path, stop), options.IsForced)
            : null;

    /// <summary>
    /// Checks that the earlier and the planned comparison have the same conditions, before minutes are spent on
    /// measuring.
    /// </summary>
    /// <param name="planned">The result of the planned comparison, as far as it is known before the start.</param>
    /// <param name="error">
    /// The writer that receives the reasons why the earlier and the planned comparison cannot be compared.
    /// </param>
    public bool CanBeCompared(Result planned, TextWriter error)
    {
        var reasons = BaselineComparison.GetRejectionReasons(_path, _result, planned, _ignoresDifferences);
        foreach (var reason in reasons)
            error.WriteLine(reason);
        return reasons.Count == 0;
    }

    /// <returns>The given result, to which the changes since the earlier result are added.</returns>
    public Result Compare(Result result) =>
        result with { ComparisonWithEarlier = BaselineComparison.Compare(_result, result) };
}
