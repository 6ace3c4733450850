namespace Experiments.Talk;

/// <summary>The command lines of the load tool for the run of an act.</summary>
internal static class ActCommand
{
    private const string Cold = "--warmup 0s";

    /// <summary>
    /// Creates the command line of the run from the load of an act, in which addresses stand for the names of services.
    /// It does not warm up again, so that the room sees what is measured at once.
    /// </summary>
    public static LoadCommand Create(Act act, string line, string folder)
    {
        // A value ends where the next option begins, so that it may contain spaces.
        string[] parts = line.Split(" --");
        return new LoadCommand(parts[0], folder,
        [
            .. from option in parts.Skip(1)
               let name = option.Split(' ')[0]
               select ($"--{name}", option[name.Length..].Trim()),
            ("--name", act.Name[(act.Name.IndexOf('-', StringComparison.Ordinal) + 1)..]),
        ])
        {
            More = Cold.Split(' '),
        };
    }

    /// <summary>Creates a short comparison that warms up the services; null if they must be cold.</summary>
    public static LoadCommand? CreateWarmUp(Act act, string line, string folder) =>
        line.Contains(Cold, StringComparison.Ordinal) ? null : Create(act, line, folder) with
        {
            Subcommand = "compare",
            More = ["--rounds", "2", "--turn", "100ms", "--lead", "0s", "--warmup", "2s"],
        };
}
