namespace TwoTier.Load.Target;

/// <summary>The number of requests that the target counted while a measurement was made.</summary>
internal readonly record struct ServerRequestCount(double Routed, double Unrouted, long Scrapes)
{
    /// <summary>
    /// Returns whether the target counted as many requests as the load tool sent. If a request ended in a transport
    /// error, or had no answer when the run was stopped, the server may or may not have counted it.
    /// </summary>
    public bool AgreesWithLoadTool(Measurement measurement) =>
        GetRequests(measurement) is var counted
        && counted >= measurement.Counters.Responses
        && counted <= GetMost(measurement);

    /// <summary>
    /// Gets the number of requests of the run that the target counted. Requests without a route may be requests of the
    /// run, readings of the metrics, or requests of others. If the requests with a route alone account for the run, the
    /// requests without a route are left out.
    /// </summary>
    public double GetRequests(Measurement measurement)
    {
        var (least, most) = (measurement.Counters.Responses, GetMost(measurement));
        if (Routed >= least && Routed <= most)
            return Routed;
        var all = Routed + Unrouted;
        return all > most ? Math.Max(most, all - Math.Min(Scrapes, Unrouted)) : all;
    }

    private static long GetMost(Measurement measurement) =>
        measurement.Counters.Requests + measurement.UnfinishedRequests;
}
