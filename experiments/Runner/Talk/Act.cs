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

    // What a rehearsal shows, such as a wrong answer or a cue that cannot be done, needs no rule.
    private IEnumerable<(bool IsBroken, string Error)> CheckRules() =>
    [
        (HasRun == File.Answer is null, "an act with load needs answer, and other acts must not have one."),
        (File.Surprise is [], "surprise needs at least one condition: without one, no rehearsal could fail."),
        .. File.Surprise.Select(condition => condition.Metric)
            .Append(File.Headline).Append(File.Compared?.Figure ?? File.Headline)
            .Select(name => (!File.Figures.ContainsKey(name), $"'{name}' is not a figure.")),
        (File.Ranges.Count != File.Choices.Count,
            "ranges needs the lowest and the highest value of each choice."),
        .. File.Services.Select((service, i) => (
            service.Calls is null
                ? service.Program is not ActProgram.BackEnd
                : File.Services.Take(i).All(other => other.Name != service.Calls),
            $"the service '{service.Name}' needs the key calls with a service that is started before it.")),
    ];
}
