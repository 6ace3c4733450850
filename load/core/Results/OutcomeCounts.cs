namespace TwoTier.Load.Results;

/// <summary>
/// Converts counted outcomes of requests to the dictionaries of the result file, and formats them as text.
/// </summary>
internal static class OutcomeCounts
{
    /// <summary>Gets the number of responses by HTTP status code.</summary>
    public static Dictionary<string, long> GetStatuses(RequestCounters counters) =>
        counters.GetStatuses().ToDictionary(status => $"{status.Status}", status => status.Count);

    /// <summary>Gets the number of responses with an unexpected status, by HTTP status code.</summary>
    public static Dictionary<string, long> GetUnexpectedStatuses(RequestCounters counters) =>
        counters.GetUnexpectedStatuses().ToDictionary(status => $"{status.Status}", status => status.Count);

    /// <summary>Gets the number of transport errors by kind of error.</summary>
    public static Dictionary<string, long> GetTransportErrors(RequestCounters counters) =>
        counters.GetTransportErrors().ToDictionary(error => error.Kind.GetName(), error => error.Count);

    /// <summary>Returns true if a response with the given status counts as a success.</summary>
    /// <param name="status">The HTTP status code.</param>
    /// <param name="unexpected">
    /// The counts of unexpected statuses in the result. Null if the result file was written before these counts were
    /// introduced; every 2xx status then counts as expected.
    /// </param>
    public static bool IsExpectedStatus(string status, IReadOnlyDictionary<string, long>? unexpected) =>
        unexpected is null ? status.StartsWith('2') : !unexpected.ContainsKey(status);

    /// <summary>Formats the failures of a burst, such as "503 12, timeout 3".</summary>
    public static string FormatFailures(BurstResult burst) => string.Join(", ", burst.Statuses
        .Where(status => !IsExpectedStatus(status.Key, burst.Unexpected))
        .Append(new KeyValuePair<string, long>("check failed", burst.CheckFailures))
        .Concat(burst.TransportErrors)
        .Where(failure => failure.Value > 0)
        .Select(failure => $"{failure.Key} {failure.Value}"));
}
