using Load.Config.Keys;
using Load.Config.Options;

namespace Load.Config;

/// <summary>How the live page is served.</summary>
/// <param name="Url">Where.</param>
/// <param name="Stay">How long after the end, while it is open; null is for whoever reads the terminal.</param>
/// <param name="IsControlled">It may add notes and stop the run.</param>
internal sealed record LiveOptions(string Url, TimeSpan? Stay, bool IsControlled)
{
    /// <returns>Null where it is not.</returns>
    public static LiveOptions? From(OptionValues values)
    {
        var url = values.GetValue(LiveKeys.Serve);
        if (url is null)
        {
            foreach (var key in new[] { LiveKeys.For, (OptionKey)LiveKeys.Control }.Where(values.Has))
                values.Diagnostics.Add(values.GetLocation(key), "found no --serve, which it is about", "--serve");
            return null;
        }

        // A token travels in clear text: whoever is on the way could use it.
        var isControlled = values.GetValue(LiveKeys.Control);
        if (isControlled && !ListeningAddress.IsLoopback(url))
            values.Diagnostics.Add(values.GetLocation(LiveKeys.Control), $"found --serve {url}, expected an address of loopback", "--serve");
        return new LiveOptions(url, values.GetValue(LiveKeys.For)?.Value, isControlled);
    }
}
