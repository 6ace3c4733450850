namespace TwoTier.Load.Cli.Config.Options;

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
/// Makes a property of a <see cref="Settings"/> record an option of the command line, a key of scenario files and a line
/// of their schema, all with the name of the property: <c>TrialWarmup</c> is <c>--trial-warmup</c>. The type of the
/// property says what a user may write: <c>bool</c> is a switch, and an <c>IReadOnlyList</c> can be repeated.
/// </summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class OptionAttribute(string help, CommandSet commands = CommandSet.None) : Attribute
{
    public string Help => help;

    public string Summary => help.Split(". ")[0].TrimEnd('.') + (Default is null ? "" : $" [default: {Default}]");

    /// <summary>The commands that have the option. Without any, the property is a key of scenario files only.</summary>
    public CommandSet Commands => commands;

    public string[] Aliases { get; init; } = [];

    /// <summary>Whether the option is on the first screen of the help.</summary>
    public bool IsOften { get; init; }

    /// <summary>The default value, as a user would type it. Null if there is no default.</summary>
    public string? Default { get; init; }

    /// <summary>The placeholder that stands for the value in the help. Null for the name of the option.</summary>
    public string? ValueName { get; init; }

    /// <summary>
    /// The method of the record that parses the value, from a string or a <see cref="SourceSpan"/>. Null for the method
    /// Parse of the type, or for what every text, number, duration or switch has in common.
    /// </summary>
    public string? Parser { get; init; }

    /// <summary>The smallest number; for a duration, in milliseconds.</summary>
    public int Min { get; init; }

    public int Max { get; init; } = int.MaxValue;

    /// <summary>
    /// The text between the name and the value in an option such as <c>--header 'Name: value'</c>, which a scenario
    /// file may write as a mapping. Null if the values have no names.
    /// </summary>
    public string? NameSeparator { get; init; }

    /// <summary>True if the value is a comma-separated text, which a scenario file may write as a list.</summary>
    public bool IsCommaSeparated { get; init; }
}
