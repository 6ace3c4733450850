using Load.Config.Options;

namespace Load.Config.Keys;

/// <summary>What is written and shown: options only, since they are no part of what is measured.</summary>
internal static class OutputKeys
{
    public static readonly OptionKey<string> Folder = new("out", "Folder of the result files.", Parsers.ParseText) { Default = "results" };

    public static readonly OptionKey<string> Repeat = new(
        "repeat-command", "What the report says to type to see it again.", Parsers.ParseText);

    public static readonly OptionKey<string> Hgrm = new(
        "hgrm", "Write the latencies to this file too, as HdrHistogram's plotters read them.", Parsers.ParseFilePath);

    public static readonly OptionKey<string> Log = new(
        "log", "Write a line for every measured request to this file, tab-separated.", Parsers.ParseFilePath) { Alias = "-l" };

    public static readonly OptionKey<string> Metrics = new(
        "metrics", "Serve /metrics here while it runs, as http://127.0.0.1:9464: what is sent, for dashboards to mark.", ListeningAddress.Parse);

    public static readonly OptionKey<bool> Headers = new("headers", "Show the headers too.", Parsers.ParseBoolean) { IsSwitch = true };

    public static readonly OptionKey<bool> Full = new("full", "Show whole bodies, not 10 lines of them.", Parsers.ParseBoolean)
    {
        IsSwitch = true,
    };

    public static readonly OptionKey<string> Against = new(
        "against", "The result file of an earlier comparison to set this one against; unlike conditions are refused.", Parsers.ParseText);

    public static readonly OptionKey<bool> Force = new("force", "Set it against an unlike one all the same.", Parsers.ParseBoolean)
    {
        IsSwitch = true,
    };

    public static readonly IReadOnlyList<OptionKey> ForAnyCommand = [Folder, Repeat, Metrics, .. LiveKeys.All];

    public static readonly IReadOnlyList<OptionKey> ForCompare = [.. ForAnyCommand, Against, Force];

    public static readonly IReadOnlyList<OptionKey> ForRun = [.. ForAnyCommand, Hgrm, Log];
}
