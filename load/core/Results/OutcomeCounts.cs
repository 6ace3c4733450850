namespace TwoTier.Load.Results;

internal static class OutcomeCounts
{
    public static Dictionary<string, long> GetStatuses(RequestCounters counters) =>
        counters.GetStatuses().ToDictionary(status => $"{status.Status}", status => status.Count);

    public static Dictionary<string, long> GetUnexpectedStatuses(RequestCounters counters) =>
        counters.GetUnexpectedStatuses().ToDictionary(status => $"{status.Status}", status => status.Count);

    public static Dictionary<string, long> GetTransportErrors(RequestCounters counters) =>
        counters.GetTransportErrors().ToDictionary(error => error.Kind.GetName(), error => error.Count);
}
