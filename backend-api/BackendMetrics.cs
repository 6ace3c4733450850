using System.Diagnostics.Metrics;

namespace BackendApi;

/// <summary>The back-end's own instruments.</summary>
internal sealed class BackendMetrics(IMeterFactory meters)
{
    private readonly Counter<long> _payloadsParsed = meters.Create("BackendApi").CreateCounter<long>(
        "ingest.payloads.parsed", "{payload}", "Payloads whose text was parsed, each counted before it is answered.");

    public void PayloadParsed() => _payloadsParsed.Add(1);
}
