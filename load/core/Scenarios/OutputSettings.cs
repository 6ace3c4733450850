namespace TwoTier.Load.Scenarios;

internal sealed class OutputSettings
{
    /// <summary>The place of results or events that stands for standard output.</summary>
    public const string StandardOutput = "-";

    public string Out { get; set; } = "";
    public string? RepeatCommand { get; set; }
    public string? Events { get; set; }
    public int? Metrics { get; set; }
    public bool Steer { get; set; }
}
