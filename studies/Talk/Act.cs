namespace Studies.Talk;

internal sealed record Act(int Number, string Name, ActFile File)
{
    /// <summary>Whether the act runs something, so that it can be recorded.</summary>
    public bool HasRuns => File.Runs is not [];

    /// <summary>Reads all acts of a folder in the order of their numbers, or the only one that is asked for.</summary>
    public static IReadOnlyList<Act> ReadAll(string folder, int? only = null)
    {
        Act[] acts =
        [
            .. Directory.GetFiles(folder, "*.yaml").Select(path => Parse(
                Path.GetFileNameWithoutExtension(path), System.IO.File.ReadAllText(path))).OrderBy(act => act.Number),
        ];
        if (acts is [] || !acts.Select(act => act.Number).SequenceEqual(Enumerable.Range(1, acts.Length)))
            throw new FormatException($"{folder}: the acts must have the numbers 1, 2 and so on.");
        return only is null ? acts : [acts.ElementAtOrDefault(only.Value - 1)
            ?? throw new StudyException($"There is no act {only}.")];
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
