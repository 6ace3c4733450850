namespace Load.Settings;

/// <summary>What is written and shown: options only, since they are no part of what is measured.</summary>
internal static class OutputKeys
{
    public static readonly Key<string> Folder = new("out", "Folder of the result files.", Texts.Any) { Standard = "results" };

    public static readonly Key<string> Repeat = new(
        "repeat-command", "What the report says to type to see it again.", Texts.Any);

    public static readonly Key<string> Hgrm = new(
        "hgrm", "Write the latencies to this file too, as HdrHistogram's plotters read them.", Texts.File);

    public static readonly Key<string> Log = new(
        "log", "Write a line for every measured request to this file, tab-separated.", Texts.File) { Alias = "-l" };

    public static readonly Key<string> Metrics = new(
        "metrics", "Serve /metrics here while it runs, as http://127.0.0.1:9464: what is sent, for dashboards to mark.", Listening.Parse);

    public static readonly Key<bool> Headers = new("headers", "Show the headers too.", Texts.Switch) { IsSwitch = true };

    public static readonly Key<bool> Full = new("full", "Show whole bodies, not 10 lines of them.", Texts.Switch)
    {
        IsSwitch = true,
    };

    public static readonly Key<string> Against = new(
        "against", "The result file of an earlier comparison to set this one against; unlike conditions are refused.", Texts.Any);

    public static readonly Key<bool> Force = new("force", "Set it against an unlike one all the same.", Texts.Switch)
    {
        IsSwitch = true,
    };

    public static readonly IReadOnlyList<Key> OfAny = [Folder, Repeat, Metrics, .. ServeKeys.All];

    public static readonly IReadOnlyList<Key> OfComparison = [.. OfAny, Against, Force];

    public static readonly IReadOnlyList<Key> OfRun = [.. OfAny, Hgrm, Log];
}
