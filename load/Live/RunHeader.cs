using Load.Results;

namespace Load.Live;

/// <summary>What the run is: the first that a page is told, each time it connects.</summary>
internal sealed record RunHeader
{
    /// <summary>Of all events.</summary>
    public string Schema { get; init; } = "urn:load:live:2";

    /// <summary>Differs from run to run, so that a page that outlives one starts anew.</summary>
    public long Run { get; init; }

    /// <summary>What follows is what the page has missed; else it is the whole story.</summary>
    public bool Resumed { get; init; }

    /// <summary>Who has the token can add notes and stop the run.</summary>
    public bool Control { get; init; }

    /// <summary>run or compare.</summary>
    public required string Kind { get; init; }

    /// <summary>Its name.</summary>
    public required string Scenario { get; init; }

    /// <summary>The model in words.</summary>
    public required string? Workload { get; init; }

    public required Plan Plan { get; init; }

    public required LoadModel Model { get; init; }

    /// <summary>Name of a variant.</summary>
    public required string Baseline { get; init; }

    /// <summary>Words of each.</summary>
    public required IReadOnlyDictionary<string, string> Groups { get; init; }

    public required IReadOnlyList<HeaderVariant> Variants { get; init; }

    /// <summary>
    /// Places in <see cref="Variants"/> by round, in the order of their turns; the baseline has two in each. Of a run, a turn
    /// is a phase of its only variant.
    /// </summary>
    public required int[][] Order { get; init; }

    /// <summary>Names of a run's phases.</summary>
    public IReadOnlyList<string> Parts { get; init; } = [];

    /// <summary>Of this machine.</summary>
    public int Cores { get; init; } = Environment.ProcessorCount;

    /// <summary>Planned as of now, warm-ups included; null where requests end it, or bursts.</summary>
    public required double? DurationS { get; init; }
}

internal sealed record HeaderVariant(string Name, string? Group, string? Summary);
