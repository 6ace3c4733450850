namespace TwoTier.Load.Cli.Config;

internal sealed class OutputSettings
{
    /// <summary>The place of results or events that stands for standard output.</summary>
    public const string StandardOutput = "-";

    public string Out { get; set; } = "";
    public string? RepeatCommand { get; set; }
    public string? Events { get; set; }
    public int? Metrics { get; set; }
    public bool Steer { get; set; }

    /// <summary>Gets the context of a run that has these places for its results and events.</summary>
    /// <exception cref="ParseException">Nothing can be written there.</exception>
    public ToolContext Open(ToolContext context)
    {
        if (Out is StandardOutput && Events is StandardOutput)
            throw ToolContext.CreateError(
                "--events", "standard output already receives the result (--out -)", "--out results");
        if (Out is not StandardOutput)
            ToolContext.CheckFolder(Out, "--out");
        if (Events is not null and not StandardOutput)
            ToolContext.CheckFolder(Path.GetDirectoryName(Path.GetFullPath(Events))!, "--events");
        return Out is StandardOutput || Events is StandardOutput ? context.WithoutOutput() : context;
    }
}
