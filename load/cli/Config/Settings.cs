namespace TwoTier.Load.Cli.Config;

/// <summary>A record whose properties are options; see <see cref="OptionAttribute"/>.</summary>
internal abstract record Settings
{
    public OptionValues Values { get; set; } = OptionValues.Empty;

    public bool IsGiven(string property) => Values.IsGiven(OptionKey.GetName(property));

    public void AddError(string property, string problem, string? suggestion = null) =>
        Values.Diagnostics.Add(Values.GetLocation(OptionKey.GetName(property)), problem, suggestion);
}
