namespace TwoTier.Load.Cli.Config;

/// <summary>
/// The options of the live page. They exist only on the command line; a scenario file cannot contain them.
/// </summary>
internal sealed record LiveSettings : Settings
{
    public const string StandardAddress = "http://127.0.0.1:5200";

    [Option(
        $"Serve the live page and /metrics at this address, or at {StandardAddress} if none is given.",
        CommandSet.Run | CommandSet.Compare | CommandSet.Stage,
        ValueName = "url", ImplicitValue = StandardAddress, Parser = nameof(ParseAddress))]
    public string? Serve { get; init; }

    [Option(
        "Wait for the live page to be opened (30s at most) before the run, and keep serving it for this long after the "
        + "run while it is open. [default: 10m on a terminal, else 0s]",
        CommandSet.Run | CommandSet.Compare, ValueName = "time")]
    public TimeSpan? ServeFor { get; init; }

    [Option(
        "Let the live page add annotations to the result and stop the run. The printed address has the token.",
        CommandSet.Run | CommandSet.Compare)]
    public bool Control { get; init; }

    [Option(
        "Keep what the live page shows beside the result (*.events.ndjson), for load replay and the report's Play it.",
        CommandSet.Run | CommandSet.Compare)]
    public bool Record { get; init; }

    [Option(
        "Service that key K of the page kills and starts again, as name=url. The tool posts {\"running\": false} or "
        + "true to this address of the program that has started the service.",
        CommandSet.Stage, ValueName = "service")]
    public ServiceAddress? Kill { get; init; }

    private static string ParseAddress(string text) => ListeningAddress.Parse(text);
}

/// <summary>A service that another program kills and starts when it is asked to.</summary>
internal sealed record ServiceAddress(string Name, Uri Url)
{
    public static ServiceAddress Parse(string text) =>
        text.Split('=', 2) is [{ Length: > 0 } name, var url] && UrlText.IsAbsolute(url)
            ? new ServiceAddress(name, new Uri(url))
            : throw ParseException.CreateForUnexpectedText(
                text, "name=http://host:port", "database=http://127.0.0.1:5300");
}

/// <summary>How the live page is served.</summary>
internal sealed record LiveOptions(string Url, TimeSpan? Stay, bool IsControlled, string? RecordingFolder = null)
{
    /// <summary>
    /// Creates the options of a page that controls the load: it is always served, and nobody is waited for.
    /// </summary>
    public static LiveOptions CreateForStage(LiveOptions? given)
    {
        var url = given?.Url ?? LiveSettings.StandardAddress;
        return ListeningAddress.IsLoopback(url)
            ? new LiveOptions(url, TimeSpan.Zero, IsControlled: true)
            : throw new UserErrorException(
                $"--serve: error: the page controls the load, so it needs a loopback address, not {url}");
    }

    /// <returns>The options, or null if no live page is served.</returns>
    public static LiveOptions? Create(LiveSettings settings, string folder)
    {
        var recordingFolder = settings.Record ? folder : null;
        if (settings.Serve is not { } url)
        {
            foreach (var name in new[] { nameof(settings.ServeFor), nameof(settings.Control) }.Where(settings.IsGiven))
            {
                var option = $"--{OptionKey.GetName(name)}";
                settings.AddError(name, $"{option} needs --serve", $"--serve {option}");
            }

            return recordingFolder is null
                ? null
                : new LiveOptions(ListeningAddress.AnyPort, TimeSpan.Zero, IsControlled: false, recordingFolder);
        }

        // The control token is sent in clear text, so anybody on the network path could use it.
        if (settings.Control && !ListeningAddress.IsLoopback(url))
        {
            settings.AddError(
                nameof(settings.Control),
                $"--control needs a loopback address, but --serve has the address {url}",
                $"--serve {LiveSettings.StandardAddress}");
        }

        return new LiveOptions(url, settings.ServeFor, settings.Control, recordingFolder);
    }
}
