namespace TwoTier.Load.Scenarios;

/// <summary>What only <c>load ab</c> has.</summary>
internal sealed class AbSettings
{
    public string Path { get; set; } = "";
    public string? Project { get; set; }
    public bool Different { get; set; }
    public string? Summary { get; set; }
    public TimeSpan Ready { get; set; }
}
