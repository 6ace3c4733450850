using Load.Diagnostics;

namespace Load.Config.Options;

/// <summary>A setting: an option of the command line, and a key of scenario files with the same name.</summary>
/// <param name="Name">The name of the key; the option has two dashes before it.</param>
/// <param name="Help">The description for the help and for the JSON Schema.</param>
internal abstract record OptionKey(string Name, string Help)
{
    /// <summary>The short form of the option, with its dash.</summary>
    public string? Alias { get; init; }

    /// <summary>The default value, as a user would type it.</summary>
    public string? Default { get; init; }

    /// <summary>The placeholder for the value in the help.</summary>
    public string ValueName { get; init; } = Name;

    /// <summary>True if the option can be repeated. In a file its values are a list.</summary>
    public bool IsRepeatable { get; init; }

    /// <summary>
    /// The text between the name and the value of an option such as <c>--header 'Name: value'</c>, which a file may
    /// write as a mapping; null for values without names.
    /// </summary>
    public string? NameSeparator { get; init; }

    /// <summary>True if the value is a comma-separated list, which a file may write as a list.</summary>
    public bool IsCommaSeparated { get; init; }

    /// <summary>The value of the option if it is typed without one; null if it needs a value.</summary>
    public string? ImplicitValue { get; init; }

    /// <summary>True if the option takes no value. In a file its value is true or false.</summary>
    public bool IsSwitch { get; init; }

    public string Option => $"--{Name}";

    /// <summary>Parses the value of this key, so that its errors are reported even if no command uses it.</summary>
    public abstract void Check(OptionValues values);
}

/// <summary>A setting whose value has a type.</summary>
/// <param name="Name">The name of the key; the option has two dashes before it.</param>
/// <param name="Help">The description for the help and for the JSON Schema.</param>
/// <param name="Parse">Parses the value and throws <see cref="FormatException"/> if it is invalid.</param>
internal sealed record OptionKey<T>(string Name, string Help, Func<SourceSpan, T> Parse) : OptionKey(Name, Help)
{
    public OptionKey(string name, string help, Func<string, T> parse)
        : this(name, help, (SourceSpan span) => parse(span.Text))
    {
    }

    public override void Check(OptionValues values)
    {
        if (IsRepeatable)
            values.GetValues(this);
        else
            values.GetValue(this);
    }
}

/// <summary>A list whose items have keys of their own. On the command line it is one line of YAML.</summary>
/// <param name="Name">The name of the key; the option has two dashes before it.</param>
/// <param name="Help">The description for the help and for the JSON Schema.</param>
/// <param name="ItemKeys">The keys of an item.</param>
internal sealed record ListKey(string Name, string Help, IReadOnlyList<OptionKey> ItemKeys) : OptionKey(Name, Help)
{
    /// <summary>True if a key that an item does not have takes the value from outside of the list.</summary>
    public bool InheritsOuterValues { get; init; }

    public override void Check(OptionValues values) => values.GetItems(this);
}
