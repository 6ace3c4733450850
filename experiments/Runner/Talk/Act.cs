namespace Experiments.Talk;

internal sealed record Act(int Number, string Name, ActFile File)
{
    /// <summary>Whether the act runs something, so that it can be recorded.</summary>
    public bool HasRun => File.Load is not null;

    /// <summary>Whether its load does not end, and the space key does the cues.</summary>
    public bool IsStage => File.Load?.Split(' ').Contains(ActCommand.Steer) is true;

    /// <summary>Reads all acts of a folder in the order of their numbers, or the only one that is asked for.</summary>
    public static IReadOnlyList<Act> ReadAll(string folder, int? only = null)
    {
        Act[] acts =
        [
            .. Directory.GetFiles(folder, "*.yaml").Select(path => Parse(
                Path.GetFileNameWithoutExtension(path), System.IO.File.ReadAllText(path))).OrderBy(act => act.Number),
        ];
        if (acts is [] || !acts.Select(act => act.Number).SequenceEqual(Enumerable.Range(1, acts.Length)))
            throw new FormatException($"{folder}: the names of the acts must begin with 1-, 2- and so on.");
        return only is null ? acts : [acts.ElementAtOrDefault(only.Value - 1)
            ?? throw new StudyException($"There is no act {only}.")];
    }

    public static Act Parse(string name, string text)
    {
        _ = int.TryParse(name.Split('-')[0], CultureInfo.InvariantCulture, out var number);
        var act = new Act(number, name, StrictYaml.Read<ActFile>(name, text));
        return act.CheckRules().FirstOrDefault(rule => rule.IsBroken) is { Error: { } error }
            ? throw new FormatException($"{name}: {error}")
            : act.HasRun ? act : act with { File = act.File.AnswerFromLedger() };
    }

    private IEnumerable<(bool IsBroken, string Error)> CheckRules() =>
    [
        (File.Choices.Count is < 2 or > 4, "choices needs two to four answers."),
        (File.Answer < 1 || File.Answer > File.Choices.Count,
            $"the answer {File.Answer} is not the number of a choice."),
        (HasRun == File.Answer is null, "an act with load needs answer, and other acts must not have one."),
        (File.Surprise is [], "surprise needs at least one condition: without one, no rehearsal could fail."),
        .. File.Surprise.Select(condition => condition.Metric)
            .Append(File.Headline).Append(File.Compared?.Figure ?? File.Headline)
            .Select(name => (!File.Figures.ContainsKey(name), $"'{name}' is not a figure.")),
        (!HasRun && File.Board is not null, "the board draws a run, and the act has none."),
        (File.Ranges.Count != File.Choices.Count
                || File.Ranges.Any(range => range is not [not null, _] || range[0] >= range[1]),
            "ranges needs the lowest and the highest value of each choice."),
        (File.Reveal.AsSpan().ContainsAny("()[]") || File.CannotTell.AsSpan().ContainsAny("()[]{"),
            "reveal and cannot_tell are read aloud: they have no brackets, and cannot_tell has no figures."),
        (File.Minutes <= 0, "minutes must be more than 0."),
        (File.Beats.Zip(File.Beats.Skip(1)).Any(pair => pair.First.AtS >= pair.Second.AtS),
            "beats needs times in ascending order."),
        .. File.Services.Select((service, i) => (
            service.Calls is null
                ? service.Program is not ActProgram.BackEnd
                : File.Services.Take(i).All(other => other.Name != service.Calls),
            $"the service '{service.Name}' needs the key calls with a service that is started before it.")),
        (File.Cues.SelectMany(cue => cue.Grow).Except(GetNames(ActProgram.BackEnd)).Any()
                || (File.Cues.Any(cue => cue.Grow is not []) && !GetNames(ActProgram.Balancer).Any()),
            "grow needs a balancer, and the names of back-ends."),
        (!IsStage && File.Cues.Any(cue => cue.Variant is not null || cue.Proof),
            "only a stage, whose load has --steer, shows and proves variants."),
        (IsStage && (File.Cues is not [.., { Proof: true }]
                || File.Cues.Any(cue => cue.Variant is not null == cue.Proof)),
            "a cue of a stage has a variant or proof: true, and the last one is a proof."),
    ];

    private IEnumerable<string> GetNames(ActProgram program) =>
        File.Services.Where(service => service.Program == program).Select(service => service.Name);
}
