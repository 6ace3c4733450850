using System.Text.Json.Serialization;

namespace TwoTier.Load.Cli.Live;

/// <summary>
/// The description of a run. It is the data of the first event that a live page receives whenever it connects.
/// </summary>
internal sealed record RunHeader
{
    /// <summary>The identifier of the JSON schema of all live events.</summary>
    public string Schema { get; init; } = "urn:load:live:2";

    /// <summary>A number that differs from run to run, so that a live page that stays open notices a new run.</summary>
    public long Run { get; init; }

    /// <summary>
    /// True if the next events are only those that the live page missed; false if the next events are the history of
    /// the run.
    /// </summary>
    [JsonPropertyName("resumed")]
    public bool IsResumed { get; init; }

    /// <summary>
    /// True if remote control is enabled: a live page that has the token can add notes and stop the run.
    /// </summary>
    [JsonPropertyName("control")]
    public bool CanControl { get; init; }

    /// <summary>The command of the load tool: <c>run</c>, <c>compare</c> or <c>stage</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>
    /// The service that the page of load that does not end controls, both while it shows and while it proves; null for
    /// any other run.
    /// </summary>
    public StageHeader? Stage { get; init; }

    /// <summary>The name of the scenario.</summary>
    public required string Scenario { get; init; }

    /// <summary>The load model in words, such as "open loop, 500/s".</summary>
    public required string? Workload { get; init; }

    /// <summary>The rounds and durations of the measurement.</summary>
    public required MeasurementPlan Plan { get; init; }

    /// <summary>The load model, such as a closed loop with a number of connections.</summary>
    public required LoadModel Model { get; init; }

    /// <summary>The name of the variant that the other variants are compared with.</summary>
    public required string Baseline { get; init; }

    /// <summary>The descriptions of the groups of variants, keyed by group name.</summary>
    public required IReadOnlyDictionary<string, string> Groups { get; init; }

    /// <summary>The variants that are compared. A run has a single variant.</summary>
    public required IReadOnlyList<HeaderVariant> Variants { get; init; }

    /// <summary>
    /// For each round, the order of its trials, as indices in <see cref="Variants"/>. Each round contains the baseline
    /// twice. A run has one round, with a trial for each phase or burst.
    /// </summary>
    public required int[][] Order { get; init; }

    /// <summary>The names of the phases and bursts of a run. Empty in a comparison.</summary>
    public IReadOnlyList<string> Parts { get; init; } = [];

    /// <summary>The number of CPU cores of this machine.</summary>
    public int Cores { get; init; } = Environment.ProcessorCount;

    /// <summary>
    /// The planned duration of the run or comparison in seconds, warm-ups included. Null for bursts, or if the run ends
    /// after a number of requests.
    /// </summary>
    public required double? DurationS { get; init; }
}

/// <summary>The service that the page of load that does not end controls.</summary>
internal sealed record StageHeader(string? Service, string? ServiceState);

/// <summary>A variant of the run as the live page shows it.</summary>
internal sealed record HeaderVariant(string Name, string? Group, string? Summary);
