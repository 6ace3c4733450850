namespace Studies.Talk;

/// <summary>The command lines of the load tool for a run of an act.</summary>
internal static class ActCommand
{
    private const string Compare = "compare";
    private const string Steer = "--steer";
    private const string WarmUp = "--warmup";
    private const string Cold = "0s";

    // A comparison has at least two rounds. The ten variants of a stage share the time of the two of a comparison.
    private static readonly string[] ShortRounds = ["--rounds", "2", "--slice", "100ms", "--slice-warmup", "0s"];

    /// <summary>
    /// Creates the command line of a run. It does not warm up again, so that the room sees what is measured at once;
    /// only the proof of a stage does.
    /// </summary>
    public static LoadCommand Create(ActRun run, IReadOnlyDictionary<string, Uri> services, string folder) =>
        Read(run, services, folder) with { UserOptions = IsStage(run) ? [Steer] : [WarmUp, Cold] };

    /// <summary>Creates the command line that warms up the services of a run; null if they must be cold.</summary>
    public static LoadCommand? CreateWarmUp(ActRun run, IReadOnlyDictionary<string, Uri> services, string folder)
    {
        var command = Read(run, services, folder);
        if (command.Options.Contains((WarmUp, Cold)))
            return null;
        return command with
        {
            Subcommand = IsStage(run) ? Compare : command.Subcommand,
            Options = [.. command.Options.Where(option => option.Name is not "--within")],
            UserOptions = IsStage(run) ? [.. ShortRounds, WarmUp, "500ms"]
                : command.Subcommand is Compare ? [.. ShortRounds, WarmUp, "2s"]
                : [WarmUp, "3s", "--duration", "500ms"],
        };
    }

    /// <summary>Whether a run has load that does not end, which cues steer.</summary>
    public static bool IsStage(ActRun run) => run.Load.Split(' ').Contains(Steer);

    private static LoadCommand Read(ActRun run, IReadOnlyDictionary<string, Uri> services, string folder)
    {
        var line = services.Aggregate(run.Load, (text, service) => text.Replace(
            $"{{{service.Key}}}", RequestUrls.FormatBaseUrl(service.Value), StringComparison.Ordinal));
        string[] words = line.Split(" --")[0].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return new LoadCommand(words[0], folder)
        {
            Scenario = words is [_, var scenario] ? ProgramLocator.GetScenarioPath(scenario) : null,
            Options = [.. SplitOptions(line), ("--name", run.Name)],
        };
    }

    // A value ends where the next option begins, so that it may contain spaces.
    private static IEnumerable<(string Name, string Value)> SplitOptions(string line) =>
        from option in line.Split(" --").Skip(1)
        let name = option.Split(' ')[0]
        where $"--{name}" is not Steer
        select ($"--{name}", option[name.Length..].Trim());
}
