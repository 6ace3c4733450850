namespace TwoTier.Load.Cli.Config;

internal sealed class OutputSettings
{
    /// <summary>The place of results or events that stands for standard output.</summary>
    public const string StandardOutput = "-";

    public string Out { get; set; } = "";
    public string? Log { get; set; }
    public string? RepeatCommand { get; set; }
    public string? Events { get; set; }
    public int? Metrics { get; set; }
    public bool Steer { get; set; }

    /// <summary>Gets the context of a run that has these places for its results and events.</summary>
    public ToolContext Adapt(ToolContext context) =>
        Out is StandardOutput || Events is StandardOutput ? context.WithoutOutput() : context;

    public bool CanBeWritten(ToolContext context)
    {
        if (Out is StandardOutput && Events is StandardOutput)
        {
            context.Error.WriteLine("--events: error: standard output gets the result already. Try --out results");
            return false;
        }

        return (Out is StandardOutput || context.CanWriteTo(Out))
            && (Events is null or StandardOutput
                || context.CanWriteTo(Path.GetDirectoryName(Path.GetFullPath(Events))!, "--events"));
    }
}
