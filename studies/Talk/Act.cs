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

    [Description("The states in which the last run may end: valid, limited, invalid. The first two if none is given.")]
    public IReadOnlyList<string> States { get; init; } = ["valid", "limited"];

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

/// <summary>A service that an act needs.</summary>
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

/// <summary>A run of the load tool in an act.</summary>
internal sealed record ActRun
{
    [Description("The name of the run, by which figures refer to its result.")]
    public required string Name { get; init; }

    [Description("The command line of the load tool, with the names of services in braces for their addresses. The "
        + "services are warmed up before, unless it has --warmup 0s.")]
    public required string Load { get; init; }
}

/// <summary>A service that is killed, so that the room sees a failure.</summary>
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

/// <summary>An act of the talk.</summary>
internal sealed record Act(int Number, string Name, ActFile File)
{
    /// <summary>Whether the act runs something, so that it can be recorded.</summary>
    public bool HasRuns => File.Runs is not [];

    /// <summary>Reads all acts of a folder, in the order of their numbers.</summary>
    public static IReadOnlyList<Act> ReadAll(string folder)
    {
        Act[] acts =
        [
            .. Directory.GetFiles(folder, "*.yaml").Select(path => Parse(
                Path.GetFileNameWithoutExtension(path), System.IO.File.ReadAllText(path))).OrderBy(act => act.Number),
        ];
        return acts.Select(act => act.Number).SequenceEqual(Enumerable.Range(1, acts.Length)) && acts is not []
            ? acts
            : throw new FormatException($"{folder}: the acts must have the numbers 1, 2 and so on.");
    }

    public static Act Parse(string name, string text)
    {
        var file = StrictYaml.Read<ActFile>(name, text);
        return FindErrors(name, file).FirstOrDefault() is { } error
            ? throw new FormatException($"{name}: {error}")
            : new Act(int.Parse(name.Split('-')[0], null), name, file);
    }

    private static IEnumerable<string> FindErrors(string name, ActFile file)
    {
        if (file.Version != ActFile.CurrentVersion)
            yield return $"version {file.Version} is unknown. Known version: {ActFile.CurrentVersion}.";
        if (!int.TryParse(name.Split('-')[0], out _))
            yield return "the name must begin with the number of the act and a hyphen.";
        if (file.Choices.Count is < 2 or > 4)
            yield return "choices needs two to four answers.";
        if (file.Answer < 1 || file.Answer > file.Choices.Count)
            yield return $"the answer {file.Answer} is not the number of a choice.";
        if (file.Runs is [] && file.Files.Count == 0)
            yield return "an act needs runs, or files with published figures.";
        if (file.Runs is [] && file.Board is not null)
            yield return "the board draws runs, and the act has none.";
        if (file.Surprise is [])
            yield return "surprise needs at least one condition, or the act could not fall flat.";
        foreach (var condition in file.Surprise.Where(condition => !file.Figures.ContainsKey(condition.Metric)))
            yield return $"the surprise names '{condition.Metric}', which is not a figure.";
        if (!file.Figures.ContainsKey(file.Headline))
            yield return $"the headline '{file.Headline}' is not a figure.";
        if (file.Ranges is not [] && (file.Ranges.Count != file.Choices.Count
            || file.Ranges.Any(range => range is not [not null, _])))
            yield return "ranges needs the lowest and the highest value of each choice.";
        if (file.Reveal.AsSpan().ContainsAny("()[]") || file.CannotTell.AsSpan().ContainsAny("()[]{"))
            yield return "reveal and cannot_tell are read aloud: they have no brackets, cannot_tell has no figures.";
        if (file.Minutes <= 0)
            yield return "minutes must be more than 0.";
        foreach (var error in ActBeat.FindErrors(file.Beats))
            yield return error;
        var known = new HashSet<string>();
        foreach (var service in file.Services)
        {
            if (service.Calls is { } called && !known.Contains(called))
                yield return $"the service '{service.Name}' calls '{called}', which is not started before it.";
            if (service is { Calls: null, Program: not ActProgram.BackEnd })
                yield return $"the service '{service.Name}' needs the key calls.";
            known.Add(service.Name);
        }

        if (file.Grow is { } grow
            && !(IsService(grow.Balancer, ActProgram.Balancer)
                && grow.BackEnds.All(one => IsService(one, ActProgram.BackEnd))))
            yield return "grow needs the name of a balancer and those of back-ends.";
        if (file.Kill is { } kill && !known.Contains(kill.Service))
            yield return $"kill names '{kill.Service}', which is not a service.";
        var isStage = file.Cues is not [];
        if (file.Kill is not null && file.Kill.AfterS is null != isStage)
            yield return "kill needs the key after_s, and has none on a stage.";
        if (file.Runs.Any(ActCommand.IsStage) != isStage || (isStage && file.Runs.Count > 1))
            yield return "a stage is the only run of its act, and needs cues; no other act has any.";
        if (file.Cues.Any(cue => cue.Variant is null != cue.Proof)
            || (isStage && file.Cues is not [.., { Proof: true }]))
            yield return "a cue has a variant or proof: true, and the last one is a proof.";

        bool IsService(string name, ActProgram program) =>
            file.Services.Any(service => service.Name == name && service.Program == program);
    }
}
