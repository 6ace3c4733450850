using Load.Diagnostics;

namespace Load.Config.Options;

/// <summary>Something that can be said of a run: a key of a scenario file and an option of the same name.</summary>
/// <param name="Name">Without dashes.</param>
/// <param name="Help">A sentence.</param>
internal abstract record OptionKey(string Name, string Help)
{
    /// <summary>The option's short form, with its dash.</summary>
    public string? Alias { get; init; }

    /// <summary>The value where none is given, as it would be typed.</summary>
    public string? Default { get; init; }

    /// <summary>Several values, each read by itself: the option is repeated, in a file they are a list.</summary>
    public bool IsRepeatable { get; init; }

    /// <summary>Where the values may have names in a file: what is between a name and its value as an option.</summary>
    public string? NameSeparator { get; init; }

    /// <summary>One text with commas in it, which a file may write as a list.</summary>
    public bool IsCommaSeparated { get; init; }

    /// <summary>The value of an option that is given without one; null where it needs one.</summary>
    public string? ImplicitValue { get; init; }

    /// <summary>Given or not; in a file true or false.</summary>
    public bool IsSwitch { get; init; }

    public string Option => $"--{Name}";

    /// <summary>Finds what is wrong with a value that nothing asks for.</summary>
    public abstract void Check(OptionValues values);
}

/// <param name="Name">Without dashes.</param>
/// <param name="Help">A sentence.</param>
/// <param name="Parse">Throws <see cref="FormatException"/> with the mistake.</param>
internal sealed record OptionKey<T>(string Name, string Help, Func<SourceSpan, T> Parse) : OptionKey(Name, Help)
{
    public OptionKey(string name, string help, Func<string, T> read)
        : this(name, help, (SourceSpan span) => read(span.Text))
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

/// <summary>A list of values that have keys of their own; as an option it is written as in a file, in one line.</summary>
internal sealed record ListKey(string Name, string Help, IReadOnlyList<OptionKey> ItemKeys) : OptionKey(Name, Help)
{
    /// <summary>What an item does not say is what is said outside of the list.</summary>
    public bool InheritsOuterValues { get; init; }

    public override void Check(OptionValues values) => values.GetItems(this);
}
