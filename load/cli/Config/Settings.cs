namespace TwoTier.Load.Cli.Config;

/// <summary>A record whose properties are options; see <see cref="OptionAttribute"/>.</summary>
internal abstract record Settings
{
    /// <summary>What the user wrote, with its places.</summary>
    public OptionValues Values { get; set; } = OptionValues.Empty;

    /// <summary>Returns true if the user gave the value of a property, not a default or an outer value.</summary>
    public bool IsGiven(string property) => Values.IsGiven(OptionKey.GetName(property));

    /// <summary>Reports an error in the value of a property, or that the value is missing.</summary>
    public void AddError(string property, string problem, string? suggestion = null) =>
        Values.Diagnostics.Add(Values.GetLocation(OptionKey.GetName(property)), problem, suggestion);
}
