namespace Experiments.Talk;

/// <summary>An act of the talk: a question to the room, what runs, and the finding that must come out.</summary>
internal sealed record Act
{
    /// <summary>The name of its file, which begins with the number of the act.</summary>
    [JsonIgnore]
    public string Name { get; private init; } = "";

    public required string Title { get; init; }

    /// <summary>What the speaker asks the room.</summary>
    public required string Question { get; init; }

    /// <summary>The answers from which the room chooses.</summary>
    public required IReadOnlyList<string> Choices { get; init; }

    /// <summary>
    /// The range of each choice on the scale of the headline: from a value, and below one or null. The right answer is
    /// the choice whose range has what was measured.
    /// </summary>
    public required IReadOnlyList<IReadOnlyList<double?>> Ranges { get; init; }

    /// <summary>The services that are started, in this order.</summary>
    public IReadOnlyList<ActService> Services { get; init; } = [];

    /// <summary>
    /// The command line of the load tool, with the names of services in braces for their addresses. The services are
    /// warmed up before, unless it has --warmup 0s.
    /// </summary>
    public string? Load { get; init; }

    /// <summary>
    /// The rows of the ledger that an act without load draws, whose figures are those of the ledger: what each claims.
    /// </summary>
    public IReadOnlyDictionary<string, string> Rows { get; init; } = new Dictionary<string, string>();

    /// <summary>The back-ends that the balancer gets once the load has begun.</summary>
    public IReadOnlyList<string> Grow { get; init; } = [];

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

    /// <summary>What the speaker says beside the question and the finding, one thought a line.</summary>
    public required string Notes { get; init; }

    /// <summary>What the speaker says while it runs, and when.</summary>
    public IReadOnlyList<ActBeat> Beats { get; init; } = [];

    /// <summary>Whether the act runs something, so that it can be recorded.</summary>
    [JsonIgnore]
    public bool HasRun => Load is not null;

    /// <summary>Reads all acts of a folder in the order of their names, or the only one that is asked for.</summary>
    public static IReadOnlyList<Act> ReadAll(string folder, int? only = null)
    {
        var acts = from path in Directory.GetFiles(folder, "*.yaml").Order(StringComparer.Ordinal)
                   select Parse(Path.GetFileNameWithoutExtension(path), File.ReadAllText(path));
        Act[] chosen = [.. only is { } number ? acts.Skip(number - 1).Take(1) : acts];
        return chosen is not [] ? chosen : throw new StudyException($"There is no act {only} in {folder}.");
    }

    public static Act Parse(string name, string text)
    {
        var act = StrictYaml.Read<Act>(name, text) with { Name = name };
        return act.CheckRules().FirstOrDefault(rule => rule.IsBroken) is { Error: { } error }
            ? throw new FormatException($"{name}: {error}") : act;
    }

    private IEnumerable<(bool IsBroken, string Error)> CheckRules() =>
    [
        (Choices.Count is < 2 or > 4, "choices needs two to four answers."),
        (Ranges.Count != Choices.Count || Ranges.Any(range => range is not [not null, _] || range[0] >= range[1]),
            "ranges needs the lowest and the highest value of each choice."),
        (Surprise is [], "surprise needs at least one condition: without one, no rehearsal could fail."),
        .. Surprise.Select(condition => condition.Metric).Append(Headline).Append(Compared?.Figure ?? Headline)
            .Select(name => (!Figures.ContainsKey(name), $"'{name}' is not a figure.")),
        (Reveal.AsSpan().ContainsAny("()[]"), "reveal is read aloud: it has no brackets."),
        (Beats.Zip(Beats.Skip(1)).Any(pair => pair.First.AtS >= pair.Second.AtS),
            "beats needs times in ascending order."),
        .. Services.Select((service, i) => (
            service.Calls is null
                ? service.Program is not ActProgram.BackEnd
                : Services.Take(i).All(other => other.Name != service.Calls),
            $"the service '{service.Name}' needs the key calls with a service that is started before it.")),
        (Grow is not [] && Services.All(service => service.Program is not ActProgram.Balancer),
            "grow needs a balancer."),
        (Grow.Any(name => !Services.Any(service => service.Name == name && service.Program is ActProgram.BackEnd)),
            "grow needs the names of back-ends."),
    ];
}

/// <summary>What the headline is compared with: a figure, or 1 without its name; and the words after it.</summary>
internal sealed record ActCompared(string As, string? Figure = null);

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

internal sealed record ActService
{
    /// <summary>The name by which other keys refer to the service.</summary>
    public required string Name { get; init; }

    public required ActProgram Program { get; init; }

    /// <summary>The name of the service that a front-end calls, and of the first one behind a balancer.</summary>
    public string? Calls { get; init; }

    public IReadOnlyList<string> Settings { get; init; } = [];
}

internal enum ActProgram
{
    /// <summary>Speaks HTTP/2, too, which the front-ends that call it may choose.</summary>
    BackEnd,
    FrontEnd,

    /// <summary>Gives each new connection to the next of its services, and leaves it there.</summary>
    Balancer,

    /// <summary>Repeats a call that fails (experiments/talk/gateway.cs).</summary>
    Gateway,
}
