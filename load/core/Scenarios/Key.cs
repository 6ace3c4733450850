namespace TwoTier.Load.Scenarios;

/// <summary>The commands that have an option.</summary>
[Flags]
internal enum CommandSet
{
    None = 0,
    Run = 1,
    Compare = 2,
    // load run --steer.
    Steered = 4,
    DryRun = 8,
    Ab = 16,
    Measuring = Run | Compare,
    Sending = Measuring | Steered | DryRun | Ab,
}

/// <summary>
/// An option of the command line, which is also a key of scenario files and a line of their schema, all with one name.
/// Without <see cref="Commands"/>, it is a key of scenario files only.
/// </summary>
internal abstract record Key(string Name, CommandSet Commands, string Help)
{
    public string[] Aliases { get; init; } = [];

    /// <summary>Whether the option is on the first screen of the help.</summary>
    public bool IsOften { get; init; }

    /// <summary>The default value, as a user would type it. Null if there is none, or if the help says it.</summary>
    public string? Default { get; init; }

    /// <summary>The placeholder that stands for the value in the help. Null for the name of the option.</summary>
    public string? ValueName { get; init; }

    public bool IsSwitch { get; init; }

    public bool IsRepeatable { get; init; }

    /// <summary>True if the value is a comma-separated text, which a scenario file may write as a list.</summary>
    public bool IsCommaSeparated { get; init; }

    /// <summary>
    /// The text between the name and the value in an option such as <c>--header 'Name: value'</c>, which a scenario
    /// file may write as a mapping. Null if the values have no names.
    /// </summary>
    public string? NameSeparator { get; init; }

    /// <summary>What tab completion offers as values.</summary>
    public string[] Completions { get; init; } = [];

    /// <summary>The keys of the items, if the value is a list of them, in YAML.</summary>
    public IReadOnlyList<Key> ItemKeys { get; init; } = [];

    /// <summary>Whether the value may be a text, and not only YAML.</summary>
    public abstract bool IsText { get; }

    public string Option => $"--{Name}";

    /// <summary>The environment variable with the value of the option if it is not typed: LOAD_OUT of --out.</summary>
    public string Variable => $"LOAD_{Name.Replace('-', '_').ToUpperInvariant()}";

    public string Summary => Help.Split(". ")[0].TrimEnd('.') + FormattedDefault;

    public string FormattedDefault => Default is null ? "" : $" [default: {Default}]";

    public bool IsOf(CommandSet commands) => (Commands & commands) != CommandSet.None;
}
