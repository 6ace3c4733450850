namespace TwoTier.Load.Cli.Config.Keys;

/// <summary>
/// The options for programs that show a run. They exist only on the command line; a scenario file cannot contain them.
/// </summary>
internal static class EventKeys
{
    public static readonly OptionKey<string> Address = new(
        "events",
        "Serve the events of the run, for show, and Prometheus /metrics at this address, or at http://127.0.0.1:5200 if "
        + "none is given. On loopback, whoever has the token that is printed can add notes and stop the run.",
        ListeningAddress.Parse)
    { ValueName = "url", ImplicitValue = "http://127.0.0.1:5200" };

    public static readonly OptionKey<string> Recording = new(
        "record",
        "Write the events of the run to this file, as one JSON object per line; show plays it.",
        Parsers.ParseFilePath)
    { ValueName = "path" };
}
