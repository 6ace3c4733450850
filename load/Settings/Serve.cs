namespace Load.Settings;

/// <summary>How the live page is served.</summary>
/// <param name="Url">Where.</param>
/// <param name="Stay">How long after the end, while it is open; null is for whoever reads the terminal.</param>
/// <param name="IsControlled">It may add notes and stop the run.</param>
internal sealed record Serve(string Url, TimeSpan? Stay, bool IsControlled)
{
    /// <returns>Null where it is not.</returns>
    public static Serve? Of(Fields fields)
    {
        var url = fields.ValueOf(ServeKeys.Serve);
        if (url is null)
        {
            foreach (var key in new[] { ServeKeys.For, (Key)ServeKeys.Control }.Where(fields.Has))
                fields.Mistakes.Add(fields.PlaceOf(key), "found no --serve, which it is about", "--serve");
            return null;
        }

        // A token travels in clear text: whoever is on the way could use it.
        var isControlled = fields.ValueOf(ServeKeys.Control);
        if (isControlled && !Listening.IsLoopback(url))
            fields.Mistakes.Add(fields.PlaceOf(ServeKeys.Control), $"found --serve {url}, expected an address of loopback", "--serve");
        return new Serve(url, fields.ValueOf(ServeKeys.For)?.Value, isControlled);
    }
}
