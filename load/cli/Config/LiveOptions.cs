namespace TwoTier.Load.Cli.Config;

/// <summary>The options that define how the live page is served.</summary>
internal sealed record LiveOptions(string Url, TimeSpan? Stay, bool IsControlled, string? RecordingFolder = null)
{
    /// <summary>
    /// Creates the options of a page that controls the load: it is always served, and nobody is waited for.
    /// </summary>
    public static LiveOptions CreateForStage(LiveOptions? given)
    {
        var url = given?.Url ?? LiveKeys.ServeAddress.ImplicitValue!;
        return ListeningAddress.IsLoopback(url)
            ? new LiveOptions(url, TimeSpan.Zero, IsControlled: true)
            : throw new UserErrorException(
                $"--serve: error: the page controls the load, so it needs a loopback address, not {url}");
    }

    /// <returns>The options, or null if no live page is served.</returns>
    public static LiveOptions? Read(OptionValues values)
    {
        var url = values.GetValue(LiveKeys.ServeAddress);
        var recordingFolder = values.GetValue(LiveKeys.Record) ? values.GetValue(OutputKeys.Folder) : null;
        if (url is null)
        {
            foreach (var key in new OptionKey[] { LiveKeys.ServeDuration, LiveKeys.AllowControl }.Where(values.IsGiven))
                values.Diagnostics.Add(values.GetLocation(key), $"{key.Option} needs --serve", $"--serve {key.Option}");
            return recordingFolder is null
                ? null
                : new LiveOptions(ListeningAddress.AnyPort, TimeSpan.Zero, IsControlled: false, recordingFolder);
        }

        // The control token is sent in clear text, so anybody on the network path could use it.
        var isControlled = values.GetValue(LiveKeys.AllowControl);
        if (isControlled && !ListeningAddress.IsLoopback(url))
        {
            values.Diagnostics.Add(
                values.GetLocation(LiveKeys.AllowControl),
                $"--control needs a loopback address, but --serve has the address {url}",
                $"--serve {LiveKeys.ServeAddress.ImplicitValue}");
        }

        return new LiveOptions(url, values.GetValue(LiveKeys.ServeDuration)?.Value, isControlled, recordingFolder);
    }
}
