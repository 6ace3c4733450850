using System.Globalization;
using Load.Recording;
using Load.Sending;

namespace Load.Reporting;

/// <summary>Values as the result file has them.</summary>
internal static class Outcomes
{
    public static Dictionary<string, long> StatusesOf(Tally tally) =>
        tally.Statuses().ToDictionary(status => $"{status.Status}", status => status.Count);

    public static Dictionary<string, long> TransportErrorsOf(Tally tally) =>
        tally.TransportErrors().ToDictionary(error => error.Kind.Name(), error => error.Count);

    public static string Id(DateTimeOffset started, string name) =>
        $"{started.ToString("yyyyMMdd-HHmm", CultureInfo.InvariantCulture)}-{name}";

    public static string Rfc3339(DateTimeOffset at) =>
        at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture);
}
