namespace Experiments.Talk;

/// <summary>An act of the talk: a question to the room, what runs, and the finding that must come out.</summary>
internal sealed record ActFile
{
    public required string Title { get; init; }

    /// <summary>What the speaker asks the room.</summary>
    public required string Question { get; init; }

    /// <summary>
    /// The answers from which the room chooses. The place of the right one differs from act to act, so that nobody
    /// learns it.
    /// </summary>
    public required IReadOnlyList<string> Choices { get; init; }

    /// <summary>The range of each choice on the scale of the headline: from a value, and below one or null.</summary>
    public required IReadOnlyList<IReadOnlyList<double?>> Ranges { get; init; }

    /// <summary>The number of the right answer, from 1. An act without load gets it from its figures.</summary>
    public int? Answer { get; init; }

    /// <summary>The services that are started, in this order.</summary>
    public IReadOnlyList<ActService> Services { get; init; } = [];

    /// <summary>
    /// The command line of the load tool, with the names of services in braces for their addresses. The services are
    /// warmed up before, unless it has --warmup 0s. With --steer, the act is a stage: load that does not end.
    /// </summary>
    public string? Load { get; init; }

    /// <summary>
    /// The rows of the ledger that an act without load draws: what each claims, as a sentence. Its figures are those of
    /// experiments/results/ledger.json. It first shows what the room has guessed.
    /// </summary>
    public IReadOnlyDictionary<string, string> Rows { get; init; } = new Dictionary<string, string>();

    /// <summary>What happens during the run, one after the other.</summary>
    public IReadOnlyList<ActCue> Cues { get; init; } = [];

    /// <summary>The figures by name: where each of them is found. See <see cref="ActFigures"/>.</summary>
    public required IReadOnlyDictionary<string, string> Figures { get; init; }

    /// <summary>What the board shows, which draws the run. Without it, the run is drawn as charts.</summary>
    public ActBoard? Board { get; init; }

    /// <summary>The last page of the talk, one sentence a line, if this act is the last one.</summary>
    public IReadOnlyList<string> Closing { get; init; } = [];

    /// <summary>The act falls flat if the interval of a figure does not meet one of these conditions.</summary>
    public required IReadOnlyList<Condition> Surprise { get; init; }

    /// <summary>The name of the figure that the room sees first, as large as it can be.</summary>
    public required string Headline { get; init; }

    /// <summary>What the figure of the headline counts, as words that follow the number.</summary>
    public required string Unit { get; init; }

    /// <summary>What the headline is compared with: a hollow mark on its scale.</summary>
    public ActCompared? Compared { get; init; }

    /// <summary>The finding as a sentence that is read aloud, with the names of figures in braces.</summary>
    public required string Reveal { get; init; }

    /// <summary>The sentence in its place if a figure of the finding cannot be told. It has no figures.</summary>
    public string CannotTell { get; init; } = "This run cannot tell.";

    /// <summary>The planned minutes of the act, from its question to the question of the next one.</summary>
    public double Minutes { get; init; } = 2.5;

    /// <summary>What the speaker says beside the question and the finding, one thought a line.</summary>
    public required string Notes { get; init; }

    /// <summary>What the speaker says while it runs, and when.</summary>
    public IReadOnlyList<ActBeat> Beats { get; init; } = [];

    /// <summary>Finds the number of the choice whose range has a value of the headline; 0 if none has.</summary>
    public int FindChoice(double value) =>
        1 + Ranges.ToList().FindIndex(range => value >= range[0] && !(value >= range[1]));

    /// <summary>Sets the answer to the choice that the ledger gives.</summary>
    public ActFile AnswerFromLedger() =>
        this with { Answer = FindChoice(ActOutcome.ReadLedger(this).Figures[Headline].Value) };
}

/// <summary>What the headline is compared with: a figure, or 1 without its name; and the words after it.</summary>
internal sealed record ActCompared(string As, string? Figure = null);

/// <summary>
/// What happens during a run, so many seconds after the first figures of the load, or after the cue before. On a stage
/// the space key does it, and only a stage shows a variant, and proves that of the cue before against the baseline.
/// </summary>
internal sealed record ActCue(double AfterS, string? Variant = null, bool Proof = false)
{
    /// <summary>The back-ends that the balancer gets.</summary>
    public IReadOnlyList<string> Grow { get; init; } = [];
}

/// <summary>
/// The picture of a machine with callers, threads, connections and back-ends. Its large number is the share of requests
/// that failed, or the good answers per second. Only the part that the act breaks has a colour.
/// </summary>
internal sealed record ActBoard(BoardNumber Number, BoardPart Broken);

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

/// <summary>What the speaker says so many seconds from the start of a run.</summary>
internal sealed record ActBeat(double AtS, string Say);
