namespace Load.Results;

internal sealed record RoundResult(
    int N,
    int Slot,
    double StartS,
    long Requests,
    double Rps,
    double[] RpsBins,
    double? P50,
    double? P99,
    IReadOnlyDictionary<string, double?> CpuMs);
