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
    public static LiveOptions? From(OptionValues fields)
    {
        var url = fields.ValueOf(LiveKeys.Serve);
        if (url is null)
        {
            foreach (var key in new[] { LiveKeys.For, (OptionKey)LiveKeys.Control }.Where(fields.Has))
                fields.Mistakes.Add(fields.PlaceOf(key), "found no --serve, which it is about", "--serve");
            return null;
        }

        // A token travels in clear text: whoever is on the way could use it.
        var isControlled = fields.ValueOf(LiveKeys.Control);
        if (isControlled && !ListeningAddress.IsLoopback(url))
            fields.Mistakes.Add(fields.PlaceOf(LiveKeys.Control), $"found --serve {url}, expected an address of loopback", "--serve");
        return new LiveOptions(url, fields.ValueOf(LiveKeys.For)?.Value, isControlled);
    }
}
