using System.Text.Json.Serialization;
using Load.Results;

namespace Load.Live;

/// <summary>Describes the run. It is the first event that a page receives whenever it connects.</summary>
internal sealed record RunHeader
{
    /// <summary>The identifier of the schema of all events.</summary>
    public string Schema { get; init; } = "urn:load:live:2";

    /// <summary>A number that differs from run to run, so that a page that stays open notices a new run.</summary>
    public long Run { get; init; }

    /// <summary>True if only missed events follow; false if the history of the run follows.</summary>
    [JsonPropertyName("resumed")]
    public bool IsResumed { get; init; }

    /// <summary>True if a page that has the token can add notes and stop the run.</summary>
    [JsonPropertyName("control")]
    public bool CanControl { get; init; }

    /// <summary>The command: <c>run</c> or <c>compare</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>The name of the scenario.</summary>
    public required string Scenario { get; init; }

    /// <summary>The load model in words, such as "open loop, 500/s".</summary>
    public required string? Workload { get; init; }

    /// <summary>The rounds and durations of the measurement.</summary>
    public required Plan Plan { get; init; }

    /// <summary>The load model.</summary>
    public required LoadModel Model { get; init; }

    /// <summary>The name of the variant that the others are compared with.</summary>
    public required string Baseline { get; init; }

    /// <summary>The descriptions of the variants' groups by group name.</summary>
    public required IReadOnlyDictionary<string, string> Groups { get; init; }

    /// <summary>The variants that are compared. A run has one.</summary>
    public required IReadOnlyList<HeaderVariant> Variants { get; init; }

    /// <summary>
    /// For each round, the indices in <see cref="Variants"/> in the order of the trials; the baseline is in each round
    /// twice. A run has one round, and a trial for each phase or burst.
    /// </summary>
    public required int[][] Order { get; init; }

    /// <summary>The names of the phases and bursts of a run. Empty in a comparison.</summary>
    public IReadOnlyList<string> Parts { get; init; } = [];

    /// <summary>The number of CPU cores of this machine.</summary>
    public int Cores { get; init; } = Environment.ProcessorCount;

    /// <summary>
    /// The planned duration in seconds, warm-ups included. Null for bursts, or if a number of requests ends the run.
    /// </summary>
    public required double? DurationS { get; init; }
}

/// <summary>A variant as the live page shows it.</summary>
/// <param name="Name">The name of the variant.</param>
/// <param name="Group">The group that the variant belongs to, or null without one.</param>
/// <param name="Summary">A sentence that describes the variant, or null without one.</param>
internal sealed record HeaderVariant(string Name, string? Group, string? Summary);
