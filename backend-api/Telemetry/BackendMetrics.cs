using System.Diagnostics.Metrics;

namespace BackendApi.Telemetry;

/// <summary>The metrics of the back-end.</summary>
internal sealed class BackendMetrics(IMeterFactory meters)
{
    private readonly Counter<long> _payloadsParsed = meters.Create("BackendApi").CreateCounter<long>(
        "ingest.payloads.parsed", "{payload}", "Payloads parsed successfully. Counted before the response is sent.");

    /// <summary>Counts a payload that was parsed successfully.</summary>
    public void CountParsedPayload() => _payloadsParsed.Add(1);
}
