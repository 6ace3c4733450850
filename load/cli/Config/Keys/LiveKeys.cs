namespace TwoTier.Load.Cli.Config.Keys;

/// <summary>
/// The options of the live page. They exist only on the command line; a scenario file cannot contain them.
/// </summary>
internal static class LiveKeys
{
    public static readonly OptionKey<string> ServeAddress = new(
        "serve",
        "Serve the live page and /metrics at this address, or at http://127.0.0.1:5200 if none is given.",
        ListeningAddress.Parse)
    { ValueName = "url", ImplicitValue = "http://127.0.0.1:5200" };

    public static readonly OptionKey<Duration> ServeDuration = new(
        "serve-for",
        "Wait for the live page to be opened (30s at most) before the run, and keep serving it for this long after the "
        + "run while it is open. [default: 10m on a terminal, else 0s]",
        Parsers.DurationParser(TimeSpan.Zero))
    { ValueName = "time" };

    public static readonly OptionKey<bool> AllowControl = new(
        "control",
        "Let the live page add annotations to the result and stop the run. The printed address has the token.",
        Parsers.ParseBoolean)
    { IsSwitch = true };

    public static readonly OptionKey<bool> Record = new(
        "record",
        "Keep what the live page shows beside the result (*.events.ndjson), for load replay and the report's Play it.",
        Parsers.ParseBoolean)
    { IsSwitch = true };

    public static readonly OptionKey<ServiceAddress> KilledService = new(
        "kill",
        "Service that key K of the page kills and starts again, as name=url. The tool posts {\"running\": false} or "
        + "true to this address of the program that has started the service.",
        ParseService)
    { ValueName = "service", NameSeparator = "=" };

    public static readonly IReadOnlyList<OptionKey> All = [ServeAddress, ServeDuration, AllowControl, Record];

    private static ServiceAddress ParseService(string text) =>
        text.Split('=', 2) is [{ Length: > 0 } name, var url] && UrlText.IsAbsolute(url)
            ? new ServiceAddress(name, new Uri(url))
            : throw ParseException.CreateForUnexpectedText(
                text, "name=http://host:port", "database=http://127.0.0.1:5300");
}

/// <summary>A service that another program kills and starts when it is asked to.</summary>
internal sealed record ServiceAddress(string Name, Uri Url);
