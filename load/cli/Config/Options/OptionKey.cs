namespace TwoTier.Load.Cli.Config.Options;

/// <summary>
/// A setting that is both an option of the command line and a key of scenario files with the same name.
/// </summary>
internal abstract record OptionKey(string Name, string Help)
{
    /// <summary>The short form of the command line option, with its dash. Null if there is no short form.</summary>
    public string? Alias { get; init; }

    /// <summary>The default value, as a user would type it. Null if there is no default.</summary>
    public string? Default { get; init; }

    /// <summary>The placeholder that stands for the value in the help.</summary>
    public string ValueName { get; init; } = Name;

    /// <summary>True if the option can be repeated. In a scenario file, the values are then a list.</summary>
    public bool IsRepeatable { get; init; }

    /// <summary>
    /// The text between the name and the value in an option such as <c>--header 'Name: value'</c>, which a scenario
    /// file may write as a mapping. Null if the values have no names.
    /// </summary>
    public string? NameSeparator { get; init; }

    /// <summary>True if the value is a comma-separated text, which a scenario file may write as a list.</summary>
    public bool IsCommaSeparated { get; init; }

    /// <summary>The value of the option if it is typed without a value. Null if the option requires a value.</summary>
    public string? ImplicitValue { get; init; }

    /// <summary>True if the option takes no value. In a scenario file, the value is true or false.</summary>
    public bool IsSwitch { get; init; }

    public string Option => $"--{Name}";

    /// <summary>
    /// Parses the value of the option key, so that errors in the value are reported even if no command uses the key.
    /// </summary>
    public abstract void CheckValue(OptionValues values);
}

/// <summary>A setting with a typed value.</summary>
internal sealed record OptionKey<T>(string Name, string Help, Func<SourceSpan, T> Parse) : OptionKey(Name, Help)
{
    public OptionKey(string name, string help, Func<string, T> parse)
        : this(name, help, (SourceSpan span) => parse(span.Text))
    {
    }

    public override void CheckValue(OptionValues values)
    {
        if (IsRepeatable)
            values.GetValues(this);
        else
            values.GetValue(this);
    }
}

/// <summary>
/// A setting whose value is a list of items that have keys themselves. On the command line, the list is one line of
/// YAML.
/// </summary>
internal sealed record ListKey(string Name, string Help, IReadOnlyList<OptionKey> ItemKeys) : OptionKey(Name, Help)
{
    /// <summary>
    /// True if a key that is missing in an item of the list takes the value of the same key outside of the list.
    /// </summary>
    public bool InheritsOuterValues { get; init; }

    public override void CheckValue(OptionValues values) => values.GetItems(this);
}
