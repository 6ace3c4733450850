namespace Experiments.Claims;

/// <summary>A measurement of a claim: a line of measurements.jsonl in the folder of the results.</summary>
internal sealed record ClaimMeasurement
{
    public const string FileName = "measurements.jsonl";

    public required string Claim { get; init; }
    public required Verdict Verdict { get; init; }

    /// <summary>The time of the measurement (UTC).</summary>
    public required DateTimeOffset Started { get; init; }
    public required string Commit { get; init; }
    public required MachineRecord Machine { get; init; }
    public required IReadOnlyDictionary<string, Metric> Metrics { get; init; }
    public required string Figures { get; init; }

    public static Task WriteAllAsync(string path, IEnumerable<ClaimMeasurement> measurements) =>
        File.WriteAllLinesAsync(path, measurements.Select(one => JsonSerializer.Serialize(one, StrictYaml.Options)));
}
