using Load.Config;
using Load.Results;
using Load.Results.Compatibility;
using Load.Results.Files;

namespace Load.Cli;

/// <summary>The earlier result with which a comparison is compared (<c>--against</c>).</summary>
internal sealed class EarlierResult
{
    private readonly string _path;
    private readonly Result _result;
    private readonly bool _isForced;

    private EarlierResult(string path, Result result, bool isForced) =>
        (_path, _result, _isForced) = (path, result, isForced);

    /// <returns>Null if the options name no earlier result.</returns>
    /// <exception cref="Load.Diagnostics.UserErrorException">The file is not a result.</exception>
    public static async Task<EarlierResult?> ReadAsync(CompareOptions options, CancellationToken stop) =>
        options.Against is { } path
            ? new EarlierResult(path, await ResultReader.ReadAsync(path, stop), options.IsForced)
            : null;

    /// <summary>Checks that both have the same conditions, before minutes are spent on measuring.</summary>
    /// <param name="planned">The result of the comparison as far as it is known before it starts.</param>
    /// <param name="error">Receives the reasons why they cannot be compared.</param>
    public bool CanBeCompared(Result planned, TextWriter error)
    {
        var reasons = BaselineComparison.GetRefusals(_path, _result, planned, _isForced);
        foreach (var reason in reasons)
            error.WriteLine(reason);
        return reasons.Count == 0;
    }

    /// <returns>The new result with its changes since the earlier one.</returns>
    public Result Compare(Result result) =>
        result with { Against = BaselineComparison.Compare(_result, result) };
}
