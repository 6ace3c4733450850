namespace Experiments.Talk;

/// <summary>The command lines of the load tool for the run of an act.</summary>
internal static class ActCommand
{
    /// <summary>The option of a stage: load that does not end, and is steered.</summary>
    public const string Steer = "--steer";

    private const string WarmUp = "--warmup";
    private const string Cold = "0s";

    /// <summary>
    /// Creates the command line of the run from the load of an act, in which addresses stand for the names of services.
    /// It does not warm up again, so that the room sees what is measured at once; only the proof of a stage does.
    /// </summary>
    public static LoadCommand Create(Act act, string line, string folder) =>
        Read(act, line, folder) with { More = act.IsStage ? [Steer] : [WarmUp, Cold] };

    /// <summary>Creates a short comparison that warms up the services; null if they must be cold.</summary>
    public static LoadCommand? CreateWarmUp(Act act, string line, string folder)
    {
        var command = Read(act, line, folder);
        return command.Options.Contains((WarmUp, Cold)) ? null : command with
        {
            Subcommand = "compare",
            More = ["--rounds", "2", "--turn", "100ms", "--lead", Cold, WarmUp, "2s"],
        };
    }

    // A value ends where the next option begins, so that it may contain spaces.
    private static LoadCommand Read(Act act, string line, string folder)
    {
        string[] parts = line.Split(" --");
        return new LoadCommand(parts[0], folder,
        [
            .. from option in parts.Skip(1)
               let name = option.Split(' ')[0]
               where $"--{name}" is not Steer
               select ($"--{name}", option[name.Length..].Trim()),
            ("--name", act.Name[(act.Name.IndexOf('-', StringComparison.Ordinal) + 1)..]),
        ]);
    }
}
