using System.Globalization;
using Load.Http;
using Load.Metrics;

namespace Load.Results;

/// <summary>Values as the result file has them.</summary>
internal static class OutcomeCounts
{
    public static Dictionary<string, long> StatusesOf(RequestCounters tally) =>
        tally.GetStatuses().ToDictionary(status => $"{status.Status}", status => status.Count);

    public static Dictionary<string, long> UnexpectedOf(RequestCounters tally) =>
        tally.GetUnexpectedStatuses().ToDictionary(status => $"{status.Status}", status => status.Count);

    /// <summary>An older file does not say, and then any status but 2xx is not.</summary>
    public static bool IsExpected(string status, IReadOnlyDictionary<string, long>? unexpected) =>
        unexpected is null ? status.StartsWith('2') : !unexpected.ContainsKey(status);

    /// <summary>What was no success, such as "503 12, timeout 3".</summary>
    public static string FailuresText(BurstResult burst) => string.Join(", ", burst.Statuses
        .Where(status => !IsExpected(status.Key, burst.Unexpected))
        .Append(new KeyValuePair<string, long>("check failed", burst.CheckFailures))
        .Concat(burst.TransportErrors)
        .Where(failure => failure.Value > 0)
        .Select(failure => $"{failure.Key} {failure.Value}"));

    public static Dictionary<string, long> TransportErrorsOf(RequestCounters tally) =>
        tally.GetTransportErrors().ToDictionary(error => error.Kind.GetName(), error => error.Count);

    public static string Id(DateTimeOffset started, string name) =>
        $"{started.ToString("yyyyMMdd-HHmm", CultureInfo.InvariantCulture)}-{name}";

    public static string Rfc3339(DateTimeOffset at) =>
        at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);
}
