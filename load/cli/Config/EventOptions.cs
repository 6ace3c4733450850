namespace TwoTier.Load.Cli.Config;

/// <summary>Where the events of a run are published.</summary>
/// <param name="Url">The address that serves the events; null for none.</param>
/// <param name="RecordingPath">The file to which the events are written; null for none.</param>
internal sealed record EventOptions(string? Url, string? RecordingPath)
{
    /// <returns>The options, or null if no events are published.</returns>
    public static EventOptions? Create(OutputSettings output) =>
        output is { Events: null, Record: null } ? null : new EventOptions(output.Events, output.Record);

    public static EventOptions CreateForStage(OutputSettings output)
    {
        var url = output.Events ?? OutputSettings.EventAddress;
        return ListeningAddress.IsLoopback(url)
            ? new EventOptions(url, null)
            : throw new UserErrorException(
                $"--events: error: load stage is controlled at this address, so it needs a loopback address, not {url}");
    }
}
