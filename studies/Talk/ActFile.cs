using System.ComponentModel;

namespace Studies.Talk;

/// <summary>
/// The file of an act of the talk, docs/talk/&lt;number&gt;-&lt;name&gt;.yaml: a question to the room, what runs, and
/// the finding that must come out for the act to work.
/// </summary>
internal sealed record ActFile
{
    public const int CurrentVersion = 1;

    [Description("The version of this format.")]
    public required int Version { get; init; }

    public required string Title { get; init; }

    [Description("What the speaker asks the room.")]
    public required string Question { get; init; }

    [Description("The answers from which the room chooses.")]
    public required IReadOnlyList<string> Choices { get; init; }

    [Description("The number of the answer that the measurement gives: 1 for the first one.")]
    public required int Answer { get; init; }

    [Description("The services that are started, in this order.")]
    public IReadOnlyList<ActService> Services { get; init; } = [];

    [Description("The runs of the load tool, one after another. The recording is that of the last one. None for an act "
        + "that shows what the room has guessed, and then the ledger.")]
    public IReadOnlyList<ActRun> Runs { get; init; } = [];

    [Description("Published files in JSON by name, of which figures may be shown.")]
    public IReadOnlyDictionary<string, string> Files { get; init; } = new Dictionary<string, string>();

    [Description("A service that is killed during the last run, or when the key K is pressed on a stage.")]
    public ActKill? Kill { get; init; }

    [Description("What happens on a stage, which is the only run of its act: load that does not end.")]
    public IReadOnlyList<ActCue> Cues { get; init; } = [];

    [Description("Back-ends that a balancer gets during the last run.")]
    public ActGrowth? Grow { get; init; }

    [Description("The figures by name: where each of them is found. See ActFigures.")]
    public required IReadOnlyDictionary<string, string> Figures { get; init; }

    [Description("What the board shows, which draws the runs of the act. Without it, they are drawn as charts.")]
    public ActBoard? Board { get; init; }

    [Description("The last page of the talk, one sentence a line, if this act is the last one.")]
    public IReadOnlyList<string> Closing { get; init; } = [];

    [Description("The conditions of the surprise. The act falls flat if the interval of a figure does not meet one.")]
    public required IReadOnlyList<Condition> Surprise { get; init; }

    [Description("The states in which the last run may end: valid, invalid. Only valid if none is given.")]
    public IReadOnlyList<string> States { get; init; } = ["valid", "busy"];

    [Description("The name of the figure that the room sees first, as large as it can be.")]
    public required string Headline { get; init; }

    [Description("What the figure of the headline counts, as words that follow the number.")]
    public required string Unit { get; init; }

    [Description("The range of each choice on the scale of the headline, lowest and highest value. The highest may be "
        + "null. None if the choices are no numbers.")]
    public IReadOnlyList<IReadOnlyList<double?>> Ranges { get; init; } = [];

    [Description("The finding as a sentence that is read aloud, with the names of figures in braces.")]
    public required string Reveal { get; init; }

    [Description("The sentence in its place if a figure of the finding cannot be told. It has no figures.")]
    public string CannotTell { get; init; } = "This run cannot tell.";

    [Description("The planned minutes of the act, from its question to the question of the next one.")]
    public double Minutes { get; init; } = 2.5;

    [Description("What the speaker says beside the question and the finding, one thought a line.")]
    public required string Notes { get; init; }

    [Description("What the speaker says while it runs, and when.")]
    public IReadOnlyList<ActBeat> Beats { get; init; } = [];
}

internal sealed record ActService
{
    [Description("The name by which runs and figures refer to the service.")]
    public required string Name { get; init; }

    public required ActProgram Program { get; init; }

    [Description("The name of the service that a front-end calls, and of the first one behind a balancer.")]
    public string? Calls { get; init; }

    public IReadOnlyList<string> Settings { get; init; } = [];

    [Description("Whether a back-end speaks HTTP/2, too, which the front-ends that call it may choose.")]
    public bool HasHttp2 { get; init; }

    [Description("Whether a back-end has the peak monitor, so that the report shows its threads and its queue.")]
    public bool HasPeakMonitor { get; init; }
}

internal enum ActProgram
{
    BackEnd,
    FrontEnd,

    /// <summary>Gives each new connection to the next of its services, and leaves it there.</summary>
    Balancer,
}

internal sealed record ActRun
{
    [Description("The name of the run, by which figures refer to its result.")]
    public required string Name { get; init; }

    [Description("The command line of the load tool, with the names of services in braces for their addresses. The "
        + "services are warmed up before, unless it has --warmup 0s.")]
    public required string Load { get; init; }
}

internal sealed record ActKill
{
    public required string Service { get; init; }

    [Description("The time from the first request. None on a stage.")]
    public double? AfterS { get; init; }
}

/// <summary>A step of a stage. The space key does the next one, and the rehearsal does each after its time.</summary>
internal sealed record ActCue
{
    [Description("The time from the first request, or from the cue before.")]
    public required double AfterS { get; init; }

    [Description("The variant that is shown from now on.")]
    public string? Variant { get; init; }

    [Description("Whether the variant of the cue before is compared with the baseline. Its result has the figures.")]
    public bool Proof { get; init; }
}

/// <summary>
/// Back-ends that a balancer gets as soon as its first one has answered so many requests, so that the room sees who
/// uses them.
/// </summary>
internal sealed record ActGrowth(string Balancer, IReadOnlyList<string> BackEnds, int AfterRequests);

/// <summary>The picture of a machine with callers, threads, connections and back-ends.</summary>
internal sealed record ActBoard
{
    [Description("The number that the board shows as large as it can: the share of requests that failed, or the good "
        + "answers per second.")]
    public required BoardNumber Number { get; init; }

    [Description("The part of the machine that the act breaks. Only it has a colour.")]
    public required BoardPart Broken { get; init; }
}

internal enum BoardNumber
{
    Failed,
    Good,
}

internal enum BoardPart
{
    Waiting,
    Threads,
    Connections,
    BackEnds,
}

/// <summary>What the speaker says at a time of a run.</summary>
internal sealed record ActBeat
{
    /// <summary>The number of beats that a speaker can read beside a run.</summary>
    private const int Most = 8;

    [Description("The seconds from the start of the run.")]
    public required double AtS { get; init; }

    public required string Say { get; init; }

    public static IEnumerable<string> FindErrors(IReadOnlyList<ActBeat> beats)
    {
        if (beats.Count > Most)
            yield return $"beats has {beats.Count} texts. A speaker can read {Most}.";
        if (beats.Any(beat => string.IsNullOrWhiteSpace(beat.Say)))
            yield return "beats has an empty text.";
        if (beats is [{ AtS: < 0 }, ..] || beats.Zip(beats.Skip(1)).Any(pair => pair.First.AtS >= pair.Second.AtS))
            yield return "beats needs times in ascending order, from 0.";
    }
}
